"""The state of a search of a variant: a single NumPy record that kernels receive as a pointer."""

from typing import Any

import numba
import numpy as np

from outflank.evaluation.evaluate import aligned
from outflank.evaluation.patterns import N_LANES
from outflank.search.table import EXACT, Table
from outflank.variants.evaluate import INCREMENTS
from outflank.variants.shape import Shape

MAX_MOVES = 48
"""Capacity of the move list for one position."""

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

_MOST_NODES = 2**62


class VariantState:
    """The state of one thread's search and the memory that it points to. Any thread may call `stop`.

    `weights` is the table of the learned evaluation, or None if the board has none: see `weights.table_of`.
    """

    def __init__(self, shape: Shape, fewest_win: bool, table: Table, weights: Any = None, busy: Any = None):
        self._table, self._weights, self._busy = table, weights, busy
        self._features = aligned((65, N_LANES))
        self._flag = np.zeros(1, np.uint64)
        self._near = aligned((2 * N_NEAR,), np.uint64)
        self.record: Any = np.zeros(1, STATE).view(np.recarray)[0]
        self.record.stop = self._flag.ctypes.data
        self.record.near = self._near.ctypes.data
        self.record.busy = 0 if busy is None else busy.ctypes.data
        self.record.table = table.address
        self.record.selectivity = EXACT
        self.record.weights = 0 if weights is None else weights.ctypes.data
        self.record.increments, self.record.features = INCREMENTS.ctypes.data, self._features.ctypes.data
        self.record.squares, self.record.corners = shape.squares, shape.corners
        self.record.n_squares, self.record.sign = shape.size**2, -1 if fewest_win else 1

    def begin(self, node_limit: int | None = None) -> None:
        """Prepare for a search: reset the stop flag and the node count, and copy the table's settings."""
        self._flag[0] = 0
        record, table = self.record, self._table
        record["stopped"] = record["nodes"] = record["killers"] = 0
        record["node_limit"] = _MOST_NODES if node_limit is None else min(node_limit, _MOST_NODES)
        record["mask"], record["salt"], record["generation"] = table.mask, table.salt, table.generation

    def place(self, player: int, opponent: int) -> None:
        """Do nothing, because no position needs preparation."""

    def stop(self) -> None:
        """Make the search return within about a millisecond."""
        self._flag[0] = 1
