"""The state of a search: a single NumPy record that kernels receive as a pointer."""

from typing import Any

import numba
import numpy as np

from outflank.evaluation.evaluate import aligned, features_of
from outflank.evaluation.patterns import N_LANES, increments
from outflank.evaluation.weights import Weights
from outflank.search.probcut import margins
from outflank.search.table import Table
from outflank.search.thread_state import FIELDS, ThreadState

MAX_MOVES = 48
"""Capacity of the move list for one position. A long hunt for 8×8 positions with many legal moves found at most 35."""

STATE = np.dtype(
    [
        *FIELDS,
        ("network", np.uint64),  # address of the evaluation's network; 0 if there is none
        ("weights", np.uint64),  # address of the evaluation's weights for all phases
        ("increments", np.uint64),  # address of the table INCREMENTS
        ("features", np.uint64),  # address of the position's features for each number of empty squares
        ("margins", np.uint64),  # address of the ProbCut deviations; see `probcut`
        # For each number of empty squares, masks of the last two moves that refuted a position; see `shallow`.
        ("killers", np.uint64, (2 * 65,)),
        # For each number of empty squares, the position's moves start at index number × MAX_MOVES, best first.
        (
            "keys",
            np.int64,
            (64 * MAX_MOVES,),
        ),  # sort keys; in the endgame, unsorted, with the place in the list in the low bits
        ("flips", np.uint64, (64 * MAX_MOVES,)),
        ("squares", np.uint64, (64 * MAX_MOVES,)),
        ("replies", np.uint64, (64 * MAX_MOVES,)),  # the legal moves after each move, in the endgame
        ("hashes", np.uint64, (64 * MAX_MOVES,)),  # of the positions after the moves, in the order before sorting
    ],
    align=True,
)

State = numba.from_dtype(STATE)

INCREMENTS = aligned((64, N_LANES))
"""A copy of the table `evaluation.patterns.increments` for kernels."""
INCREMENTS[:] = increments()

N_NEAR = 1 << 14
"""Number of entries in the table for positions near the end, chosen to fit into the processor's cache."""


class SearchState(ThreadState):
    """The state of one thread's search on 8×8, and the memory that it points to."""

    def __init__(self, table: Table, weights: Weights, busy: Any = None):
        super().__init__(STATE, table, N_NEAR, busy)
        self._weights = weights
        self._margins = margins(weights.probcut)
        self._features = aligned((65, N_LANES))
        self._placed = 0, 0  # the position whose features were set last
        self.record.network = 0 if weights.network is None else weights.network.address
        self.record.weights, self.record.margins = weights.address, self._margins.ctypes.data
        self.record.increments, self.record.features = INCREMENTS.ctypes.data, self._features.ctypes.data

    def begin(self, node_limit: int | None = None) -> None:
        """Prepare for a search, as for any board, and forget the moves that refuted positions."""
        super().begin(node_limit)
        self.record["killers"] = 0

    @property
    def features(self) -> Any:
        """Features of the current position, with one row for each number of empty squares: int16 [65, N_LANES]."""
        return self._features

    def place(self, player: int, opponent: int) -> None:
        """Compute the features of the position that will be searched."""
        if self._placed != (player, opponent):
            self._placed = player, opponent
            self._features[64 - (player | opponent).bit_count()] = features_of(player, opponent)
