"""The state of a search: a single NumPy record that kernels receive as a pointer."""

from typing import Any

import numba
import numpy as np

from outflank.evaluation.evaluate import aligned
from outflank.large.board import N_SQUARES
from outflank.large.probcut import N_DEPTHS, N_PHASES, end_margins, margins
from outflank.large.weights import ANTI, N_FEATURES, OTHELLO, unfolded
from outflank.search.table import EXACT, Table

MAX_MOVES = 64
"""Capacity of the move list for one position. Random games reach about 35."""

N_NEAR = 1 << 15
"""Number of entries in the table for positions near the end, chosen to fit into the processor's cache."""

N_BUSY = 1 << 12
"""Number of words that mark the positions being searched. A collision only causes a little extra work."""

STATE = np.dtype(
    [
        ("nodes", np.int64),
        ("node_limit", np.int64),
        ("stop", np.uint64),  # address of a word that becomes nonzero when the search must stop
        ("stopped", np.int64),  # 1 once the search has noticed the stop; its result is then meaningless
        ("busy", np.uint64),  # address of the hashes of positions that a thread is searching; 0 for a single thread
        ("table", np.uint64),  # address
        ("mask", np.uint64),
        ("salt", np.uint64),
        ("generation", np.int64),
        ("near", np.uint64),  # address of the thread's own small table for positions near the end
        ("sign", np.int64),  # 1 if the side with more discs wins, −1 if the side with fewer wins
        ("margins", np.int64, (EXACT * N_PHASES * N_DEPTHS,)),  # of ProbCut
        ("end_margins", np.int64, (EXACT,)),  # of ProbCut in searches to the end
        ("weights", np.int64, ((N_SQUARES + 1) * N_FEATURES,)),  # of the evaluation, by number of empty squares
        ("features", np.int64, (N_FEATURES,)),  # of the position that was evaluated last
        # For each number of empty squares, the position's moves start at index number × MAX_MOVES, best first.
        ("keys", np.int64, ((N_SQUARES + 1) * MAX_MOVES,)),  # sort keys, with the move in the low bits
        ("hashes", np.uint64, ((N_SQUARES + 1) * MAX_MOVES,)),  # of the positions after the moves
    ],
    align=True,
)

State = numba.from_dtype(STATE)

_MOST_NODES = 2**62


class LargeState:
    """The state of one thread's search and the memory that it points to. Any thread may call `stop`."""

    def __init__(self, table: Table, fewest_win: bool, busy: Any = None):
        self._table, self._busy = table, busy
        self._flag = np.zeros(1, np.uint64)
        self._near = aligned((2 * N_NEAR,), np.uint64)
        self.record: Any = np.zeros(1, STATE).view(np.recarray)[0]
        self.record.stop = self._flag.ctypes.data
        self.record.near = self._near.ctypes.data
        self.record.busy = 0 if busy is None else busy.ctypes.data
        self.record.table = table.address
        self.record.sign = -1 if fewest_win else 1
        self.record.weights = unfolded(ANTI if fewest_win else OTHELLO)
        self.record.margins, self.record.end_margins = margins(fewest_win), end_margins(fewest_win)

    def begin(self, node_limit: int | None = None) -> None:
        """Prepare for a search: reset the stop flag and the node count, and copy the table's settings."""
        self._flag[0] = 0
        record, table = self.record, self._table
        record["stopped"] = record["nodes"] = 0
        record["node_limit"] = _MOST_NODES if node_limit is None else min(node_limit, _MOST_NODES)
        record["mask"], record["salt"], record["generation"] = table.mask, table.salt, table.generation

    def place(self, player: int, opponent: int) -> None:
        """Do nothing, because no position needs preparation."""

    def stop(self) -> None:
        """Make the search return within about a millisecond."""
        self._flag[0] = 1
