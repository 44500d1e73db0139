"""Bitboard operations for kernels. A bitboard is an unsigned 64-bit integer, from a1 in bit 0 to h8 in bit 63.

Counts are signed integers.
"""

from typing import cast

import numpy as np
from llvmlite import ir

from outflank.board.ir import I1
from outflank.jit import intrinsic


def bitboard(value: int) -> int:
    """Create a bitboard constant.

    Numba treats a bare literal as signed, and arithmetic on signed and unsigned integers produces a float.
    """
    return cast(int, np.uint64(value))


ZERO, ONE = bitboard(0), bitboard(1)


@intrinsic("int64(uint64)", lambda _builder, board: board)
def signed(board: int) -> int:
    """Reinterpret a 64-bit word as a signed number, which kernels can add to counts or compare with them."""
    return board - (board >> 63 << 64)


@intrinsic("uint64(int64)", lambda _builder, number: number)
def unsigned(number: int) -> int:
    """Reinterpret a signed number as a 64-bit word."""
    return number & 2**64 - 1


@intrinsic("int64(uint64)", ir.IRBuilder.ctpop)
def popcount(board: int) -> int:
    """The number of squares in a bitboard."""
    return board.bit_count()


@intrinsic("uint64(uint64)", lambda builder, board: builder.cttz(board, I1(1)))
def lowest_square(board: int) -> int:
    """The lowest-numbered square in a bitboard. The result for an empty bitboard is undefined."""
    return (board & -board).bit_length() - 1
