"""Bitboards in kernels: unsigned 64-bit numbers, bit 0 for a1 and bit 63 for h8; counts are signed."""

from typing import cast

import numpy as np
from llvmlite import ir

from outflank.board.ir import I1
from outflank.jit import intrinsic


def bitboard(value: int) -> int:
    """A bitboard constant. Kernels take a bare literal for a signed number, and mix the two into floating point."""
    return cast(int, np.uint64(value))


ZERO, ONE = bitboard(0), bitboard(1)


@intrinsic("int64(uint64)", lambda _builder, board: board)
def signed(board: int) -> int:
    """A word of 64 bits as a signed number, which a kernel needs for sums and comparisons with counts."""
    return board - (board >> 63 << 64)


@intrinsic("uint64(int64)", lambda _builder, number: number)
def unsigned(number: int) -> int:
    """A signed number as a word of 64 bits."""
    return number & 2**64 - 1


@intrinsic("int64(uint64)", ir.IRBuilder.ctpop)
def popcount(board: int) -> int:
    """How many squares are set."""
    return board.bit_count()


@intrinsic("uint64(uint64)", lambda builder, board: builder.cttz(board, I1(1)))
def lowest_square(board: int) -> int:
    """The first square that is set; undefined for an empty board."""
    return (board & -board).bit_length() - 1
