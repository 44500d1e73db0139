"""Pattern indices on a graphics card: two to a number, updated after each move from small tables.

A *row* holds the indices of all features in `PAIRS` 32-bit numbers, each of which is index + 65536 × next index.
Because this is a sum, a move adds one constant to both. Indices are from the point of view of one side throughout a
search, the side to move at its root; the other side's are the same numbers negated.

Places in arrays are unsigned, because Numba would otherwise check each for a negative number.
"""

from typing import Any

import numba
import numpy as np

from outflank.board.bits import ONE, lowest_square, signed, unsigned
from outflank.evaluation.evaluate import MOST, STRIDE
from outflank.evaluation.patterns import FEATURES, N_FEATURES, N_LANES, PHASES, increments
from outflank.jit import kernel

PAIRS = (N_FEATURES + 1) // 2
_CENTRES = 64 * PAIRS  # place of the features' offsets in the table
TABLE_SIZE = _CENTRES + N_FEATURES
_HALF, _WHOLE = 1 << 15, 1 << 16

_u, _i, _Numbers = numba.types.uint64, numba.types.int64, numba.types.int32[::1]


def table_of_pairs() -> Any:
    """The table for the kernels: the increments of each square's disc, then where each feature's weights start."""
    table = np.zeros(TABLE_SIZE, np.int32)
    each = increments().astype(np.int32)
    table[:_CENTRES] = (each[:, 0:N_LANES:2] + _WHOLE * each[:, 1:N_LANES:2])[:, :PAIRS].ravel()
    table[_CENTRES:] = [pattern.centre for pattern, _ in FEATURES]
    return table


@kernel(numba.types.void(_u, _i, _i, _Numbers, _Numbers))
def add_discs(discs: int, times: int, row: int, rows: Any, table: Any) -> None:
    """Add `times` the increments of all `discs` to the row that starts at place `row` of `rows`."""
    while discs:
        place = signed(lowest_square(discs)) * PAIRS
        discs &= discs - ONE
        for k in range(PAIRS):
            rows[unsigned(row + k)] += times * table[unsigned(place + k)]


@kernel(numba.types.void(_u, _u, _i, _i, _Numbers, _Numbers))
def fill_row(bit: int, flipped: int, side: int, row: int, rows: Any, table: Any) -> None:
    """Compute the row after a move at `bit` from the row at place `row`, and write it behind that row.

    `side` is 1 if the side whose indices these are makes the move, otherwise -1.
    """
    place = signed(lowest_square(bit)) * PAIRS
    for k in range(PAIRS):
        rows[unsigned(row + PAIRS + k)] = rows[unsigned(row + k)] + side * table[unsigned(place + k)]
    add_discs(flipped, 2 * side, row + PAIRS, rows, table)


@kernel(_i(_i, _i, _i, _Numbers, _Numbers, numba.types.int16[::1]))
def row_value(row: int, side: int, n_empties: int, rows: Any, table: Any, weights: Any) -> int:
    """The evaluation of the position of a row, exactly as `evaluation.evaluate` computes it.

    `side` is 1 for the point of view of the side whose indices these are, otherwise -1. `weights` are those of all
    phases.
    """
    phase = min(max((60 - n_empties) >> 1, 0), PHASES - 1) * STRIDE
    total = int(weights[phase + (n_empties & 1)])
    for k in range(PAIRS):
        pair = side * rows[unsigned(row + k)]  # negates both indices
        low = ((pair & (_WHOLE - 1)) ^ _HALF) - _HALF  # the sign of 16 bits
        high = (pair - low) >> 16
        total += int(weights[unsigned(phase + table[unsigned(_CENTRES + 2 * k)] + low)])
        if 2 * k + 1 < N_FEATURES:
            total += int(weights[unsigned(phase + table[unsigned(_CENTRES + 2 * k + 1)] + high)])
    return min(max(total, -MOST), MOST)
