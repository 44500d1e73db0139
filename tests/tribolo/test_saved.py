import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import formats
from outflank.errors import OutflankError, ParseError
from outflank.formats.files import read_record
from outflank.play import kind_of
from outflank.play.record import Record
from outflank.rules import Game
from outflank.tribolo import TriboloGame, TriboloPosition, saved
from tests.strategies import games, tribolo_games

START = "BRR./..../GB.. B"


@given(tribolo_games())
def test_a_saved_game_reads_back(game):
    players = ("human", "tribolo:max_n", "")
    record = saved.read(saved.write(Record.of(game, players, date="today")))
    assert (record.game, record.players, record.date) == (game, players, "today")
    record = saved.read(json.dumps(game.to_json()))
    assert (record.game, record.players, record.date) == (game, (), "")


def test_the_saved_file():
    game = TriboloGame(TriboloPosition.parse(START), ["d1"])
    record = Record.of(game, ("human", "tribolo", "random:seed=1"), date="2026-11-21 09:12")
    assert saved.write(record).splitlines() == [
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
    assert "% Result: Blue wins 4–0–3" in saved.write(Record.of(game))
    assert "% Result: blue forfeited (time)" in saved.write(Record.of(game, result="blue forfeited (time)"))


@given(tribolo_games().filter(lambda game: any(game.start.discs[1:])))
def test_tribolo_texts_are_recognised(game):
    record = Record.of(game)
    rows = f"{game.start.board_string} {game.transcript}"
    for text in (saved.write(record), json.dumps(game.to_json()), rows, f"{game.start}\n{game.transcript}"):
        assert formats.recognise(text) == "saved-tribolo"
        assert read_record(text, kind_of("tribolo")).game == game


@given(games())
def test_no_text_of_othello_is_taken_for_tribolo(game):
    record = Record.of(game, ("Green", "Red"))
    texts = [str(game.position), game.position.board_string, game.transcript, formats.write([record], "saved")]
    texts += [game.position.board_string.translate(str.maketrans(symbols)) for symbols in ({"X": "B"}, {"O": "W"})]
    assert not any(map(saved.recognises, texts))


@pytest.mark.parametrize("text", ["", "frob", "### f5d6", "%", "GREAT f5d6", "-" * 64 + " X", '{"game": "othello"}'])
def test_other_texts_are_not_taken_for_tribolo(text):
    assert not saved.recognises(text)


def test_a_saved_file_holds_one_game_of_tribolo():
    with pytest.raises(OutflankError, match="a saved-game file holds one game, got several"):
        formats.write([Record.of(TriboloGame())] * 2, "saved-tribolo")
    with pytest.raises(OutflankError, match="a saved Tribolo game cannot hold a game of Othello"):
        formats.write([Record.of(Game())], "saved-tribolo")


@pytest.mark.parametrize(
    "text",
    [
        START,
        str(TriboloPosition.parse(START)),
        "brr./..../gb.. b",
        "BRR.\n....\nGB..\nB\n",
        "% a comment\nBRR. .... GB.. B",
    ],
)
def test_a_board_is_a_game_without_moves(text):
    assert saved.read(text).game == TriboloGame(TriboloPosition.parse(START))
    assert saved.read(f"{text} D1 c3").game.moves == ("d1", "c3")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a Tribolo board, got ''"),
        ("d1 c3", "expected a Tribolo board, got 'd1 c3'"),
        ("% only a comment", "expected a Tribolo board, got ''"),
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
def test_a_broken_game_is_refused_with_the_place(text, message):
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
    assert isinstance(saved.recognises(text), bool)


def test_a_board_that_begins_like_the_name_of_a_folder_is_a_board():
    game = TriboloGame(TriboloPosition.parse(".#../R..B/..../.BG. G"), [])
    assert read_record(".#../R..B/..../.BG. G", kind_of("tribolo")).game == game
