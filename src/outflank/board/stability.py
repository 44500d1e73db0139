"""Stable discs on the 8×8 board: discs that can never be flipped again.

A table lists the stable discs of every possible edge. Away from the edges, a disc is stable if, along each of the four
axes, its line is full or it touches a stable disc of its own colour. This test is repeated until it finds no more
discs. Every disc found is stable, but some stable discs are missed.
"""

from typing import Any

import numpy as np
from llvmlite import ir

from outflank.board.bits import bitboard
from outflank.board.ir import I32, constant, splat
from outflank.board.masks import ALL, FIRST_COLUMN, FIRST_ROW, INNER, NOT_A, NOT_H
from outflank.jit import intrinsic, kernel

_INNER, _FIRST_ROW, _FIRST_COLUMN = bitboard(INNER), bitboard(FIRST_ROW), bitboard(FIRST_COLUMN)
_GATHER, _SPREAD = bitboard(0x0102040810204080), bitboard(0x0002040810204081)
_SEVEN_BITS = bitboard(0x7F)
_LAST_ROW = bitboard(56)
_SEVEN, _ONE_ROW, _NINE, _ONE_STEP = bitboard(7), bitboard(8), bitboard(9), bitboard(1)


# --- edges --------------------------------------------------------------------------------------------------------


@kernel("int64(int64, int64, int64)")
def _turned(square: int, player: int, opponent: int) -> int:
    """The discs that a move on an edge flips along that edge. The eight squares are numbered from 0."""
    turned = 0
    for step in (1, -1):
        run, at = 0, square + step
        while 0 <= at < 8 and opponent >> at & 1:
            run |= 1 << at
            at += step
        if 0 <= at < 8 and player >> at & 1:
            turned |= run
    return turned


@kernel("void(uint8[:])")
def _fill(table: Any) -> None:
    """Compute the player's stable discs for every edge, stored at index 256 × player's discs + opponent's discs.

    A disc is stable if no sequence of moves by either side can flip it. The sequence may include moves that would be
    illegal on the full board.
    """
    for occupied in range(255, -1, -1):  # fuller edges first: each edge looks up edges with one more disc
        player = occupied
        while True:
            opponent = occupied & ~player
            stable = player
            for square in range(8):
                bit = 1 << square
                if not occupied & bit:
                    turned = _turned(square, player, opponent)
                    stable &= table[(player | bit | turned) << 8 | (opponent & ~turned)]
                    turned = _turned(square, opponent, player)
                    stable &= table[(player & ~turned) << 8 | (opponent | bit | turned)]
            table[player << 8 | opponent] = stable
            if player == 0:
                break
            player = (player - 1) & occupied


_EDGES: Any = np.zeros(1 << 16, np.uint8)
_fill(_EDGES)


@kernel("uint64(uint64)")
def _column_as_row(board: int) -> int:
    """Gather the eight squares of the a-file in the low eight bits."""
    return ((board & _FIRST_COLUMN) * _GATHER) >> _LAST_ROW


@kernel("uint64(uint64)")
def _row_as_column(row: int) -> int:
    """Spread the low eight bits over the a-file."""
    return ((row & _SEVEN_BITS) * _SPREAD & _FIRST_COLUMN) | row >> _SEVEN << _LAST_ROW


@kernel("uint64(uint64, uint64)")
def _on_edge(player: int, opponent: int) -> int:
    """The player's stable discs on one edge. Each argument, like the result, is an 8-bit mask."""
    stable: int = _EDGES[player << _ONE_ROW | opponent]
    return stable


@kernel("uint64(uint64, uint64)")
def stable_on_edges(player: int, opponent: int) -> int:
    """The player's edge discs that can never be flipped by a move on the same edge."""
    top = _on_edge(player & _FIRST_ROW, opponent & _FIRST_ROW)
    bottom = _on_edge(player >> _LAST_ROW, opponent >> _LAST_ROW)
    left = _on_edge(_column_as_row(player), _column_as_row(opponent))
    right = _on_edge(_column_as_row(player >> _SEVEN), _column_as_row(opponent >> _SEVEN))
    return top | bottom << _LAST_ROW | _row_as_column(left) | _row_as_column(right) << _SEVEN


# --- full lines ---------------------------------------------------------------------------------------------------

_STEPS = (1, 7, 8, 9)
# For each axis, the squares that a step up can reach without wrapping around.
_LANDING = (NOT_A, NOT_H, ALL, NOT_A)
_LANDING_DOWN = (NOT_H, NOT_A, ALL, NOT_H)


def _emit_full(axis: int) -> Any:
    """Create a function that emits code for the squares on full lines along `axis`.

    These are the squares that no walk from an empty square reaches.
    """

    def emit(b: ir.IRBuilder, occupied: ir.Value) -> ir.Value:
        up = down = splat(b, b.not_(occupied))
        landing, landing_down = list(_LANDING), list(_LANDING_DOWN)
        for doubling in range(3):
            steps = [step << doubling for step in _STEPS]
            shift = constant(steps)
            up = b.or_(up, b.and_(b.shl(up, shift), constant(landing)))
            down = b.or_(down, b.and_(b.lshr(down, shift), constant(landing_down)))
            landing = [mask & mask << step & ALL for mask, step in zip(landing, steps, strict=True)]
            landing_down = [mask & mask >> step for mask, step in zip(landing_down, steps, strict=True)]
        return b.not_(b.extract_element(b.or_(up, down), I32(axis)))

    return emit


def _full_twin(axis: int, occupied: int) -> int:
    up = down = ~occupied & ALL
    for _ in range(7):
        up |= up << _STEPS[axis] & _LANDING[axis]
        down |= down >> _STEPS[axis] & _LANDING_DOWN[axis]
    return ~(up | down) & ALL


@intrinsic("uint64(uint64)", _emit_full(0))
def full_rows(occupied: int) -> int:
    """All squares on full rows."""
    return _full_twin(0, occupied)


@intrinsic("uint64(uint64)", _emit_full(1))
def full_rising(occupied: int) -> int:
    """All squares on full rising diagonals."""
    return _full_twin(1, occupied)


@intrinsic("uint64(uint64)", _emit_full(2))
def full_columns(occupied: int) -> int:
    """All squares on full columns."""
    return _full_twin(2, occupied)


@intrinsic("uint64(uint64)", _emit_full(3))
def full_falling(occupied: int) -> int:
    """All squares on full falling diagonals."""
    return _full_twin(3, occupied)


@kernel("uint64(uint64, uint64)")
def stable_discs(player: int, opponent: int) -> int:
    """The player's discs that are recognised as stable."""
    occupied = player | opponent
    rows, rising = full_rows(occupied), full_rising(occupied)
    columns, falling = full_columns(occupied), full_falling(occupied)
    inner = player & _INNER
    stable = stable_on_edges(player, opponent) | (inner & rows & rising & columns & falling)
    while True:
        grown = stable | (
            inner
            & (rows | stable << _ONE_STEP | stable >> _ONE_STEP)
            & (rising | stable << _SEVEN | stable >> _SEVEN)
            & (columns | stable << _ONE_ROW | stable >> _ONE_ROW)
            & (falling | stable << _NINE | stable >> _NINE)
        )
        if grown == stable:
            return stable
        stable = grown
