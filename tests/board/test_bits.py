import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from outflank.board.bits import bitboard, lowest_square, popcount, signed, unsigned
from outflank.jit import kernel

BOARDS = st.integers(0, 2**64 - 1)


@kernel("int64(uint64)")
def compiled_popcount(board):
    return popcount(board)


@kernel("uint64(uint64)")
def compiled_lowest_square(board):
    return lowest_square(board)


@kernel("int64(uint64)")
def compiled_signed(board):
    return signed(board)


@kernel("uint64(int64)")
def compiled_unsigned(number):
    return unsigned(number)


@given(BOARDS)
def test_popcount_counts_the_squares(board):
    assert popcount(board) == compiled_popcount(board) == bin(board).count("1")


@given(BOARDS.filter(bool))
def test_lowest_square_is_the_first_one_set(board):
    assert lowest_square(board) == compiled_lowest_square(board) == bin(board)[::-1].index("1")


def test_bitboards_are_unsigned():
    assert bitboard(2**64 - 1) == 2**64 - 1
    assert isinstance(bitboard(0), np.uint64)


@given(BOARDS)
def test_signed_reads_the_same_bits_as_two_s_complement(board):
    assert signed(board) == compiled_signed(board) == int.from_bytes(board.to_bytes(8, "big"), "big", signed=True)


@given(BOARDS)
def test_unsigned_undoes_signed(board):
    assert unsigned(signed(board)) == compiled_unsigned(signed(board)) == board
