import pytest
from hypothesis import given, settings

from outflank.play import TimeLeft, create, play_game
from outflank.rules import Position
from tests.contracts.player import check_answer
from tests.contracts.position import check_position
from tests.patience import in_time
from tests.strategies import positions

PLAYERS = [
    "random", "first", "greedy", "lookahead:depth=2", "level1", "level2", "level2:deterministic=off",
    "budget:nodes=60", "budget:nodes=60,mode=fair", "deepening:depth=2",
]  # fmt: skip


@pytest.mark.parametrize("name", PLAYERS)
@settings(max_examples=20)
@given(position=positions().filter(lambda position: not position.is_over))
def test_players_answer_as_players_must_in_any_position(name, position):
    check_answer(position, create(name, seed=1).choose(position))


@pytest.mark.parametrize("name", PLAYERS)
def test_players_with_the_same_seed_answer_the_same(name):
    position = Position.start().play("f5")
    answers = [create(name, seed=5).choose(position) for _ in range(2)]
    assert answers[0] == answers[1]


@pytest.mark.parametrize("size", [4, 6, 10])
@pytest.mark.parametrize("name", PLAYERS)
def test_players_play_whole_games_on_boards_of_every_size(name, size):
    record = play_game(Position.start(size), (create(name, seed=1), create("first")))
    assert record.forfeit is None
    assert record.position.is_over


def test_deepening_answers_in_time():
    position = Position.start()
    check_answer(position, in_time(0.5, lambda: create("deepening").choose(position, TimeLeft(0.5, per_move=True))))


@given(positions())
def test_positions_of_othello_keep_the_contract_of_positions(position):
    check_position(position)
