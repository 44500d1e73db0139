"""Bitboards of 128 bits for kernels: a number from a1 in bit 0 to j10 in bit 99.

Kernels declare such arguments as `Board`. Two general registers contain a board, and LLVM carries bits from one to the
other. Outside compiled code, a board is simply a Python integer. Python code passes a board to a kernel as two words,
the low one first, because Numba cannot convert such large integers.
"""

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.imputils import lower_constant
from numba.extending import lower_builtin, models, register_model, type_callable, typeof_impl

from outflank.board import squares
from outflank.board.ir import I1, I64
from outflank.jit import intrinsic

SIZE = 10
"""The number of rows and columns."""

N_SQUARES = SIZE * SIZE
ALL = squares.full(SIZE)
I128 = ir.IntType(128)
WORD = 2**64 - 1
_ALL_BITS = 2**128 - 1


class _BoardType(types.Type):
    twin = None
    """Its twin in plain Python has no NumPy type, because it is an integer of any length."""


Board = _BoardType("board")
"""The type of a bitboard with 128 bits."""


class _Constant(int):
    """A bitboard whose type Numba recognises."""


def board(value: int) -> int:
    """Create a constant for kernels."""
    return _Constant(value)


@register_model(_BoardType)
class _BoardModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any):
        super().__init__(manager, kind, I128)


@typeof_impl.register(_Constant)  # type: ignore[untyped-decorator]
def _typeof(_value: object, _context: object) -> _BoardType:
    return Board


@lower_constant(_BoardType)  # type: ignore[untyped-decorator]
def _lower_constant(_context: Any, _builder: ir.IRBuilder, _kind: object, value: int) -> ir.Constant:
    return ir.Constant(I128, int(value))


def _operate(function: Callable[..., Any], emit: Callable[..., Any], result: Any = Board) -> None:
    """Let kernels apply an operator to boards."""
    n = 1 if function is operator.invert else 2
    pair: Callable[..., Any] = lambda a, b: result if a == b == Board else None  # noqa: E731
    alone: Callable[..., Any] = lambda a: result if a == Board else None  # noqa: E731
    type_callable(function)(lambda _context: pair if n == 2 else alone)
    lower_builtin(function, *[Board] * n)(lambda _context, builder, _signature, values: emit(builder, *values))


for _functions, _emit in (
    ((operator.and_, operator.iand), ir.IRBuilder.and_),
    ((operator.or_, operator.ior), ir.IRBuilder.or_),
    ((operator.xor, operator.ixor), ir.IRBuilder.xor),
):
    for _function in _functions:
        _operate(_function, _emit)
_operate(operator.invert, ir.IRBuilder.not_)
_operate(operator.eq, lambda b, one, other: b.icmp_unsigned("==", one, other), types.boolean)
_operate(operator.ne, lambda b, one, other: b.icmp_unsigned("!=", one, other), types.boolean)


EMPTY = board(0)
CORNERS = board(sum(1 << corner for corner in squares.corners(SIZE)))


def words(builder: ir.IRBuilder, board: ir.Value) -> tuple[ir.Value, ir.Value]:
    """Emit code for the low and the high word of a board."""
    high = builder.lshr(board, ir.Constant(I128, 64))
    return builder.trunc(board, I64), builder.trunc(high, I64)


def joined(builder: ir.IRBuilder, low: ir.Value, high: ir.Value) -> ir.Value:
    """Emit code for the board that consists of two words."""
    return builder.or_(builder.zext(low, I128), builder.shl(builder.zext(high, I128), ir.Constant(I128, 64)))


@intrinsic(Board(types.uint64, types.uint64), joined)
def board_of(low: int, high: int) -> int:
    """The board that consists of two words."""
    return low | high << 64


@intrinsic(types.uint64(Board), lambda b, board: words(b, board)[0])
def low_word(board: int) -> int:
    """The word with the squares from a1 to d7."""
    return board & WORD


@intrinsic(types.uint64(Board), lambda b, board: words(b, board)[1])
def high_word(board: int) -> int:
    """The word with the squares from e7 to j10."""
    return board >> 64 & WORD


def split(board: int) -> tuple[int, int]:
    """The two words of a board, for a call of a kernel from Python."""
    return board & WORD, board >> 64


@intrinsic(Board(Board, types.int64), lambda b, board, n: b.shl(board, b.zext(n, I128)))
def up(board: int, n: int) -> int:
    """A board shifted by `n` bits, from 0 to 127, to higher squares."""
    return board << n & _ALL_BITS


@intrinsic(Board(Board, types.int64), lambda b, board, n: b.lshr(board, b.zext(n, I128)))
def down(board: int, n: int) -> int:
    """A board shifted by `n` bits, from 0 to 127, to lower squares."""
    return board >> n


@intrinsic(types.int64(Board), lambda b, board: b.trunc(b.ctpop(board), I64))
def count(board: int) -> int:
    """The number of squares in a board."""
    return board.bit_count()


@intrinsic(types.int64(Board), lambda b, board: b.trunc(b.cttz(board, I1(1)), I64))
def first_square(board: int) -> int:
    """The lowest-numbered square in a board. The result for an empty board is undefined."""
    return (board & -board).bit_length() - 1


@intrinsic(Board(types.int64), lambda b, square: b.shl(ir.Constant(I128, 1), b.zext(square, I128)))
def bit_of(square: int) -> int:
    """The board of a single square."""
    return 1 << square


def _emit_without_first(b: ir.IRBuilder, board: ir.Value) -> ir.Value:
    return b.and_(board, b.sub(board, ir.Constant(I128, 1)))


@intrinsic(Board(Board), _emit_without_first)
def without_first(board: int) -> int:
    """A board without its lowest-numbered square."""
    return board & board - 1 if board else 0
