import random

import pytest

from outflank.errors import IllegalMoveError, OptionError, OutflankError, ParseError
from outflank.rules import Position
from outflank.web.messages import Setup
from outflank.web.table import Table

# Black must pass after this; White wins 13–0 after that.
FORCED_PASS = ["e6", "f6", "c4", "c5", "c6", "d6", "g7", "f4", "g4", "g6", "e7", "h8", "h6", "g5", "g8", "f8"]
WIPE_OUT = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]


def table(*seats, **setup):
    return Table.from_setup(Setup(seats=list(seats or ("human", "level1")), **setup))


def moves(game):
    return [played.move for played in game.moves]


def test_move_is_recorded_with_what_it_turned_over():
    game = table()
    played = game.push("F5", seconds=1.5)
    assert (played.seat, played.move, played.flips, played.seconds) == (0, "f5", (36,), 1.5)
    assert game.position == Position.start().play("f5")


def test_illegal_move_changes_nothing():
    game = table()
    before = game.to_json()
    with pytest.raises(IllegalMoveError, match="Black cannot play a1"):
        game.push("a1")
    assert game.to_json() == before


def test_undo_goes_back_to_the_last_position_in_which_a_person_moved():
    game = table()
    for move in ("f5", "d6", "c3", "d3"):
        game.push(move)
    game.undo()
    assert moves(game) == ["f5", "d6"]
    game.undo()
    assert moves(game) == []
    with pytest.raises(IllegalMoveError, match="no move to take back"):
        game.undo()
    game.redo()
    assert moves(game) == ["f5", "d6"]
    game.redo()
    assert moves(game) == ["f5", "d6", "c3", "d3"]
    with pytest.raises(IllegalMoveError, match="no move to play again"):
        game.redo()


def test_undo_passes_over_a_pass_that_was_forced():
    game = table("human", "level1", moves=FORCED_PASS)
    assert game.must_pass
    game.push("pass")
    game.push("b4")
    game.undo()
    assert moves(game) == FORCED_PASS[:14]


def test_undo_without_persons_takes_one_move_back_and_pauses():
    game = table("level1", "level2", moves=["f5", "d6"])
    game.undo()
    assert (moves(game), game.paused) == (["f5"], True)


def test_undo_of_a_computers_first_move_is_refused():
    game = table("level1", "human", moves=["f5"])
    with pytest.raises(IllegalMoveError, match="no move of yours"):
        game.undo()


def test_new_move_forgets_what_was_undone():
    game = table("human", "human", moves=["f5", "d6"])
    game.undo()
    game.push("f6")
    with pytest.raises(IllegalMoveError):
        game.redo()


def test_resigning_against_a_computer_is_always_the_persons():
    game = table("human", "level1", moves=["f5"])
    game.resign()
    assert game.result() == {
        "words": "White wins: black resigned at 4–1",
        "winners": [1],
        "scores": [-64, 64],
    }
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game.push("d6")
    game.undo()
    assert game.result() is None


def test_result_of_a_finished_game_is_in_words():
    game = table(moves=WIPE_OUT)
    assert game.result()["words"].startswith("Black wins 13–0")
    assert game.result()["winners"] == [0]


def test_transcript_without_passes_is_a_game_too():
    assert "pass" in moves(table("human", "human", moves=[*FORCED_PASS, "b4"]))


def test_clock_ends_the_game_of_whoever_is_late():
    game = table("human", "human", clock="10+1")
    game.push("f5", seconds=4)
    assert game.clock.seconds == (7, 10)
    game.push("d6", seconds=11)
    assert moves(game) == ["f5"]
    assert game.result()["words"] == "Black wins: White ran out of time"
    with pytest.raises(IllegalMoveError, match="no time left"):
        game.undo()
    game.restart()
    assert (game.result(), game.clock.seconds) == (None, (10, 10))


def test_fault_of_a_computer_can_be_mended_by_another_player():
    game = table("human", "level1", moves=["f5"])
    game.lose(1, "crash", "it broke")
    assert game.result()["words"] == "Black wins: White forfeits the game: it broke"
    game.sit(["human", "level2"])
    assert game.result() is None


@pytest.mark.parametrize(
    ("setup", "error"),
    [
        ({"kind": "chess"}, OptionError),
        ({"seats": ["human"] * 3}, OptionError),
        ({"size": 7}, ParseError),
        ({"start": "rubbish"}, ParseError),
        ({"start": "X" * 64 + " X"}, OptionError),
        ({"clock": "soon"}, OptionError),
        ({"moves": ["a1"]}, IllegalMoveError),
    ],
)
def test_impossible_game_is_refused(setup, error):
    with pytest.raises(error):
        Table.from_setup(Setup(**{"seats": ["human", "human"], **setup}))


@pytest.mark.parametrize("seed", range(5))
def test_what_is_kept_reads_back_as_the_same_table(seed):
    draw = random.Random(seed)
    game = table("human", draw.choice(["human", "level2"]), size=draw.choice([4, 6, 8, 10]), clock="3000000+2.5")
    for _ in range(draw.randrange(20)):
        if game.is_over:
            break
        game.push(draw.choice(game.position.legal_moves), seconds=draw.random(), found={"value": 3})
    if draw.random() < 0.5 and len(game.moves) > 2:
        game.undo()
    again = Table.from_json(game.to_json())
    assert again.to_json() == game.to_json()
    assert again.position == game.position
    assert again.result() == game.result()


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"kind": "othello"}', '{"kind": 7}'])
def test_rubbish_is_not_a_table(text):
    with pytest.raises(OutflankError):
        Table.from_json(text)
