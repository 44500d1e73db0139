"""The evaluation on 10×10, which predicts the final score of a position from its features.

A feature is a difference between both sides: in discs on each class of symmetric squares, in moves and possible later
moves, in moves to corners, and in discs on the squares beside empty corners. One more feature is always 1.
"""

from typing import Any

import numba
import numpy as np

from outflank.board.bits import popcount
from outflank.board.squares import SQUARES
from outflank.jit import kernel
from outflank.large.board import ALL, CORNERS, SIZE, WORD, Board, board, count, down, high_word, low_word, up
from outflank.large.endgame import HIGHEST, LOWEST
from outflank.large.moves import NOT_FIRST, NOT_LAST, legal_moves
from outflank.large.state import State
from outflank.large.weights import CLASSES, N_CLASSES, N_FEATURES

UNIT = 32
"""Units per disc in the weights."""

MOST = HIGHEST - 1
"""The highest value that the evaluation returns, in discs. Only a wipe-out has a higher score."""

_HALF = UNIT // 2
_i = numba.types.int64


def _squares(names: str) -> int:
    return board(sum(1 << SQUARES[SIZE][name] for name in names.split()))


_ALL, _NOT_FIRST, _NOT_LAST = board(ALL), board(NOT_FIRST), board(NOT_LAST)
_X_SQUARES, _C_SQUARES = _squares("b2 i2 b9 i9"), _squares("a2 b1 i1 j2 a9 b10 i10 j9")
_LOW = np.array([squares & WORD for squares in CLASSES], np.uint64)
_HIGH = np.array([squares >> 64 for squares in CLASSES], np.uint64)


@kernel(Board(Board))
def _around(discs: int) -> int:
    """The squares with a disc on or beside them."""
    beside = discs | up(discs & _NOT_LAST, 1) | down(discs & _NOT_FIRST, 1)
    return beside | up(beside, SIZE) | down(beside, SIZE)


@kernel(Board(Board, Board))
def potential_moves(player: int, opponent: int) -> int:
    """The empty squares next to an opponent's disc, where `player` may be able to move later."""
    return _around(opponent) & ~(player | opponent) & _ALL


@kernel(numba.types.void(Board, Board, State))
def find_features(player: int, opponent: int, state: Any) -> None:
    """Store the position's features in the state."""
    own_low, own_high, low, high = low_word(player), high_word(player), low_word(opponent), high_word(opponent)
    for i in range(N_CLASSES):
        own = popcount(own_low & _LOW[i]) + popcount(own_high & _HIGH[i])
        state.features[i] = own - popcount(low & _LOW[i]) - popcount(high & _HIGH[i])
    moves, replies = legal_moves(player, opponent), legal_moves(opponent, player)
    potential = count(potential_moves(player, opponent)) - count(potential_moves(opponent, player))
    beside = _around(CORNERS & ~(player | opponent))
    own_beside, others_beside = player & beside, opponent & beside
    state.features[N_CLASSES] = count(moves) - count(replies)
    state.features[N_CLASSES + 1] = potential
    state.features[N_CLASSES + 2] = count(moves & CORNERS) - count(replies & CORNERS)
    state.features[N_CLASSES + 3] = count(own_beside & _X_SQUARES) - count(others_beside & _X_SQUARES)
    state.features[N_CLASSES + 4] = count(own_beside & _C_SQUARES) - count(others_beside & _C_SQUARES)
    state.features[N_CLASSES + 5] = 1


@kernel(_i(Board, Board, _i, State))
def evaluate(player: int, opponent: int, n_empties: int, state: Any) -> int:
    """Predict the final score from the mover's point of view, in discs, limited to ±`MOST`."""
    find_features(player, opponent, state)
    value = _HALF
    for i in range(N_FEATURES):
        value += state.features[i] * state.weights[n_empties * N_FEATURES + i]
    return min(max(value // UNIT, LOWEST + 1), MOST)
