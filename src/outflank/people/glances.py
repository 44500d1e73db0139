"""A glance at every move: what a player sees without thinking deeply.

A move's glance consists of its value after a two-ply search, and of the number of replies that it leaves. The model of
people's moves learns from both.
"""

import threading
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from outflank.board.bits import ZERO, lowest_square, popcount
from outflank.board.moves import flips, legal_moves
from outflank.evaluation.evaluate import fill_features
from outflank.evaluation.features import moved
from outflank.evaluation.weights import Weights, shipped
from outflank.jit import kernel
from outflank.search.shallow import LEAST, row_of, shallow, value_after
from outflank.search.state import INCREMENTS, SearchState, State
from outflank.search.table import Table

ILLEGAL = -(1 << 15)
"""The value of a square where the side to move cannot play."""

Boards = npt.NDArray[np.uint64]
Values = npt.NDArray[np.int16]
Counts = npt.NDArray[np.uint8]


_types = numba.types
_Boards, _Features = _types.Array(_types.uint64, 1, "C"), _types.Array(_types.int16, 2, "C")
_Values, _Counts = _types.Array(_types.int16, 2, "C"), _types.Array(_types.uint8, 2, "C")


@kernel(_types.void(_Boards, _Boards, _Features, _Features, _Boards, _Values, _Counts, State))
def glance(
    players: Any, opponents: Any, table: Any, rows: Any, legal: Any, values: Any, replies: Any, state: Any
) -> None:
    """Fill in `legal`, `values` and `replies` for all positions; `rows` are the features in `state`.

    `table` has the format of `increments()`. The state must be ready.
    """
    for i in range(len(players)):
        player, opponent = players[i], opponents[i]
        n_empties = 64 - popcount(player | opponent)
        fill_features(player, opponent, table, rows[n_empties])
        moves = legal[i] = legal_moves(player, opponent)
        for square in range(64):
            values[i, square] = ILLEGAL
            replies[i, square] = 0
        while moves != ZERO:
            bit = moves & -moves
            moves ^= bit
            at = lowest_square(bit)
            flipped = flips(at, player, opponent)
            next_player, next_opponent = opponent ^ flipped, player ^ (flipped | bit)
            replies[i, at] = popcount(legal_moves(next_player, next_opponent))
            if n_empties == 1:
                value = value_after(
                    n_empties, at, flipped, next_player, next_opponent, LEAST, -LEAST, state.network, state
                )
            else:
                moved(row_of(n_empties, state), row_of(n_empties - 1, state), state.increments, at, flipped)
                value = -shallow(next_player, next_opponent, LEAST, -LEAST, 1, n_empties - 1, state.network, state)
            values[i, at] = value


@dataclass(frozen=True, slots=True)
class Glances:
    """Glances at the moves of `n` positions; squares run from a1 to h8, row by row."""

    legal: Boards
    """The legal moves as masks: uint64 [n]."""

    values: Values
    """The value of each move for its mover, in 1/`UNIT` disc; `ILLEGAL` elsewhere: int16 [n, 64]."""

    replies: Counts
    """The number of legal replies to each move: uint8 [n, 64]."""


class Glancer:
    """Glances at moves with the evaluation's weights. Any thread may use it; they take turns."""

    def __init__(self, weights: Weights | None = None):
        self._weights = shipped() if weights is None else weights
        self._state = SearchState(Table(1), self._weights)
        self._lock = threading.Lock()

    def look(self, players: Boards, opponents: Boards) -> Glances:
        """Glance at all moves of positions, given as masks of the discs of the side to move and of the other side."""
        n = len(players)
        found = Glances(np.empty(n, np.uint64), np.empty((n, 64), np.int16), np.empty((n, 64), np.uint8))
        with self._lock:
            self._state.begin()
            glance(
                players,
                opponents,
                INCREMENTS,
                self._state.features,
                found.legal,
                found.values,
                found.replies,
                self._state.record,
            )
        return found
