import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import OutflankError, ParseError
from outflank.formats import saved as othello
from outflank.tribolo import Game, Position, saved
from outflank.tribolo.saved import Record
from tests.strategies import tribolo_games

START = "BRR./..../GB.. B"


@given(tribolo_games())
def test_a_saved_game_reads_back(game):
    record = Record(game, ("human", "tribolo:max_n", ""), "today")
    assert saved.read(saved.write(record)) == record
    assert saved.read(json.dumps(game.to_json())) == Record(game)


def test_the_saved_file():
    game = Game(Position.parse(START), ["d1"])
    assert saved.write(Record(game, ("human", "tribolo", "random:seed=1"), "2026-11-21 09:12")).splitlines() == [
        "% Outflank Tribolo game",
        "% Date: 2026-11-21 09:12",
        "% Blue: human",
        "% Red: tribolo",
        "% Green: random:seed=1",
        "% Result: unfinished",
        "BRR.",
        "....",
        "GB..",
        "B",
        "d1",
    ]
    game.push("c3")
    assert "% Result: Blue wins 4–0–3" in saved.write(Record(game))
    assert "% Result: blue forfeited (time)" in saved.write(Record(game), "blue forfeited (time)")


def test_it_is_not_taken_for_a_game_of_othello():
    assert not othello.recognises(saved.write(Record(Game())))


@pytest.mark.parametrize("text", [START, "brr./..../gb.. b", "BRR.\n....\nGB..\nB\n", "% a comment\nBRR. .... GB.. B"])
def test_a_board_is_a_game_without_moves(text):
    assert saved.read(text).game == Game(Position.parse(START))
    assert saved.read(f"{text} D1 c3").game.moves == ("d1", "c3")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a board of Tribolo, got ''"),
        ("d1 c3", "expected a board of Tribolo, got 'd1 c3'"),
        ("% only a comment", "expected a board of Tribolo, got ''"),
        ("frob", "expected a cell (B, R, G, # or .) in row 1, got 'f' (here)"),
        (f"{START}\nd1\na9 c3", "move 2: expected a cell from a1 to d3, got 'a9' (here:3, column 1)"),
        (f"{START} d1 pass", "move 2: expected a cell from a1 to d3, got 'pass' (here:1, column 21)"),
        (f"% Result: Blue wins 5–0–3\n{START} d1 c3", "the result says 5–0–3, but the moves lead to 4–0–3 (here:1)"),
        ('{"game": "tribolo",', "Expecting property name enclosed in double quotes (here:1, column"),
        ("{" * 5, "Expecting property name"),
        ('{"a":' * 50_000, "expected"),
        ('{"game": "tribolo", "start": 1, "moves": []}', "expected a position with rows and turn, got '1' (here)"),
        ("BRG" * 50_000, "expected at most 100,000 characters"),
    ],
)
def test_what_is_no_game_is_refused_with_its_place(text, message):
    with pytest.raises(ParseError) as caught:
        saved.read(text, source="here")
    assert message in str(caught.value).replace("Illegal trailing comma before end of object", "Expecting property")


@given(st.text(alphabet='BRG.#/ \n%a1b2d1c3{}":,', max_size=80))
def test_any_text_is_a_game_or_an_error_of_ours(text):
    try:
        record = saved.read(text)
    except OutflankError:
        return
    assert saved.read(saved.write(record)).game == record.game
