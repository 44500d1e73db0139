import pytest

from outflank.errors import OptionError
from outflank.play import Analysis, MoveValue, as_player
from tests.contracts.games import Nim
from tests.contracts.player import check_refuses_a_finished_game


def test_a_function_is_a_player():
    assert as_player(lambda position: position.legal_moves[-1]).choose(Nim(9)) == Analysis("3")


def test_a_function_may_take_the_time_left():
    seen = []

    def choose(position, time_left):
        seen.append(time_left)
        return Analysis("1", nodes=7)

    assert as_player(choose).choose(Nim(9), "time").nodes == 7
    assert seen == ["time"]


def test_an_object_with_choose_is_a_player_with_or_without_time():
    class Bare:
        def choose(self, position):
            return "2"

    class Full:
        def choose(self, position, *more):
            return str(len(more))

    assert as_player(Bare()).choose(Nim(9)).move == "2"
    assert as_player(Full()).choose(Nim(9)).move == "1"


@pytest.mark.parametrize("thing", [None, 5])
def test_what_cannot_choose_is_no_player(thing):
    with pytest.raises(OptionError, match="expected a function or an object with a method 'choose', got"):
        as_player(thing)


def test_a_name_is_a_player():
    assert as_player("first").choose(Nim(9)).move == "1"
    with pytest.raises(OptionError, match="unknown player 'nobody'"):
        as_player("nobody")


def test_nobody_chooses_in_a_game_that_is_over():
    for name in ("random", "first", "max_n", "paranoid"):
        check_refuses_a_finished_game(as_player(name), Nim(0))
    check_refuses_a_finished_game(as_player(lambda position: "1"), Nim(0))


def test_an_answer_knows_what_is_behind_its_move():
    found = (MoveValue("f5", 3, depth=4, pv=("f5", "d6")), MoveValue("d3", 2, "upper", 4))
    answer = Analysis("f5", found, 99)
    assert (answer.value, answer.depth) == (3, 4)
    assert Analysis("c4", found).value is None
    assert Analysis("c4").depth == 0


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (MoveValue("f5"), ""),
        (MoveValue("f5", 6), "+6"),
        (MoveValue("f5", -2, "upper"), "at most -2"),
        (MoveValue("f5", 5, "lower"), "at least +5"),
        (MoveValue("f5", 1000, kind="wld"), "a won game"),
        (MoveValue("f5", -1000, kind="wld"), "a lost game"),
        (MoveValue("f5", 0, kind="wld"), "+0"),
        (MoveValue("f5", -12, kind="exact"), "-12"),
    ],
)
def test_verdict_says_the_value_in_words(found, verdict):
    assert found.verdict == verdict


def test_json_holds_every_field_and_moves_as_text():
    assert MoveValue("3", 1.5, "lower", 2, 95, "book", ("3", "1")).to_json() == {
        "move": "3", "value": 1.5, "bound": "lower", "depth": 2, "selectivity": 95, "kind": "book", "pv": ["3", "1"],
    }  # fmt: skip
