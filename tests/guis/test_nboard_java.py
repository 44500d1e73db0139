"""Whole games in NBoard, as the Java program writes them, with Outflank as either side."""

import pytest

from outflank.jit import INTERPRETED
from outflank.rules import BLACK, WHITE, Game
from tests.ending import COMMAND
from tests.guis import games
from tests.guis.nboard_client import NBoard
from tests.guis.nboard_java import double, ggf, item, whole_game

pytestmark = pytest.mark.skipif(INTERPRETED, reason="an engine that is not compiled is too slow for it")


@pytest.mark.parametrize(
    ("number", "text"),
    [(30.958000000000002, "30.958000000000002"), (12, "12.0"), (1e-4, "1.0E-4"), (0.1 + 0.2, "0.30000000000000004")],
)
def test_numbers_are_those_of_java(number, text):
    assert double(number) == text


def test_a_move_has_value_and_time_behind_it():
    assert item(0, "f5") == "F5//30.958000000000002"
    assert item(2, "pass", -1.5) == "PA/-1.5/1.0E-4"


@pytest.mark.parametrize("side", [BLACK, WHITE], ids=["black", "white"])
@pytest.mark.parametrize("start", [Game(), games.game_with_pass(3, 30)], ids=["start", "pass"])
def test_a_whole_game(side, start):
    with NBoard((*COMMAND, "engine", "--protocol", "nboard"), depth=3) as program:
        program.game = Game(start.start, start.moves)
        program.send(f"set game {ggf(start)}")
        game, found, n_passes = whole_game(program, start, side)
        assert game.is_over
        assert n_passes or not start.moves
        assert sorted(found) == list(range(len(game.moves) + 1))
        assert found[len(game.moves)] == game.position.scores[game.position.turn]
        assert program.unknown == []
        assert not (program.status or "").startswith("this")
        assert program.quit()[0] == 0
