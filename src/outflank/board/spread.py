"""Bitboards in vector registers, for solvers in which every nanosecond counts.

A move is found with one vector of four lanes, one lane for each axis of the board. To get from a general register into
a vector and back takes as long as the search for the flips itself. A solver of the last squares therefore keeps its
bitboards *spread*, with a copy in each lane, from one move to the next. `legal_moves` and `flips` accept both kinds.

Kernels declare such arguments as `Spread` in place of `uint64`. Outside compiled code, a spread bitboard is simply the
bitboard.
"""

import operator
from collections.abc import Callable, Iterable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import lower_builtin, models, register_model, type_callable

from outflank.board.ir import I32, I64, V4, splat
from outflank.board.masks import ALL
from outflank.jit import intrinsic


class _FourLanes(types.Type):
    def __init__(self, name: str, twin: Any):
        self.twin = twin
        """The type of its twin in plain Python."""
        super().__init__(name)


Spread = _FourLanes("spread", types.uint64)
"""The type of a bitboard with a copy in each lane."""

Axes = _FourLanes("axes", None)
"""The type of four bitboards, one for each axis. In plain Python, it is a number of 256 bits."""


@register_model(_FourLanes)
class _Model(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any):
        super().__init__(manager, kind, V4)


def _operate(function: Callable[..., Any], emit: Callable[..., Any]) -> None:
    """Let kernels apply an operator to two vectors of the same type."""
    type_callable(function)(lambda _context: lambda a, b: a if a == b and isinstance(a, _FourLanes) else None)
    for kind in (Spread, Axes):
        lower_builtin(function, kind, kind)(lambda _context, builder, _signature, values: emit(builder, *values))


_operate(operator.and_, ir.IRBuilder.and_)
_operate(operator.or_, ir.IRBuilder.or_)
_operate(operator.xor, ir.IRBuilder.xor)


@intrinsic(Spread(types.uint64), splat)
def spread(board: int) -> int:
    """A bitboard, copied into all lanes."""
    return board


@intrinsic(types.uint64(Spread), lambda builder, board: builder.extract_element(board, I32(0)))
def single(board: int) -> int:
    """The bitboard that a spread bitboard is a copy of."""
    return board


@intrinsic(Spread(types.uint64), lambda builder, square: splat(builder, builder.shl(I64(1), square)))
def spread_bit(square: int) -> int:
    """The spread bitboard of a single square."""
    return 1 << square


def joined(boards: Iterable[int]) -> int:
    """The number that stands for four bitboards in plain Python."""
    return sum(board << 64 * axis for axis, board in enumerate(boards))


def parts(axes: int) -> tuple[int, int, int, int]:
    """The four bitboards that a number stands for in plain Python."""
    return axes & ALL, axes >> 64 & ALL, axes >> 128 & ALL, axes >> 192


def combined(builder: ir.IRBuilder, lanes: ir.Value, combine: Callable[..., ir.Value]) -> ir.Value:
    """Emit code that combines the four lanes of a vector, with the result in each lane."""
    for order in ((2, 3, 0, 1), (1, 0, 3, 2)):
        mask = ir.Constant(ir.VectorType(I32, 4), list(order))
        lanes = combine(lanes, builder.shuffle_vector(lanes, lanes, mask))
    return lanes
