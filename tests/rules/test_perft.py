import pytest
from hypothesis import given

from outflank.errors import OptionError
from outflank.rules import Game, Position
from outflank.rules.perft import divide, perft
from tests.oracles import known, naive
from tests.strategies import positions


@pytest.mark.parametrize("depth", range(6))
def test_the_start_has_the_known_counts(depth):
    assert perft(Position.start(), depth) == known.PERFT[depth]


@given(positions())
def test_perft_equals_the_oracle(position):
    assert perft(position, 2) == naive.perft(naive.from_cells(position.cells), position.turn.symbol, 2)


@pytest.mark.parametrize("size", [4, 6, 10])
def test_other_sizes_equal_the_oracle(size):
    assert perft(Position.start(size), 4) == naive.perft(naive.start(size), "X", 4)


@given(positions())
def test_the_parts_add_up(position):
    parts = divide(position, 2)
    assert tuple(parts) == position.legal_moves
    assert sum(parts.values()) == (0 if position.is_over else perft(position, 2))


def test_divide_counts_with_what_it_is_given():
    assert divide(Position.start(), 3, lambda _position, depth: depth) == dict.fromkeys(known.FIRST_MOVES, 2)


def test_a_finished_game_is_one_leaf():
    assert [perft(Game(moves=known.SHORTEST_GAME).position, depth) for depth in (0, 1, 5)] == [1, 1, 1]


def test_a_depth_below_0_is_refused():
    with pytest.raises(OptionError, match="expected depth to be a whole number of at least 0, got -1"):
        perft(Position.start(), -1)
