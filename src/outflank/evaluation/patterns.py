"""The evaluation's patterns: shapes made of several squares, in all symmetric positions on the board.

A *pattern* is a shape. Its *features* are its positions on the board, up to eight because of symmetry. The *index* of a
feature is a number that encodes its contents in balanced ternary: each square contributes a power of three, multiplied
by +1 for the player's discs, −1 for the opponent's, and 0 if the square is empty. The opponent's point of view is the
same number negated. Each disc that a move places or flips changes the index by a constant. Each index of a pattern has
a weight. All features of a pattern share their weights, and an index and its mirror image share one weight.

Nothing here is compiled. The kernels in `features` and in the training package are generated from these tables.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from outflank.board.squares import NAMES, SQUARES

N_LANES = 64
"""Size of the vector of features: 64 16-bit numbers, which fill complete registers on every processor."""

PHASES = 30
"""Number of game phases with separate weights. Each covers two discs, from 60 and 59 empty squares to 2 and 1."""

_SHAPES = {
    "edge and X-squares": "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
    "corner 3×3": "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "corner 5×2": "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "edge block": "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2",
    "corner triangle": "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    "corner arms": "a1 b1 c1 d1 e1 a2 b2 a3 a4 a5",
    "corner cross": "a1 b2 c3 d4 b1 c2 d3 a2 b3 c4",
    "X-square arms": "a1 b1 a2 b2 c2 d2 e2 b3 b4 b5",
    "row 2": "a2 b2 c2 d2 e2 f2 g2 h2",
    "row 3": "a3 b3 c3 d3 e3 f3 g3 h3",
    "row 4": "a4 b4 c4 d4 e4 f4 g4 h4",
    "diagonal of 8": "a1 b2 c3 d4 e5 f6 g7 h8",
    "diagonal of 7": "a2 b3 c4 d5 e6 f7 g8",
    "diagonal of 6": "a3 b4 c5 d6 e7 f8",
    "diagonal of 5": "a4 b5 c6 d7 e8",
}


@dataclass(frozen=True, slots=True)
class Pattern:
    """A shape and its positions on the board. `start` is the offset of its weights within those of a phase."""

    name: str
    features: tuple[tuple[int, ...], ...]  # the squares of each place; corresponding squares have the same index
    mirrors: tuple[tuple[int, ...], ...]  # permutations of the squares under the shape's own symmetries
    start: int

    @property
    def n_squares(self) -> int:
        """Number of squares in the shape."""
        return len(self.features[0])

    @property
    def n_indices(self) -> int:
        """Number of possible indices, n. They range from −(n−1)/2 to (n−1)/2."""
        return int(3**self.n_squares)

    @property
    def centre(self) -> int:
        """Offset of index 0 (a feature without discs) within the weights of a phase."""
        return self.start + self.n_indices // 2


def _image(square: int, symmetry: int) -> int:
    """Apply a symmetry to a square: bit 2 transposes the board, then bit 1 swaps rows, then bit 0 swaps columns."""
    row, column = divmod(square, 8)
    if symmetry & 4:
        row, column = column, row
    return 8 * (7 - row if symmetry & 2 else row) + (7 - column if symmetry & 1 else column)


def laid_out(shapes: Mapping[str, str], start: int) -> tuple[Pattern, ...]:
    """Create patterns from `shapes`, which maps names to the squares of one position.

    The weights start at offset `start`.
    """
    patterns = []
    for name, squares in shapes.items():
        shape = tuple(SQUARES[8][square] for square in squares.split())
        images = [tuple(_image(square, symmetry) for square in shape) for symmetry in range(8)]
        features = tuple({frozenset(image): image for image in reversed(images)}.values())[::-1]
        mirrors = tuple(tuple(shape.index(square) for square in image) for image in images if set(image) == set(shape))
        patterns.append(Pattern(name, features, mirrors, start))
        start += patterns[-1].n_indices
    return tuple(patterns)


PATTERNS = laid_out(_SHAPES, 2)  # two constants come first, for even and odd numbers of empty squares
"""All patterns."""

FEATURES = tuple((pattern, squares) for pattern in PATTERNS for squares in pattern.features)
"""All features in lane order, as (pattern, squares), with the squares sorted by increasing power of three."""

N_FEATURES = len(FEATURES)
N_WEIGHTS = PATTERNS[-1].start + PATTERNS[-1].n_indices
"""Number of weights in a phase: two constants, followed by the weights of each pattern."""


@cache
def increments() -> Any:
    """The amount that each disc of the player adds to each feature's index: an int16 array [64 squares, N_LANES]."""
    return increments_of([squares for _, squares in FEATURES], N_LANES)


def increments_of(features: Sequence[Sequence[int]], n_lanes: int) -> Any:
    """Increments for arbitrary features, which are lists of squares: an int16 array [64 squares, n_lanes]."""
    table = np.zeros((64, n_lanes), np.int16)
    for lane, squares in enumerate(features):
        for power, square in enumerate(squares):
            table[square, lane] = 3**power
    return table


@cache
def classes() -> tuple[Any, int]:
    """The class of each weight, and the number of classes. Mirrored indices belong to the same class."""
    return classes_of(PATTERNS, N_WEIGHTS)


def classes_of(patterns: Sequence[Pattern], n_weights: int) -> tuple[Any, int]:
    """Like `classes`, but for arbitrary patterns with `n_weights` weights in total."""
    least = np.arange(n_weights, dtype=np.int64)
    for pattern in patterns:
        indices = np.arange(pattern.n_indices)
        digits = np.stack([indices // 3**power % 3 for power in range(pattern.n_squares)])
        for mirror in pattern.mirrors:
            mirrored = sum(digits[place] * 3**power for power, place in enumerate(mirror))
            part = least[pattern.start : pattern.start + pattern.n_indices]
            np.minimum(part, pattern.start + mirrored, out=part)
    _, numbers = np.unique(least, return_inverse=True)
    return numbers.astype(np.int32), int(numbers.max()) + 1


def phase_of(n_empties: int) -> int:
    """The phase of a position, counted from 0 at the start of the game."""
    return min(max((60 - n_empties) // 2, 0), PHASES - 1)


def describe(pattern: Pattern, index: int) -> str:
    """Describe an index as a list of squares, each followed by ``X`` (player), ``O`` (opponent) or ``.`` (empty)."""
    number = index + pattern.n_indices // 2
    marks = [".XO"[(number // 3**power % 3 - 1) % 3] for power in range(pattern.n_squares)]
    return " ".join(f"{NAMES[8][square]}{mark}" for square, mark in zip(pattern.features[0], marks, strict=True))
