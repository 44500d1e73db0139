"""The state of a search: one NumPy record, which kernels receive as a single pointer."""

from typing import Any

import numba
import numpy as np

from outflank.evaluation.evaluate import aligned, features_of
from outflank.evaluation.patterns import N_LANES, increments
from outflank.evaluation.weights import Weights
from outflank.search.probcut import margins
from outflank.search.table import Table

MAX_MOVES = 48
"""Room for the legal moves of any discs on 8×8: the most that a long search for many came to is 35."""

STATE = np.dtype(
    [
        ("nodes", np.int64),
        ("node_limit", np.int64),
        ("busy", np.uint64),  # address of the hashes of positions that a thread is searching; 0 for a single thread
        ("stop", np.uint64),  # address of a word that is not 0 once the search is to stop
        ("stopped", np.int64),  # 1 once the search has seen that; what it returns then means nothing
        ("table", np.uint64),  # address
        ("mask", np.uint64),
        ("salt", np.uint64),
        ("generation", np.int64),
        ("near", np.uint64),  # address of a small table of the thread's own, for positions near the end
        ("network", np.uint64),  # address of the evaluation's network; 0 if there is none
        ("weights", np.uint64),  # address of the evaluation's weights, of all phases
        ("increments", np.uint64),  # address of the table of that name
        ("features", np.uint64),  # address of the features of the position at each number of empty squares
        ("margins", np.uint64),  # address of what a shallow search is likely to be wrong by; see `probcut`
        # For each number of empty squares the moves that refuted a position last and before that; see `shallow`. Masks.
        ("killers", np.uint64, (2 * 65,)),
        # The moves of the position at each number of empty squares, from number × MAX_MOVES on, best first.
        ("keys", np.int64, (64 * MAX_MOVES,)),  # what they are sorted by; in the endgame all that there is, not sorted
        ("flips", np.uint64, (64 * MAX_MOVES,)),
        ("squares", np.uint64, (64 * MAX_MOVES,)),
        ("hashes", np.uint64, (64 * MAX_MOVES,)),  # of the positions that the moves lead to, before they are sorted
    ],
    align=True,
)

State = numba.from_dtype(STATE)

INCREMENTS = aligned((64, N_LANES))
"""The table of `evaluation.patterns.increments`, for kernels."""
INCREMENTS[:] = increments()

N_BUSY = 1 << 15
"""How many words there are for positions being searched; a clash of two costs some work, nothing else."""

N_NEAR = 1 << 14
"""Entries of the table for positions near the end: few enough to stay in the processor's cache."""

_MOST_NODES = 2**62


class SearchState:
    """The record of one thread's search, and the memory that it points to. `stop` may be called from any thread."""

    def __init__(self, table: Table, weights: Weights, busy: Any = None):
        self._table, self._weights, self._busy = table, weights, busy
        self._margins = margins(weights.probcut)
        self._features = aligned((65, N_LANES))
        self._flag = np.zeros(1, np.uint64)
        self._near = aligned((2 * N_NEAR,), np.uint64)
        self._placed = 0, 0  # the position that was placed last
        self.record: Any = np.zeros(1, STATE).view(np.recarray)[0]
        self.record.stop = self._flag.ctypes.data
        self.record.near = self._near.ctypes.data
        self.record.busy = 0 if busy is None else busy.ctypes.data
        self.record.table = table.address
        self.record.network = 0 if weights.network is None else weights.network.address
        self.record.weights, self.record.margins = weights.address, self._margins.ctypes.data
        self.record.increments, self.record.features = INCREMENTS.ctypes.data, self._features.ctypes.data

    def begin(self, node_limit: int | None = None) -> None:
        """Prepare for a search: not stopped, no nodes yet, the table as it is now."""
        self._flag[0] = 0
        record, table = self.record, self._table
        record["stopped"] = record["nodes"] = record["killers"] = 0  # by name, as attributes take ten times as long
        record["node_limit"] = _MOST_NODES if node_limit is None else min(node_limit, _MOST_NODES)
        record["mask"], record["salt"], record["generation"] = table.mask, table.salt, table.generation

    @property
    def features(self) -> Any:
        """The features of the position at each number of empty squares: int16 [65, N_LANES]."""
        return self._features

    def place(self, player: int, opponent: int) -> None:
        """Set the features to those of the position to be searched."""
        if self._placed != (player, opponent):
            self._placed = player, opponent
            self._features[64 - (player | opponent).bit_count()] = features_of(player, opponent)

    def stop(self) -> None:
        """Let the search return as soon as it can, within a millisecond or so."""
        self._flag[0] = 1
