"""Stable discs on a small board: discs that can never be flipped again.

A disc is stable if, along each of the four axes, its line is full, or one neighbour does not exist or is a stable disc
of its own colour. The test is repeated until it finds no more discs.
"""

from outflank.board.bits import ZERO, bitboard
from outflank.board.masks import ALL, NOT_A, NOT_H
from outflank.board.stability import full_columns, full_falling, full_rising, full_rows
from outflank.jit import kernel

_NOT_A, _NOT_H = bitboard(NOT_A), bitboard(NOT_H)
_ROW_1, _ROW_8 = bitboard(0xFF), bitboard(0xFF << 56)
_A, _H = bitboard(ALL ^ NOT_A), bitboard(ALL ^ NOT_H)
_1, _7, _8, _9 = bitboard(1), bitboard(7), bitboard(8), bitboard(9)


@kernel("uint64(uint64, uint64, uint64)")
def stable_discs(player: int, opponent: int, squares: int) -> int:
    """The player's discs that are recognised as stable on the board of these `squares`."""
    absent = ~squares
    occupied = player | opponent | absent
    rows, rising = full_rows(occupied), full_rising(occupied)
    columns, falling = full_columns(occupied), full_falling(occupied)
    stable = ZERO
    while True:
        firm = stable | absent
        west, east = (firm << _1 & _NOT_A) | _A, (firm >> _1 & _NOT_H) | _H
        north, south = firm << _8 | _ROW_1, firm >> _8 | _ROW_8
        grown = (
            player
            & (rows | west | east)
            & (columns | north | south)
            & (rising | (firm << _7 & _NOT_H) | (firm >> _7 & _NOT_A) | _A | _H | _ROW_1 | _ROW_8)
            & (falling | (firm << _9 & _NOT_A) | (firm >> _9 & _NOT_H) | _A | _H | _ROW_1 | _ROW_8)
        )
        if grown == stable:
            return stable
        stable = grown
