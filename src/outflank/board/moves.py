"""Move generation on the 8×8 board: the legal squares, and the discs that a move flips.

The three public functions are intrinsics. Inside kernels, a single vector handles all four axes of the board. When
called from Python, the functions run as plain Python.
"""

from llvmlite import ir

from outflank.board.ir import V4, constant, look_up, reduce_or, splat
from outflank.board.masks import ALL, INNER_COLUMNS
from outflank.jit import intrinsic

_STEPS = (1, 7, 8, 9)  # along the row, the rising diagonal, the column and the falling diagonal
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


_AFTER, _BEFORE = _rays(1), _rays(-1)


def _emit_legal_moves(b: ir.IRBuilder, player: ir.Value, opponent: ir.Value) -> ir.Value:
    """Emit code that crosses up to six discs in each direction.

    The first two steps cross one disc each, and the next two steps cross two discs each.
    """
    step, two_steps = constant(_STEPS), constant([2 * step for step in _STEPS])
    discs, run = splat(b, player), b.and_(splat(b, opponent), constant(_PASSABLE))
    up, down = b.and_(run, b.shl(discs, step)), b.and_(run, b.lshr(discs, step))
    up, down = b.or_(up, b.and_(run, b.shl(up, step))), b.or_(down, b.and_(run, b.lshr(down, step)))
    pairs_up = b.and_(run, b.shl(run, step))
    pairs_down = b.lshr(pairs_up, step)
    for _ in range(2):
        up = b.or_(up, b.and_(pairs_up, b.shl(up, two_steps)))
        down = b.or_(down, b.and_(pairs_down, b.lshr(down, two_steps)))
    reached = reduce_or(b, b.or_(b.shl(up, step), b.lshr(down, step)))
    return b.and_(reached, b.not_(b.or_(player, opponent)))


@intrinsic("uint64(uint64, uint64)", _emit_legal_moves)
def legal_moves(player: int, opponent: int) -> int:
    """The squares where `player` may legally move."""
    reached = 0
    for step, passable in zip(_STEPS, _PASSABLE, strict=True):
        run = opponent & passable
        up, down = player << step & run, player >> step & run
        for _ in range(5):
            up, down = up | up << step & run, down | down >> step & run
        reached |= up << step | down >> step
    return reached & ~(player | opponent) & ALL


def _emit_flips(b: ir.IRBuilder, square: ir.Value, player: ir.Value, opponent: ir.Value) -> ir.Value:
    zero, one, ones = constant([0] * 4), constant([1] * 4), constant([-1] * 4)
    after, before = look_up(b, "rays.after", _AFTER, square), look_up(b, "rays.before", _BEFORE, square)
    discs, run = splat(b, player), splat(b, opponent)
    # Upward: a carry runs through the opponent's discs to the first square on the ray that is not the opponent's.
    end = b.and_(b.and_(b.add(b.or_(run, b.xor(after, ones)), one), discs), after)
    up = b.and_(b.add(end, b.sext(b.icmp_unsigned("!=", end, zero), V4)), after)
    # Downward: the nearest square is the highest bit. The player's disc must lie above every empty square on the ray;
    # all squares above the disc flip. No downward ray contains bit 63, so a signed comparison also works and is faster.
    own = b.and_(discs, before)
    empty = b.xor(b.and_(b.xor(run, ones), before), own)
    covered = own
    for doubling in range(3):
        covered = b.or_(covered, b.lshr(covered, constant([step << doubling for step in _STEPS])))
    bracketed = b.sext(b.icmp_signed(">", own, empty), V4)
    down = b.and_(b.and_(before, b.xor(covered, ones)), bracketed)
    return reduce_or(b, b.or_(up, down))


@intrinsic("uint64(uint64, uint64, uint64)", _emit_flips)
def flips(square: int, player: int, opponent: int) -> int:
    """The discs that flip if `player` moves to the empty `square`; 0 if the move is illegal."""
    flipped = 0
    for after, before in zip(_AFTER[square], _BEFORE[square], strict=True):
        others = after & ~opponent
        nearest = others & -others
        if nearest & player:
            flipped |= after & nearest - 1
        others = before & ~opponent
        nearest = 1 << others.bit_length() >> 1
        if nearest & player:
            flipped |= before & -2 * nearest
    return flipped


def _emit_last_flips(b: ir.IRBuilder, square: ir.Value, player: ir.Value) -> ir.Value:
    """Emit code that counts the flips of a move to the last empty square.

    With no other square empty, every line of discs ends at the player's nearest disc or at the edge.
    """
    zero, ones = constant([0] * 4), constant([-1] * 4)
    after, before = look_up(b, "rays.after", _AFTER, square), look_up(b, "rays.before", _BEFORE, square)
    discs = splat(b, player)
    own = b.and_(discs, after)
    below_nearest = b.and_(b.add(own, ones), b.xor(own, ones))  # below the lowest bit; if there is none, all squares
    up = b.and_(b.and_(below_nearest, after), b.sext(b.icmp_unsigned("!=", own, zero), V4))
    own = b.and_(discs, before)
    covered = own
    for doubling in range(3):
        covered = b.or_(covered, b.lshr(covered, constant([step << doubling for step in _STEPS])))
    down = b.and_(b.and_(before, b.xor(covered, ones)), b.sext(b.icmp_unsigned("!=", own, zero), V4))
    return b.ctpop(reduce_or(b, b.or_(up, down)))


@intrinsic("int64(uint64, uint64)", _emit_last_flips)
def last_flips(square: int, player: int) -> int:
    """Number of discs that `player` flips by filling `square`, the only empty square on the board."""
    return flips(square, player, ~(player | 1 << square) & ALL).bit_count()
