"""The state of a search of a variant: a single NumPy record that kernels receive as a pointer."""

from typing import Any

import numba
import numpy as np

from outflank.evaluation.evaluate import aligned
from outflank.evaluation.patterns import N_LANES
from outflank.search.table import EXACT, Table
from outflank.search.thread_state import FIELDS, ThreadState
from outflank.variants.evaluate import INCREMENTS
from outflank.variants.shape import Shape

MAX_MOVES = 48
"""Capacity of the move list for one position."""

N_NEAR = 1 << 15
"""Number of entries in the table for positions near the end, chosen to fit into the processor's cache."""

STATE = np.dtype(
    [
        *FIELDS,
        ("weights", np.uint64),  # address of the evaluation's weights for all phases; 0 if the game has none
        ("increments", np.uint64),  # address of the table `evaluate.INCREMENTS`
        ("features", np.uint64),  # address of the position's features for each number of empty squares
        ("killers", np.uint64, (65,)),  # for each number of empty squares, the last move that refuted a position
        ("selectivity", np.int64),  # EXACT, or SELECTIVE for a search that may be wrong
        ("squares", np.uint64),  # the board
        ("corners", np.uint64),
        ("n_squares", np.int64),
        ("sign", np.int64),  # 1 if the side with more discs wins, −1 if the side with fewer wins
        # For each number of empty squares, the position's moves start at index number × MAX_MOVES, best first.
        ("keys", np.int64, (65 * MAX_MOVES,)),  # sort keys, with the move in the low bits
        ("hashes", np.uint64, (65 * MAX_MOVES,)),  # of the positions after the moves
    ],
    align=True,
)

State = numba.from_dtype(STATE)

SELECTIVE = 0
"""The selectivity of a search in which a shallow search may replace a deep one."""


class VariantState(ThreadState):
    """The state of one thread's search of a variant, and the memory that it points to.

    `weights` is the table of the learned evaluation, or None if the board has none: see `weights.table_of`.
    """

    def __init__(self, shape: Shape, fewest_win: bool, table: Table, weights: Any = None, busy: Any = None):
        super().__init__(STATE, table, N_NEAR, busy)
        self._weights = weights
        self._features = aligned((65, N_LANES))
        self.record.selectivity = EXACT
        self.record.weights = 0 if weights is None else weights.ctypes.data
        self.record.increments, self.record.features = INCREMENTS.ctypes.data, self._features.ctypes.data
        self.record.squares, self.record.corners = shape.squares, shape.corners
        self.record.n_squares, self.record.sign = shape.size**2, -1 if fewest_win else 1

    def begin(self, node_limit: int | None = None) -> None:
        """Prepare for a search, as for any board, and forget the moves that refuted positions."""
        super().begin(node_limit)
        self.record["killers"] = 0
