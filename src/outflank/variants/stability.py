"""Stable discs on a small board: discs that can never be flipped again.

A disc is stable if, along each of the four axes, its line is full, or one neighbour does not exist or is a stable disc
of its own colour. The test is repeated until it finds no more discs.
"""

from llvmlite import ir

from outflank.board.bits import ZERO
from outflank.board.ir import constant
from outflank.board.masks import ALL, FIRST_ROW, NOT_A, NOT_H
from outflank.board.moves import STEPS
from outflank.board.spread import Axes, Spread, combined, parts, single, spread
from outflank.board.stability import LANDING, LANDING_DOWN, open_lines
from outflank.jit import intrinsic, kernel

_SIDES, _ENDS = ALL & ~(NOT_A & NOT_H), FIRST_ROW | FIRST_ROW << 56
_EDGES = (_SIDES, _SIDES | _ENDS, _ENDS, _SIDES | _ENDS)  # for each axis, squares without one of the two neighbours


def _emit_supported(b: ir.IRBuilder, opened: ir.Value, firm: ir.Value) -> ir.Value:
    steps = constant(STEPS)
    up, down = b.and_(b.shl(firm, steps), constant(LANDING)), b.and_(b.lshr(firm, steps), constant(LANDING_DOWN))
    beside = b.or_(b.or_(up, down), constant(_EDGES))
    return combined(b, b.or_(b.not_(opened), beside), b.and_)


@intrinsic(Spread(Axes, Spread), _emit_supported)
def _supported(opened: int, firm: int) -> int:
    """The squares with, on each axis, a full line, or a neighbour that is firm or does not exist."""
    found = ALL
    for line, step, up, down, edges in zip(parts(opened), STEPS, LANDING, LANDING_DOWN, _EDGES, strict=True):
        found &= ~line | firm << step & up | firm >> step & down | edges
    return found


@kernel("uint64(uint64, uint64, uint64)")
def stable_discs(player: int, opponent: int, squares: int) -> int:
    """The player's discs that are recognised as stable on the board of these `squares`."""
    own, absent = spread(player), spread(~squares)
    opened, stable = open_lines(spread(player | opponent) | absent), spread(ZERO)
    while True:
        grown = own & _supported(opened, stable | absent)
        if single(grown ^ stable) == ZERO:
            return single(stable)
        stable = grown
