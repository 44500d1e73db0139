"""The discs that a move to the last empty square flips, for both sides at once.

With no other square empty, a line consists of the two sides' discs only. The player's discs on it tell everything, and
a table has the two counts for each pattern. Processors that gather bits quickly look up the four lines; others compare
whole vectors.
"""

from llvmlite import ir

from outflank.board.ir import I16, I32, I64, V4, call, constant, gathers_bits, look_up, reduce_or, splat, table
from outflank.board.masks import ALL
from outflank.board.moves import AFTER, BEFORE, LINES, STEPS, flips
from outflank.jit import intrinsic

_OPPONENT = 8  # the bit from which on the opponent's count is stored


def _counts_of(line: int, length: int, square: int) -> int:
    """The counts of both sides for a move to one square of a line, whose other squares hold these discs."""
    counts = 0
    for shift, own in ((0, line), (_OPPONENT, ~line)):
        for step in (1, -1):
            run, at = 0, square + step
            while 0 <= at < length and not own >> at & 1:
                run, at = run + 1, at + step
            counts += run << shift if 0 <= at < length else 0
    return counts


def _tables() -> tuple[list[int], list[int]]:
    """Counts by length of line, square and discs; and for each square and axis, a mask and where its counts begin."""
    counts: list[int] = []
    begins: dict[tuple[int, int], int] = {}
    for length in range(1, 9):
        for square in range(length):
            begins[length, square] = len(counts)
            counts += [_counts_of(line, length, square) for line in range(1 << length)]
    lines = []
    for square, own_lines in enumerate(LINES):
        for line in own_lines:
            n_before = (line & (1 << square) - 1).bit_count()
            lines += [line, begins[line.bit_count(), n_before]]
    return counts, lines


_COUNTS, _LINES = _tables()


def _emit_by_tables(b: ir.IRBuilder, square: ir.Value, player: ir.Value) -> ir.Value:
    counts, lines = table(b, "last_move.counts", I16, _COUNTS), table(b, "last_move.lines", I64, _LINES)
    total = I64(0)
    for axis in range(4):
        at = b.add(b.shl(square, I64(3)), I64(2 * axis))
        mask, begin = (b.load(b.gep(lines, [I32(0), b.add(at, I64(i))])) for i in (0, 1))
        discs = call(b, "llvm.x86.bmi.pext.64", I64, player, mask)
        total = b.add(total, b.zext(b.load(b.gep(counts, [I32(0), b.add(begin, discs)])), I64))
    return total


def _emit_count(b: ir.IRBuilder, square: ir.Value, player: ir.Value) -> ir.Value:
    """Emit code that counts one side's flips. Every line ends at the player's nearest disc or at the edge."""
    zero, ones = constant([0] * 4), constant([-1] * 4)
    after, before = look_up(b, "rays.after", AFTER, square), look_up(b, "rays.before", BEFORE, square)
    discs = splat(b, player)
    own = b.and_(discs, after)
    below_nearest = b.and_(b.add(own, ones), b.xor(own, ones))  # below the lowest bit; if there is none, all squares
    up = b.and_(b.and_(below_nearest, after), b.sext(b.icmp_unsigned("!=", own, zero), V4))
    own = b.and_(discs, before)
    covered = own
    for doubling in range(3):
        covered = b.or_(covered, b.lshr(covered, constant([step << doubling for step in STEPS])))
    down = b.and_(b.and_(before, b.xor(covered, ones)), b.sext(b.icmp_unsigned("!=", own, zero), V4))
    return b.ctpop(reduce_or(b, b.or_(up, down)))


def _emit(b: ir.IRBuilder, square: ir.Value, player: ir.Value) -> ir.Value:
    if gathers_bits():
        return _emit_by_tables(b, square, player)
    opponent = b.not_(b.or_(player, b.shl(I64(1), square)))
    return b.or_(_emit_count(b, square, player), b.shl(_emit_count(b, square, opponent), I64(_OPPONENT)))


@intrinsic("uint64(uint64, uint64)", _emit)
def last_flips(square: int, player: int) -> int:
    """Number of discs that each side would flip by filling `square`, the only empty square on the board.

    The player's number is in the low eight bits, the opponent's above them.
    """
    opponent = ~(player | 1 << square) & ALL
    return flips(square, player, opponent).bit_count() | flips(square, opponent, player).bit_count() << _OPPONENT
