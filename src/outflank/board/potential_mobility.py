"""Potential mobility on the 8×8 board: the squares that may become legal moves."""

from outflank.board.bits import bitboard
from outflank.board.masks import NOT_A, NOT_H
from outflank.jit import kernel

_NOT_A, _NOT_H = bitboard(NOT_A), bitboard(NOT_H)
_1, _8 = bitboard(1), bitboard(8)


@kernel("uint64(uint64, uint64)")
def potential_moves(player: int, opponent: int) -> int:
    """The empty squares next to an opponent's disc, where `player` may be able to move later."""
    beside = opponent | (opponent & _NOT_H) << _1 | (opponent & _NOT_A) >> _1
    return (beside | beside << _8 | beside >> _8) & ~(player | opponent)
