from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board.squares import bits
from outflank.rules import Position
from outflank.training.random_moves import START, STEP, drawn, mixed, nth_square, random_square

NUMBERS = st.integers(0, 2**64 - 1)


def test_games_start_where_the_rules_say():
    assert tuple(map(int, START)) == (Position.start().player, Position.start().opponent)


def test_numbers_are_those_of_splitmix64():
    """Its published first numbers from seed 1234567 on (Vigna's splitmix64.c)."""
    seed, step = 1234567, int(STEP)
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert [mixed((seed + n * step) % 2**64) for n in range(1, 5)] == published


@given(NUMBERS, st.integers(1, 2**31))
def test_what_is_drawn_is_below_the_limit(number, limit):
    assert 0 <= drawn(number, limit) < limit


@given(NUMBERS.filter(bool), st.data())
def test_squares_are_counted_from_the_lowest(board, data):
    squares = list(bits(board))
    n = data.draw(st.integers(0, len(squares) - 1))
    assert nth_square(board, n) == squares[n]


def test_every_square_is_drawn_about_as_often():
    board = 0x8100000000000081
    counts = Counter(random_square(seed, board) for seed in range(4000))
    assert sorted(counts) == list(bits(board))
    assert list(counts.values()) == pytest.approx([1000] * 4, rel=0.1)
