import numba
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.jit import kernel
from outflank.large.board import (
    ALL,
    Board,
    bit_of,
    board,
    board_of,
    count,
    down,
    first_square,
    high_word,
    low_word,
    split,
    up,
    without_first,
)
from tests.large.positions import words

_u, _i = numba.types.uint64, numba.types.int64
WORDS = st.integers(0, 2**64 - 1)
NUMBER = 0x123456789ABCDEF0FEDCBA987
CONSTANT = board(NUMBER)


@kernel(words(Board))
def as_words(board):
    return low_word(board), high_word(board)


@kernel(words(_u, _u, _u, _u))
def combined(low, high, other_low, other_high):
    a, b = board_of(low, high), board_of(other_low, other_high)
    made = a & ~b
    made |= a ^ b
    made &= a | CONSTANT
    return as_words(made)


@kernel(words(_u, _u, _i))
def shifted(low, high, n):
    a = board_of(low, high)
    return as_words((up(a, n) & CONSTANT) ^ down(a, n))


@kernel(_i(_u, _u))
def sum_of_squares(low, high):
    left, total = board_of(low, high), 0
    while left != board_of(0, 0):
        total += first_square(left)
        left = without_first(left)
    return total + 1000 * count(board_of(low, high))


@kernel("boolean(uint64, uint64)")
def is_constant(low, high):
    return board_of(low, high) == CONSTANT


@given(WORDS, WORDS, WORDS, WORDS)
def test_operators_agree_with_those_of_integers(low, high, other_low, other_high):
    a, b = low | high << 64, other_low | other_high << 64
    assert combined(low, high, other_low, other_high) == split((a & ~b | a ^ b) & (a | NUMBER))


@given(WORDS, WORDS, st.integers(0, 127))
def test_shifts_carry_from_word_to_word(low, high, n):
    a = low | high << 64
    assert shifted(low, high, n) == split((a << n & NUMBER) ^ a >> n)


@given(st.integers(0, ALL))
def test_squares_are_counted_and_visited_once(squares):
    expected = [square for square in range(100) if squares >> square & 1]
    assert sum_of_squares(*split(squares)) == sum(expected) + 1000 * len(expected)


def test_boards_are_compared():
    assert is_constant(*split(NUMBER))
    assert not is_constant(*split(NUMBER ^ 1))
    assert not is_constant(*split(NUMBER ^ 1 << 99))


@pytest.mark.parametrize("square", [0, 63, 64, 99])
def test_a_square_has_its_bit(square):
    assert bit_of(square) == 1 << square
    assert first_square(bit_of(square)) == square
