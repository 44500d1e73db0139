"""The static evaluation, which predicts the final score of a position."""

from typing import Any

import numpy as np

from outflank.board.bits import ONE, lowest_square, unsigned
from outflank.evaluation.features import weighed
from outflank.evaluation.patterns import N_WEIGHTS, PHASES, increments
from outflank.jit import kernel

UNIT = 128
"""Units per disc in the weights and in the result of `evaluate`."""

STRIDE = -(-N_WEIGHTS // 32) * 32
"""Distance between the weights of one phase and the next, rounded up so that each phase starts on a cache line."""

_PHASE_BYTES = 2 * STRIDE
MOST = 63 * UNIT
"""The highest value that the evaluation returns. Only a wipe-out has a higher score."""


@kernel("int64(uint64, int64, uint64)")
def evaluate(features: int, n_empties: int, weights: int) -> int:
    """Predict the final score from the mover's point of view, in 1/`UNIT` disc, limited to ±63 discs.

    `features` is the address of the position's features, and `weights` is the address of the weights for all phases.
    """
    phase = min(max((60 - n_empties) >> 1, 0), PHASES - 1)
    value = weighed(features, weights + unsigned(phase * _PHASE_BYTES), n_empties & 1)
    return min(max(value, -MOST), MOST)


@kernel("void(uint64, uint64, int16[:, ::1], int16[::1])")
def fill_features(player: int, opponent: int, table: Any, row: Any) -> None:
    """Compute a position's features from scratch and write them into `row`, int16 [lanes].

    `table` has the format of `increments()`.
    """
    row[:] = 0
    while player:
        square = lowest_square(player)
        player &= player - ONE
        for lane in range(len(row)):
            row[lane] += table[square, lane]
    while opponent:
        square = lowest_square(opponent)
        opponent &= opponent - ONE
        for lane in range(len(row)):
            row[lane] -= table[square, lane]


def aligned(shape: tuple[int, ...], dtype: Any = np.int16) -> Any:
    """Create an array of zeros that is aligned to a cache line."""
    n_bytes = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(n_bytes + 64, np.uint8)
    start = -memory.ctypes.data % 64
    return memory[start : start + n_bytes].view(dtype).reshape(shape)


def features_of(player: int, opponent: int) -> Any:
    """Compute the features of a position from scratch, as an int16 array of `N_LANES`."""
    sides = np.array([player, opponent], "<u8").view(np.uint8).reshape(2, 8)
    discs = np.unpackbits(sides, axis=1, bitorder="little").astype(np.int16)
    return (discs[0] - discs[1]) @ increments()
