"""Parts of patterns: smaller shapes that a fit learns beside the patterns, for what few games say.

Most indices of a pattern of ten squares are rare: of what they are worth a run of some minutes sees nothing. But their
parts are not rare, such as the corner of an edge. So a fit has weights for those as well, and a rare index is worth
what its parts are, unless its own games say otherwise (what models of language call backing off, Katz 1987). After the
fit the weights of a part are added to those of all features that it lies in, in equal shares: the evaluation needs to
know nothing of parts.
"""

from functools import cache
from typing import Any

import numba
import numpy as np

from outflank.board.bits import ONE, lowest_square
from outflank.evaluation.patterns import FEATURES, PATTERNS, classes, classes_of, increments_of, laid_out
from outflank.jit import kernel
from outflank.training.labels import POSITION

# More of them were no better: with twelve, held-out losses fell by a third of a hundredth more, in twice the time.
_PARTS = laid_out(
    {
        "edge": "a1 b1 c1 d1 e1 f1 g1 h1",
        "corner 3×2": "a1 b1 c1 a2 b2 c2",
        "beside the corner 3×2": "c1 d1 e1 c2 d2 e2",
    },
    0,
)
_PLACES = tuple((part, squares) for part in _PARTS for squares in part.features)
N_PLACES = len(_PLACES)
"""How many places on the board the parts have."""

_CENTRES = np.array([part.centre for part, _ in _PLACES])
_types = numba.types
_Positions, _Numbers = _types.Array(numba.from_dtype(POSITION), 1, "C"), _types.Array(_types.int32, 1, "C")
_Table, _Indices = _types.Array(_types.int16, 2, "C"), _types.Array(_types.int32, 2, "C")


@cache
def part_classes() -> tuple[Any, int]:
    """As `patterns.classes` says it of patterns."""
    return classes_of(_PARTS, _PARTS[-1].start + _PARTS[-1].n_indices)


@kernel(_types.void(_Positions, _Table, _Numbers, _types.int64, _types.int64, _Indices))
def _fill(positions: Any, table: Any, numbers: Any, first: int, added: int, indices: Any) -> None:
    row = np.empty(N_PLACES, np.int16)
    for i in range(len(positions)):
        row[:] = 0
        player, opponent = positions[i]["player"], positions[i]["opponent"]
        while player:
            square = lowest_square(player)
            player &= player - ONE
            for lane in range(N_PLACES):
                row[lane] += table[square, lane]
        while opponent:
            square = lowest_square(opponent)
            opponent &= opponent - ONE
            for lane in range(N_PLACES):
                row[lane] -= table[square, lane]
        for lane in range(N_PLACES):
            indices[i, first + lane] = added + numbers[_CENTRES[lane] + row[lane]]


def fill_part_indices(positions: Any, indices: Any, first: int, added: int) -> None:
    """The classes of the parts' weights that each position has, in N_PLACES columns of int32 from `first` on.

    To each number is added `added`.
    """
    table = increments_of([squares for _, squares in _PLACES], N_PLACES)
    _fill(positions, table, part_classes()[0], first, added, indices)


@cache
def _shares() -> tuple[Any, Any]:
    """Of which parts the patterns consist: for each class of pattern weights, classes of parts and the share of each.

    int32 and float32 [classes, places of parts in a pattern], with shares of 0 where a pattern has fewer.
    """
    features = [frozenset(squares) for _, squares in FEATURES]
    shared_by = [sum(frozenset(squares) <= feature for feature in features) for _, squares in _PLACES]
    inside = [
        [place for place, (_, squares) in enumerate(_PLACES) if frozenset(squares) <= frozenset(pattern.features[0])]
        for pattern in PATTERNS
    ]
    numbers, n_classes = classes()
    columns = np.zeros((n_classes, max(map(len, inside))), np.int32)
    shares = np.zeros(columns.shape, np.float32)
    for pattern, places in zip(PATTERNS, inside, strict=True):
        indices = np.arange(pattern.n_indices)
        of_pattern = numbers[pattern.start : pattern.start + pattern.n_indices]
        for column, place in enumerate(places):
            part, squares = _PLACES[place]
            digits = (indices // 3 ** pattern.features[0].index(square) % 3 for square in squares)
            of_part = sum(digit * 3**power for power, digit in enumerate(digits))
            columns[of_pattern, column] = part_classes()[0][part.start + of_part]
            shares[of_pattern, column] = 1 / shared_by[place]
    return columns, shares


def folded(weights: Any) -> Any:
    """Weights of patterns, float32 [classes], that come to as much as those of patterns and parts one after another."""
    columns, shares = _shares()
    n_classes = len(columns)
    return weights[:n_classes] + (shares * weights[n_classes:][columns]).sum(axis=1)
