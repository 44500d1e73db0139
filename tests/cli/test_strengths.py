"""`outflank people strength` with several games."""

import json

import pytest

from outflank import Game, Record
from outflank.formats.files import write_records
from outflank.jit import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="an engine that is not compiled is too slow")

LINE = "f5d6c3d3c4f4c5b3c2e6c6b4b5d2e3a6f6f7"


@pytest.fixture
def games(home):
    players = [("Ann", "Ben"), ("Cy", "Ann"), ("Ann", "Ben")]
    records = [Record.of(Game(moves=LINE[: 36 - 8 * n]), each, date="2001") for n, each in enumerate(players)]
    (home / "games").mkdir()
    write_records(home / "games" / "some.ggf", records[:2])
    write_records(home / "games" / "one.sgf", records[2:])


def test_several_games_give_one_estimate_a_player(outflank, games):
    whole = json.loads(outflank("people", "strength", "games", "--json").out)["players"]
    assert {each["player"]: each["games"] for each in whole} == {"Ann": 3, "Ben": 2, "Cy": 1}
    ann = next(each for each in whole if each["player"] == "Ann")
    alone = json.loads(outflank("people", "strength", "games/one.sgf", "--json").out)["black"]
    assert ann["high"] - ann["low"] < alone["high"] - alone["low"]
    done = outflank("people", "strength", "games/some.ggf", "games/one.sgf", "--player", "ann", "--most", 2)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Ann: archive rating about ")
    assert "moves in the last 2 games of 3)" in done.out
    assert done.out.endswith(" 0 is the average of a tournament game; the web app shows these ratings 1400 higher.\n")
    assert "Cy: too few moves to tell" in outflank("people", "strength", "games").out


def test_the_library_holds_the_games(outflank, games):
    outflank("library", "import", "games")
    asked = ("people", "strength", "--player", "ann", "--json")
    assert json.loads(outflank(*asked).out) == json.loads(outflank(*asked, "games").out)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "expected a game, a folder of games, or --player NAME"),
        (["games", "--player", "anne"], "did you mean Ann?"),
        (["games", "--player", "n"], "matches several players"),
        (["f5d6", "--player", "ann"], "--player needs files of games"),
        (["games", "--database", "x"], "expected games or --database, got both"),
        (["games", "-"], "standard input cannot be one of several files"),
        (["nothing.ggf"], "nothing.ggf"),
        (["--player", "ann"], "library"),
    ],
)
def test_bad_input_is_said_in_a_line(outflank, games, arguments, said):
    done = outflank("people", "strength", *arguments)
    assert done.code == 2
    assert said in done.err
    assert len(done.err.splitlines()) == 1
