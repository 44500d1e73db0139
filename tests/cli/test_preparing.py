"""`outflank library prepare` and `compare`."""

import json

import pytest

from outflank import Game, Record
from outflank.formats.files import write_records
from outflank.jit import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="an engine that is not compiled is too slow")


@pytest.fixture
def filled(outflank, home):
    """A library in which Ann has 6 games as Black and Ben 6 as White, 4 of them against each other."""
    lines = [("f5d6c3d3c4f4", "Ann", "Ben"), ("f5d6c3d3c4f4", "Ann", "Cy"), ("f5d6c3d3c4b3", "Cy", "Ben")]
    records = [
        Record.of(Game(moves=moves), (black, white), date=str(1990 + year))
        for moves, black, white in lines
        for year in range(4 if (black, white) == ("Ann", "Ben") else 2)
    ]
    write_records(home / "some.ggf", records)
    outflank("library", "import", "some.ggf")


def test_report_shows_the_tree_with_results_and_losses(outflank, filled):
    done = outflank("library", "prepare", "ann", "--as", "black", "--depth", 4)
    assert done.code == 0
    assert "Ann as Black: 6 games, 1990–1993" in done.out
    for title in ("Openings", "Tree", "Out of the book", "Best tries"):
        assert f"\n{title}" in done.out
    assert ". . . . 5. c4" in done.out
    assert "only 6 games as Black: the report says little about Ann" in done.err
    assert "Best tries, against a player of archive rating" in done.out
    assert "(from the moves of 6 games: " in done.out
    assert "On the scale of archive ratings, 0 is the average of a tournament game; the web app shows" in done.out
    assert "over all games in this library" not in done.out  # the library has no ratings
    assert "other games reach, in the library or in the WTHOR archive" in done.out
    given = outflank("library", "prepare", "ann", "--as", "black", "--depth", 4, "--rating", -150)
    assert "of archive rating -150 (--rating)" in given.out
    assert outflank("library", "prepare", "ann", "--as", "black", "--rating", "nan").code == 2


def test_json_holds_everything(outflank, filled):
    done = outflank("library", "prepare", "ann", "--as", "black", "--depth", 4, "--json", "--known", 2)
    assert (done.code, done.err) == (0, "")
    report = json.loads(done.out)
    assert (report["player"], report["as"], report["games"], report["rating"]) == ("Ann", "black", 6, None)
    assert [position["line"] for position in report["positions"]][-1] == "f5d6c3d3c4f4"
    assert all(move["loss"] is not None for position in report["positions"] for move in position["moves"])
    assert (report["book"]["never"], report["book"]["opponent"]["games"]) == (6, 0)  # the archive knows f4
    assert report["model_rating"]["basis"] == "moves"
    again = outflank("library", "prepare", "ann", "--as", "black", "--depth", 4, "--json", "--known", 2)
    assert again.out == done.out


def test_ctrl_c_says_that_values_are_saved(outflank, filled, monkeypatch):
    def interrupted(*_args, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr("outflank.library.preparation._costly", interrupted)
    done = outflank("library", "prepare", "ann", "--as", "black", "--depth", 4)
    assert done.code == 130
    assert "all values found so far are saved; repeat the command to continue" in done.err


@pytest.mark.parametrize("interrupt", [False, True])
def test_a_note_says_if_values_are_not_saved(outflank, filled, tmp_path, protect, monkeypatch, interrupt):
    def interrupted(*_args, **_options):
        raise KeyboardInterrupt

    if interrupt:
        monkeypatch.setattr("outflank.library.preparation._costly", interrupted)
    protect(tmp_path)
    done = outflank("library", "prepare", "ann", "--as", "black", "--depth", 4)
    assert done.code == (130 if interrupt else 0)
    assert "outflank: new values are not saved: '" in done.err
    assert "are saved" not in done.err
    assert not (tmp_path / "data" / "values.sqlite").exists()


def test_years_select_games(outflank, filled):
    done = outflank("library", "prepare", "ann", "--as", "black", "--depth", 4, "--since", 1992, "--least", 1, "--json")
    assert json.loads(done.out)["games"] == 2


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["prepare", "anne", "--as", "black"], 2, "did you mean Ann?"),
        (["prepare", "n", "--as", "black"], 2, "matches several players: Ann, Ben"),
        (["prepare", "ann"], 2, "--as"),
        (["prepare", "ann", "--as", "white"], 1, "Ann has no such game as White"),
        (["compare", "ann", "ann"], 2, "expected two players, got Ann twice"),
        (["compare", "ann", "bem"], 2, "did you mean Ben?"),
    ],
)
def test_bad_input_is_said_in_a_line(outflank, filled, arguments, code, said):
    done = outflank("library", *arguments)
    assert done.code == code
    assert said in done.err
    assert "Traceback" not in done.err


def test_comparison_shows_results_and_where_the_trees_meet(outflank, filled):
    done = outflank("library", "compare", "ann", "ben")
    assert (done.code, done.err) == (0, "")
    assert "Ann against Ben  4" in done.out
    assert "If Ann has Black: the last positions that both know" in done.out
    assert "f5d6c3d3c4f4" in done.out
    report = json.loads(outflank("library", "compare", "ann", "ben", "--json").out)
    assert report["direct"]["games"] == 4
    assert [each["line"] for each in report["as_black"]] == ["f5d6c3d3c4f4"]


def test_years_far_apart_are_named(outflank, filled, home):
    again = [Record.of(Game(moves="f5d6c3"), ("Ann", "Ben"), date="2015"), Record.of(Game(moves="f5f6"), ("Cy", "Ben"))]
    write_records(home / "more.ggf", again)
    outflank("library", "import", "more.ggf")
    years = "has no games from 1994 to 2014: older games may be out of date, or another person's"
    ann, ben = f"Ann {years}", f"Ben {years}"
    stats = outflank("library", "stats", "ann")
    assert stats.err == f"outflank: {ann}\n"
    assert json.loads(outflank("library", "stats", "ann", "--json").out)["gap"] == [1993, 2015]
    assert outflank("library", "stats", "cy").err == ""
    compared = outflank("library", "compare", "ann", "ben", "--least", 1).err
    assert (ann in compared, ben in compared) == (True, True)
    assert outflank("library", "compare", "ann", "ben", "--least", 1, "--since", 1994).err == ""
    assert ann in outflank("library", "prepare", "ann", "--as", "black", "--depth", 4, "--plies", 2).err
