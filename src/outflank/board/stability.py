"""Stable discs on the 8×8 board: discs that can never be flipped again.

A table lists the stable discs of every possible edge. Away from the edges, a disc is stable if, along each of the four
axes, its line is full or it touches a stable disc of its own colour. This test is repeated until it finds no more
discs. Every disc found is stable, but some stable discs are missed.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types

from outflank.board.bits import ZERO, bitboard
from outflank.board.ir import constant, look_up
from outflank.board.masks import ALL, FIRST_COLUMN, FIRST_ROW, INNER, NOT_A, NOT_H
from outflank.board.moves import LINES, STEPS
from outflank.board.spread import Axes, Spread, combined, joined, parts, single, spread
from outflank.jit import intrinsic, kernel

_INNER, _FIRST_ROW, _FIRST_COLUMN = bitboard(INNER), bitboard(FIRST_ROW), bitboard(FIRST_COLUMN)
_GATHER, _SPREAD = bitboard(0x0102040810204080), bitboard(0x0002040810204081)
_SEVEN_BITS = bitboard(0x7F)
_LAST_ROW = bitboard(56)
_SEVEN, _ONE_ROW = bitboard(7), bitboard(8)


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


# --- lines --------------------------------------------------------------------------------------------------------

LANDING, LANDING_DOWN = (NOT_A, NOT_H, ALL, NOT_A), (NOT_H, NOT_A, ALL, NOT_H)
"""For each axis, the squares that a step up or down reaches without wrapping around."""


def _emit_open_lines(b: ir.IRBuilder, occupied: ir.Value) -> ir.Value:
    """Emit code for the squares on each axis that a walk from an empty square reaches."""
    up = down = b.not_(occupied)
    landing, landing_down = list(LANDING), list(LANDING_DOWN)
    for doubling in range(3):
        steps = [step << doubling for step in STEPS]
        shift = constant(steps)
        up = b.or_(up, b.and_(b.shl(up, shift), constant(landing)))
        down = b.or_(down, b.and_(b.lshr(down, shift), constant(landing_down)))
        landing = [mask & mask << step & ALL for mask, step in zip(landing, steps, strict=True)]
        landing_down = [mask & mask >> step for mask, step in zip(landing_down, steps, strict=True)]
    return b.or_(up, down)


def _open_on(axis: int, occupied: int) -> int:
    up = down = ~occupied & ALL
    for _ in range(7):
        up |= up << STEPS[axis] & LANDING[axis]
        down |= down >> STEPS[axis] & LANDING_DOWN[axis]
    return (up | down) & ALL


@intrinsic(Axes(Spread), _emit_open_lines)
def open_lines(occupied: int) -> int:
    """For each axis, all squares on lines that have an empty square."""
    return joined(_open_on(axis, occupied) for axis in range(4))


@intrinsic(Axes(types.uint64), lambda b, square: look_up(b, "lines", LINES, square))
def lines_through(square: int) -> int:
    """For each axis, the line through a square."""
    return joined(LINES[square])


def _emit_full_on_all_axes(b: ir.IRBuilder, opened: ir.Value) -> ir.Value:
    return b.not_(combined(b, opened, b.or_))


@intrinsic(Spread(Axes), _emit_full_on_all_axes)
def full_on_all_axes(opened: int) -> int:
    """The squares whose four lines are full, if `opened` are all lines with an empty square."""
    rows, rising, columns, falling = parts(opened)
    return ~(rows | rising | columns | falling) & ALL


def _emit_supported(b: ir.IRBuilder, opened: ir.Value, stable: ir.Value) -> ir.Value:
    steps = constant(STEPS)
    beside = b.or_(b.shl(stable, steps), b.lshr(stable, steps))
    return combined(b, b.or_(b.not_(opened), beside), b.and_)


@intrinsic(Spread(Axes, Spread), _emit_supported)
def supported(opened: int, stable: int) -> int:
    """The inner squares with, on each axis, a full line or a stable disc beside them. Squares on edges are rubbish."""
    found = ALL
    for line, step in zip(parts(opened), STEPS, strict=True):
        found &= ~line | stable << step | stable >> step
    return found


# --- the whole board ----------------------------------------------------------------------------------------------


@kernel(Spread(Spread, Spread, Axes))
def surely_stable(player: int, opponent: int, opened: int) -> int:
    """The player's stable discs on the edges and on squares whose four lines are full."""
    inner = player & spread(_INNER) & full_on_all_axes(opened)
    return spread(stable_on_edges(single(player), single(opponent))) | inner


@kernel(Spread(Spread, Axes, Spread))
def with_supported(player: int, opened: int, stable: int) -> int:
    """Add the player's discs that stable discs support, until there are no more of them."""
    inner = player & spread(_INNER)
    while True:
        grown = stable | (inner & supported(opened, stable))
        if single(grown ^ stable) == ZERO:
            return stable
        stable = grown


@kernel("uint64(uint64, uint64)")
def stable_discs(player: int, opponent: int) -> int:
    """The player's discs that are recognised as stable."""
    own, other = spread(player), spread(opponent)
    opened = open_lines(own | other)
    return single(with_supported(own, opened, surely_stable(own, other, opened)))
