import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import IllegalMoveError, ParseError
from outflank.play import create, play_game
from outflank.tribolo import BLUE, GREEN, RED, TriboloGame, TriboloPosition
from tests.strategies import tribolo_games

SMALL = "BRR./..../GB.. B"


def test_a_game_reads_as_it_goes():
    game = TriboloGame(TriboloPosition.parse(SMALL))
    assert game.skipped == ()
    game.push("d1")
    assert game.skipped == (RED,)
    assert game.transcript == "d1"
    assert game.outcome is None
    game.push("c3")
    assert game.is_over
    assert str(game.outcome) == "Blue wins 4–0–3"
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game.push("d3")


def test_without_a_start_the_board_is_random():
    assert TriboloGame().start != TriboloGame().start


def test_restarted_is_the_same_board_without_moves():
    game = TriboloGame(TriboloPosition.start(3))
    game.push(game.position.legal_moves[0])
    assert game.restarted() == TriboloGame(TriboloPosition.start(3))


def test_undo_goes_back_to_a_persons_turn_past_computers_and_skips():
    game = TriboloGame(TriboloPosition.parse(SMALL), ["d1"])
    assert game.undo_to({BLUE}) == ("d1",)
    game.extend(["d1", "c3"])
    assert game.undo_to({BLUE}) == ("d1", "c3")
    game.redo_to({BLUE})
    assert game.moves == ("d1", "c3")
    assert game.undo_to({BLUE, GREEN}) == ("c3",)


@given(tribolo_games(), st.sets(st.sampled_from([BLUE, RED, GREEN]), min_size=1))
def test_undo_to_leaves_one_of_those_who_asked_with_the_move_it_had(game, seats):
    moved = [i for i, position in enumerate(game.positions[:-1]) if position.turn in seats]
    before = game.positions
    if not moved:
        with pytest.raises(IllegalMoveError):
            game.undo_to(seats)
        return
    game.undo_to(seats)
    assert game.positions == before[: moved[-1] + 1]
    while game.undone:
        game.redo()
    assert game.positions == before


@given(tribolo_games())
def test_json_reads_back_as_the_same_game(game):
    assert TriboloGame.from_json(json.loads(json.dumps(game.to_json()))) == game


@pytest.mark.parametrize("text", ["", "{}", "[]", '"tribolo"', '{"game": "othello", "start": {}, "moves": []}'])
def test_json_that_is_no_game_is_refused(text):
    with pytest.raises(ParseError, match="expected a Tribolo game"):
        TriboloGame.from_json(json.loads(text or "null"))


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("d1", "expected a list of moves, got 'd1'"),
        (["d1", "a1"], "move 2: Green cannot play a1: the cell is blue's"),
        ([None], "move 1: expected a move such as 'f5', got 'None'"),
        (["d1", "c3", "d3"], "move 3: 'd3' is not legal: the game is over"),
    ],
)
def test_json_with_a_bad_move_says_which(moves, message):
    data = TriboloGame(TriboloPosition.parse(SMALL)).to_json() | {"moves": moves}
    with pytest.raises(ParseError, match=message):
        TriboloGame.from_json(data)


def test_a_game_saved_midway_and_loaded_goes_on_identically():
    players = tuple(create("tribolo") for _ in range(3))
    whole = play_game(TriboloPosition.start(5), players)
    game = TriboloGame(whole.game.start, whole.game.moves[:60])
    loaded = TriboloGame.from_json(json.loads(json.dumps(game.to_json())))
    assert loaded.positions == game.positions
    rest = play_game(loaded.position, players)
    assert loaded.moves + rest.game.moves == whole.game.moves
    assert rest.position == whole.position
