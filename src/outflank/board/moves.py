"""Move generation on the 8×8 board: the legal squares, and the discs that a move flips.

The public functions are intrinsics. Inside kernels, a single vector handles all four axes of the board. When called
from Python, the functions run as plain Python.
"""

from llvmlite import ir
from numba.core import types

from outflank.board.ir import I1, I32, V4, call, constant, has, look_up, reduce_or, splat
from outflank.board.masks import ALL, INNER_COLUMNS
from outflank.board.spread import Spread, combined
from outflank.jit import intrinsic

STEPS = (1, 7, 8, 9)  # along the row, the rising diagonal, the column and the falling diagonal
_PASSABLE = (INNER_COLUMNS, INNER_COLUMNS, ALL, INNER_COLUMNS)  # squares that a walk can cross without wrapping around


def _rays(sign: int) -> list[list[int]]:
    """For each square, four masks of the squares beyond it, one along each axis.

    With `sign` 1, these are the squares with higher numbers. With `sign` -1, they have lower numbers.
    """
    rays = []
    for square in range(64):
        rays.append([0, 0, 0, 0])
        for axis, (rows, columns) in enumerate([(0, 1), (1, -1), (1, 0), (1, 1)]):
            row, column = square // 8 + sign * rows, square % 8 + sign * columns
            while 0 <= row < 8 and 0 <= column < 8:
                rays[square][axis] |= 1 << (8 * row + column)
                row, column = row + sign * rows, column + sign * columns
    return rays


AFTER, BEFORE = _rays(1), _rays(-1)
"""For each square and axis, the squares beyond it with higher and with lower numbers."""
LINES = [
    [after | before | 1 << square for after, before in zip(*rays, strict=True)]
    for square, rays in enumerate(zip(AFTER, BEFORE, strict=True))
]
"""For each square and axis, the whole line."""


def _emit_landings(b: ir.IRBuilder, player: ir.Value, opponent: ir.Value) -> ir.Value:
    """Emit code for the squares just beyond the opponent's runs next to the player's discs, on each axis.

    It crosses up to six discs in each direction. The first two steps cross one disc each, and the next two steps cross
    two discs each.
    """
    step, two_steps = constant(STEPS), constant([2 * step for step in STEPS])
    run = b.and_(opponent, constant(_PASSABLE))
    up, down = b.and_(run, b.shl(player, step)), b.and_(run, b.lshr(player, step))
    up, down = b.or_(up, b.and_(run, b.shl(up, step))), b.or_(down, b.and_(run, b.lshr(down, step)))
    pairs_up = b.and_(run, b.shl(run, step))
    pairs_down = b.lshr(pairs_up, step)
    for _ in range(2):
        up = b.or_(up, b.and_(pairs_up, b.shl(up, two_steps)))
        down = b.or_(down, b.and_(pairs_down, b.lshr(down, two_steps)))
    return b.or_(b.shl(up, step), b.lshr(down, step))


def _emit_legal_moves(b: ir.IRBuilder, player: ir.Value, opponent: ir.Value) -> ir.Value:
    reached = reduce_or(b, _emit_landings(b, splat(b, player), splat(b, opponent)))
    return b.and_(reached, b.not_(b.or_(player, opponent)))


def _emit_spread_legal_moves(b: ir.IRBuilder, player: ir.Value, opponent: ir.Value) -> ir.Value:
    reached = reduce_or(b, _emit_landings(b, player, opponent))
    return b.and_(reached, b.not_(b.extract_element(b.or_(player, opponent), I32(0))))


@intrinsic("uint64(uint64, uint64)", _emit_legal_moves, (types.uint64(Spread, Spread), _emit_spread_legal_moves))
def legal_moves(player: int, opponent: int) -> int:
    """The squares where `player` may legally move."""
    reached = 0
    for step, passable in zip(STEPS, _PASSABLE, strict=True):
        run = opponent & passable
        up, down = player << step & run, player >> step & run
        for _ in range(5):
            up, down = up | up << step & run, down | down >> step & run
        reached |= up << step | down >> step
    return reached & ~(player | opponent) & ALL


def _emit_flips_on_axes(b: ir.IRBuilder, square: ir.Value, player: ir.Value, opponent: ir.Value) -> ir.Value:
    zero, one, ones = constant([0] * 4), constant([1] * 4), constant([-1] * 4)
    after, before = look_up(b, "rays.after", AFTER, square), look_up(b, "rays.before", BEFORE, square)
    others = b.xor(opponent, ones)
    # Upward: a carry runs through the opponent's discs to the first square on the ray that is not the opponent's.
    end = b.and_(b.and_(b.add(b.or_(opponent, b.xor(after, ones)), one), player), after)
    up = b.and_(b.add(end, b.sext(b.icmp_unsigned("!=", end, zero), V4)), after)
    if has("avx512cd") and has("avx512vl"):
        # Downward: the number of leading zeros tells the nearest square that is not the opponent's. A rotation gives
        # the bit above it. If the square is the player's, all squares of the ray from that bit on flip.
        zeros = call(b, "llvm.ctlz.v4i64", V4, b.and_(before, others), I1(0))
        above = b.and_(call(b, "llvm.fshr.v4i64", V4, one, one, zeros), b.add(player, player))
        return b.or_(up, b.and_(before, b.sub(zero, above)))
    # Downward: the nearest square is the highest bit. The player's disc must lie above every empty square on the ray;
    # all squares above the disc flip. No downward ray contains bit 63, so a signed comparison also works and is faster.
    own = b.and_(player, before)
    empty = b.xor(b.and_(others, before), own)
    covered = own
    for doubling in range(3):
        covered = b.or_(covered, b.lshr(covered, constant([step << doubling for step in STEPS])))
    bracketed = b.sext(b.icmp_signed(">", own, empty), V4)
    return b.or_(up, b.and_(b.and_(before, b.xor(covered, ones)), bracketed))


def _emit_flips(b: ir.IRBuilder, square: ir.Value, player: ir.Value, opponent: ir.Value) -> ir.Value:
    return reduce_or(b, _emit_flips_on_axes(b, square, splat(b, player), splat(b, opponent)))


def _emit_spread_flips(b: ir.IRBuilder, square: ir.Value, player: ir.Value, opponent: ir.Value) -> ir.Value:
    return combined(b, _emit_flips_on_axes(b, square, player, opponent), b.or_)


@intrinsic("uint64(uint64, uint64, uint64)", _emit_flips, (Spread(types.uint64, Spread, Spread), _emit_spread_flips))
def flips(square: int, player: int, opponent: int) -> int:
    """The discs that flip if `player` moves to the empty `square`; 0 if the move is illegal."""
    flipped = 0
    for after, before in zip(AFTER[square], BEFORE[square], strict=True):
        others = after & ~opponent
        nearest = others & -others
        if nearest & player:
            flipped |= after & nearest - 1
        others = before & ~opponent
        nearest = 1 << others.bit_length() >> 1
        if nearest & player:
            flipped |= before & -2 * nearest
    return flipped
