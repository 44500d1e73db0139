"""The patterns of the evaluation: groups of squares, each with its symmetric places on the board.

A *pattern* is a shape. Its *features* are its places on the board, up to eight by symmetry. The contents of a feature
are one number, its *index*: the player's disc counts +1, the opponent's −1, an empty square 0, each times a power of
three (balanced ternary). The other side's index is the same number negated, and a move changes the index by an amount
known for every square. Each index of a pattern has a weight. Features of one pattern share weights; so do two indices
that mirror each other.

Nothing here is compiled: the kernels of `features` and of the training are built from these tables.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from outflank.board.squares import NAMES, SQUARES

N_LANES = 64
"""Room for features: a vector of 64 16-bit numbers, whole registers on every processor."""

PHASES = 30
"""Phases of the game with their own weights, two discs each: from 60 and 59 empty squares to 2 and 1."""

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
    """A shape and its places. `start` is the offset of its weights within a phase."""

    name: str
    features: tuple[tuple[int, ...], ...]  # squares; symmetric ones are at the same index
    mirrors: tuple[tuple[int, ...], ...]  # permutations of the squares by the shape's own symmetries
    start: int

    @property
    def n_squares(self) -> int:
        """Number of squares of the shape."""
        return len(self.features[0])

    @property
    def n_indices(self) -> int:
        """Number of indices, n: they run from −(n−1)/2 to (n−1)/2."""
        return int(3**self.n_squares)

    @property
    def centre(self) -> int:
        """The position of index 0 (an empty feature) in the weights of a phase."""
        return self.start + self.n_indices // 2


def _image(square: int, symmetry: int) -> int:
    """The image of a square: bit 2 transposes, then bit 1 swaps rows, bit 0 columns."""
    row, column = divmod(square, 8)
    if symmetry & 4:
        row, column = column, row
    return 8 * (7 - row if symmetry & 2 else row) + (7 - column if symmetry & 1 else column)


def laid_out(shapes: Mapping[str, str], start: int) -> tuple[Pattern, ...]:
    """Make patterns from shapes, given by name as the squares of one place; their weights begin at `start`."""
    patterns = []
    for name, squares in shapes.items():
        shape = tuple(SQUARES[8][square] for square in squares.split())
        images = [tuple(_image(square, symmetry) for square in shape) for symmetry in range(8)]
        features = tuple({frozenset(image): image for image in reversed(images)}.values())[::-1]
        mirrors = tuple(tuple(shape.index(square) for square in image) for image in images if set(image) == set(shape))
        patterns.append(Pattern(name, features, mirrors, start))
        start += patterns[-1].n_indices
    return tuple(patterns)


PATTERNS = laid_out(_SHAPES, 2)  # two constants come first: for even and odd numbers of empty squares
"""All patterns."""

FEATURES = tuple((pattern, squares) for pattern in PATTERNS for squares in pattern.features)
"""All features in the order of their lanes: the pattern, and the squares from the lowest power of three up."""

N_FEATURES = len(FEATURES)
N_WEIGHTS = PATTERNS[-1].start + PATTERNS[-1].n_indices
"""Number of weights in a phase: two constants, then those of each pattern."""


@cache
def increments() -> Any:
    """The increment of each feature by a disc of the player: an int16 array [64 squares, N_LANES]."""
    return increments_of([squares for _, squares in FEATURES], N_LANES)


def increments_of(features: Sequence[Sequence[int]], n_lanes: int) -> Any:
    """The increments for any features, given by their squares: an int16 array [64 squares, n_lanes]."""
    table = np.zeros((64, n_lanes), np.int16)
    for lane, squares in enumerate(features):
        for power, square in enumerate(squares):
            table[square, lane] = 3**power
    return table


@cache
def classes() -> tuple[Any, int]:
    """The class of each of N_WEIGHTS under mirroring, and the number of classes."""
    return classes_of(PATTERNS, N_WEIGHTS)


def classes_of(patterns: Sequence[Pattern], n_weights: int) -> tuple[Any, int]:
    """The classes for any patterns with `n_weights` in all."""
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
    """The phase of a position; 0 at the start of the game."""
    return min(max((60 - n_empties) // 2, 0), PHASES - 1)


def describe(pattern: Pattern, index: int) -> str:
    """An index in words: each square with ``X`` for the player, ``O`` for the opponent, ``.`` for empty."""
    number = index + pattern.n_indices // 2
    marks = [".XO"[(number // 3**power % 3 - 1) % 3] for power in range(pattern.n_squares)]
    return " ".join(f"{NAMES[8][square]}{mark}" for square, mark in zip(pattern.features[0], marks, strict=True))
