import pytest
from hypothesis import given, settings

from outflank.board import perft as module
from outflank.board.perft import count_leaves, perft
from outflank.jit import INTERPRETED
from outflank.rules import Game, Position
from tests.oracles import known, naive
from tests.strategies import positions

START = Position.start()
SHORTEST_GAME = Game(moves=known.SHORTEST_GAME).position
FORCED_PASS = Game(moves=known.FORCED_PASS).position


def leaves(position, depth):
    return perft(position.player, position.opponent, depth)


@pytest.mark.parametrize("depth", range(6 if INTERPRETED else 12))
def test_the_start_has_the_known_counts(depth):
    assert leaves(START, depth) == known.PERFT[depth]


def test_a_forced_pass_is_a_ply():
    assert FORCED_PASS.must_pass
    assert leaves(FORCED_PASS, 1) == 1
    assert leaves(FORCED_PASS, 2) == 3


@pytest.mark.parametrize("depth", [0, 1, 2, 20])
def test_a_finished_game_is_one_leaf(depth):
    assert SHORTEST_GAME.is_over
    assert leaves(SHORTEST_GAME, depth) == 1


@settings(max_examples=20)
@given(positions((8,)))
def test_perft_equals_the_oracle(position):
    expected = naive.perft(naive.from_cells(position.cells), position.turn.symbol, 2)
    assert leaves(position, 2) == expected


@given(positions((8,)))
def test_counting_in_pieces_gives_the_same(position):
    assert leaves(position, 3) == count_leaves(position.player, position.opponent, 3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_PLIES_AT_ONCE", 1)
        assert leaves(position, 3) == count_leaves(position.player, position.opponent, 3)


def test_a_depth_below_0_is_refused():
    with pytest.raises(ValueError, match="expected a depth of at least 0, got -1"):
        perft(START.player, START.opponent, -1)


@pytest.mark.parametrize("board", [(1, 1), (1 << 64, 0), (-1, 0), (0, -2)])
def test_invalid_boards_are_refused(board):
    with pytest.raises(ValueError, match="expected two bitboards of 64 squares without a common disc"):
        perft(*board, 1)
