"""Move generation on the 10×10 board: the legal squares, and the discs that a move flips.

As on 8×8 (`board.moves`), a vector handles all four axes of the board. Here it takes two vectors, one for the low and
one for the high words. The public functions are intrinsics; when called from Python, they run as plain Python.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from llvmlite import ir
from numba.core import types

from outflank.board import walks
from outflank.board.ir import V4, call, constant, look_up, reduce_or, splat
from outflank.board.squares import column
from outflank.jit import intrinsic
from outflank.large.board import ALL, I128, SIZE, WORD, Board, joined, words

STEPS = (1, SIZE - 1, SIZE, SIZE + 1)  # along the row, the rising diagonal, the column and the falling diagonal
NOT_FIRST, NOT_LAST = ALL & ~column(0, SIZE), ALL & ~column(SIZE - 1, SIZE)
_INNER = NOT_FIRST & NOT_LAST
_PASSABLE = (_INNER, _INNER, ALL, _INNER)  # squares that a walk can cross without wrapping around
_LONGEST = SIZE - 2  # discs that a walk can cross


def _rays(sign: int) -> list[list[int]]:
    """For each square, four masks of the squares beyond it, one along each axis.

    With `sign` 1, these are the squares with higher numbers. With `sign` -1, they have lower numbers.
    """
    rays = []
    for square in range(SIZE * SIZE):
        rays.append([0, 0, 0, 0])
        for axis, (rows, columns) in enumerate([(0, 1), (1, -1), (1, 0), (1, 1)]):
            row, column = square // SIZE + sign * rows, square % SIZE + sign * columns
            while 0 <= row < SIZE and 0 <= column < SIZE:
                rays[square][axis] |= 1 << (SIZE * row + column)
                row, column = row + sign * rows, column + sign * columns
    return rays


_AFTER, _BEFORE = _rays(1), _rays(-1)


@dataclass(frozen=True)
class FourBoards:
    """Code for four boards, one for each axis: a vector of their low words, and one of their high words."""

    builder: ir.IRBuilder
    low: ir.Value
    high: ir.Value

    @classmethod
    def constant(cls, builder: ir.IRBuilder, boards: Sequence[int]) -> "FourBoards":
        """Four boards that are known when the code is compiled."""
        return cls(builder, constant([each & WORD for each in boards]), constant([each >> 64 for each in boards]))

    @classmethod
    def copied(cls, builder: ir.IRBuilder, board: ir.Value) -> "FourBoards":
        """A board in all four places."""
        low, high = words(builder, board)
        return cls(builder, splat(builder, low), splat(builder, high))

    @classmethod
    def looked_up(
        cls, builder: ir.IRBuilder, name: str, rows: Sequence[Sequence[int]], index: ir.Value
    ) -> "FourBoards":
        """Row `index` of a constant table of four boards, which is stored under `name`."""
        low = [[each & WORD for each in row] for row in rows]
        high = [[each >> 64 for each in row] for row in rows]
        return cls(builder, look_up(builder, f"{name}.low", low, index), look_up(builder, f"{name}.high", high, index))

    def __and__(self, other: "FourBoards") -> "FourBoards":
        b = self.builder
        return FourBoards(b, b.and_(self.low, other.low), b.and_(self.high, other.high))

    def __or__(self, other: "FourBoards") -> "FourBoards":
        b = self.builder
        return FourBoards(b, b.or_(self.low, other.low), b.or_(self.high, other.high))

    def __xor__(self, other: "FourBoards") -> "FourBoards":
        b = self.builder
        return FourBoards(b, b.xor(self.low, other.low), b.xor(self.high, other.high))

    def __invert__(self) -> "FourBoards":
        return FourBoards(self.builder, self.builder.not_(self.low), self.builder.not_(self.high))

    def up(self, times: int = 1) -> "FourBoards":
        """Each board, shifted along its axis to higher squares."""
        steps = constant([times * step for step in STEPS])
        high = call(self.builder, "llvm.fshl.v4i64", V4, self.high, self.low, steps)
        return FourBoards(self.builder, self.builder.shl(self.low, steps), high)

    def down(self, times: int = 1) -> "FourBoards":
        """Each board, shifted along its axis to lower squares."""
        steps = constant([times * step for step in STEPS])
        low = call(self.builder, "llvm.fshr.v4i64", V4, self.high, self.low, steps)
        return FourBoards(self.builder, low, self.builder.lshr(self.high, steps))

    def union(self) -> ir.Value:
        """The board of all squares in any of the four."""
        return joined(self.builder, reduce_or(self.builder, self.low), reduce_or(self.builder, self.high))


def _emit_legal_moves(b: ir.IRBuilder, player: ir.Value, opponent: ir.Value) -> ir.Value:
    """Emit code that crosses up to eight discs in each direction, in steps of one, one, two and four discs."""
    own, run = FourBoards.copied(b, player), FourBoards.copied(b, opponent) & FourBoards.constant(b, _PASSABLE)
    up, down = run & own.up(), run & own.down()
    pairs_up, pairs_down = run & run.up(), run & run.down()
    up, down = up | run & up.up(), down | run & down.down()
    fours_up, fours_down = pairs_up & pairs_up.up(2), pairs_down & pairs_down.down(2)
    up, down = up | pairs_up & up.up(2), down | pairs_down & down.down(2)
    up, down = up | fours_up & up.up(4), down | fours_down & down.down(4)
    reached = (up.up() | down.down()).union()
    return b.and_(b.and_(reached, ir.Constant(I128, ALL)), b.not_(b.or_(player, opponent)))


@intrinsic(Board(Board, Board), _emit_legal_moves)
def legal_moves(player: int, opponent: int) -> int:
    """The squares where `player` may legally move."""
    reached = 0
    for step, passable in zip(STEPS, _PASSABLE, strict=True):
        run = opponent & passable
        up, down = player << step & run, player >> step & run
        for _ in range(_LONGEST - 1):
            up, down = up | up << step & run, down | down >> step & run
        reached |= up << step | down >> step
    return reached & ~(player | opponent) & ALL


def _emit_flips(b: ir.IRBuilder, square: ir.Value, player: ir.Value, opponent: ir.Value) -> ir.Value:
    zero, one = constant([0] * 4), constant([1] * 4)
    own, other = FourBoards.copied(b, player), FourBoards.copied(b, opponent)
    after, before = (
        FourBoards.looked_up(b, "large.after", _AFTER, square),
        FourBoards.looked_up(b, "large.before", _BEFORE, square),
    )

    def where(condition: ir.Value) -> ir.Value:
        return b.sext(condition, V4)

    # Upward: a carry runs through the opponent's discs to the first square on the ray that is not the opponent's.
    blocked = other | ~after
    low = b.add(blocked.low, one)
    end = FourBoards(b, low, b.sub(blocked.high, where(b.icmp_unsigned("==", low, zero)))) & own & after
    found = where(b.icmp_unsigned("!=", b.or_(end.low, end.high), zero))
    borrowed = b.and_(where(b.icmp_unsigned("==", end.low, zero)), found)
    up = FourBoards(b, b.add(end.low, found), b.add(end.high, borrowed)) & after
    # Downward: the nearest square is the highest bit. The player's disc must lie above every empty square on the ray;
    # all squares above the disc flip.
    owned = own & before
    empty = before & ~other ^ owned
    covered = owned
    for times in (1, 2, 4, 1):  # eight squares; a shift by eight steps would be longer than a word
        covered = covered | covered.down(times)
    above_in_low = b.and_(b.icmp_unsigned("==", owned.high, empty.high), b.icmp_unsigned(">", owned.low, empty.low))
    bracketed = where(b.or_(b.icmp_unsigned(">", owned.high, empty.high), above_in_low))
    return (up | before & ~covered & FourBoards(b, bracketed, bracketed)).union()


@intrinsic(Board(types.int64, Board, Board), _emit_flips)
def flips(square: int, player: int, opponent: int) -> int:
    """The discs that flip if `player` moves to the empty `square`; 0 if the move is illegal."""
    return walks.turned(walks.rays(SIZE, SIZE)[square], player, opponent)
