"""The state of a search: a single NumPy record that kernels receive as a pointer."""

from typing import Any

import numba
import numpy as np

from outflank.large.board import N_SQUARES
from outflank.large.probcut import N_DEPTHS, N_PHASES, end_margins, margins
from outflank.large.weights import ANTI, N_FEATURES, OTHELLO, unfolded
from outflank.search.table import EXACT, Table
from outflank.search.thread_state import FIELDS, ThreadState

MAX_MOVES = 64
"""Capacity of the move list for one position. Random games reach about 35."""

N_NEAR = 1 << 15
"""Number of entries in the table for positions near the end, chosen to fit into the processor's cache."""

STATE = np.dtype(
    [
        *FIELDS,
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


class LargeState(ThreadState):
    """The state of one thread's search on 10×10, and the memory that it points to."""

    def __init__(self, table: Table, fewest_win: bool, busy: Any = None):
        super().__init__(STATE, table, N_NEAR, busy)
        self.record.sign = -1 if fewest_win else 1
        self.record.weights = unfolded(ANTI if fewest_win else OTHELLO)
        self.record.margins, self.record.end_margins = margins(fewest_win), end_margins(fewest_win)
