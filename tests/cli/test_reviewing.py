"""`outflank review` of many games, and `outflank progress`."""

import json
import xml.etree.ElementTree as ET

import pytest

from outflank.cli.progress import print_progress
from outflank.engine.engine import Engine
from outflank.formats.files import write_records
from outflank.jit import INTERPRETED
from outflank.library import Library
from outflank.reviews import Reviews
from outflank.reviews.statistics import KindLosses, Losses, PlayerProgress, Point
from tests.library.conftest import random_records

pytestmark = pytest.mark.skipif(INTERPRETED, reason="takes compiled searches in other processes")

QUICK = ("--jobs", "1", "--depth", "1", "--exact-from", "4")


@pytest.fixture
def folder(home):
    (home / "games").mkdir()
    write_records(home / "games" / "some.ggf", random_records(6))
    write_records(home / "games" / "more.sgf", random_records(3, seed=2))
    return home / "games"


@pytest.fixture
def reviewed(outflank, folder):
    assert outflank("review", folder, *QUICK).code == 0


def test_a_folder_is_added_to_the_library_and_reviewed(outflank, folder, tmp_path):
    done = outflank("review", folder, *QUICK)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("9 reviewed in ")
    again = outflank("review", folder, *QUICK, "--json")
    answer = json.loads(again.out)
    assert (answer["reviewed"], answer["known"], answer["bad"], answer["games"]) == (0, 9, 0, 9)
    with Library.open(tmp_path / "data" / "library.sqlite") as library:
        assert (len(library), len(Reviews(library))) == (9, 9)


@pytest.mark.slow
def test_only_the_games_of_the_folder_are_reviewed(outflank, folder, home, tmp_path):
    write_records(home / "other.ggf", random_records(4, seed=3))
    outflank("library", "import", "other.ggf", folder / "more.sgf")
    assert outflank("review", folder, *QUICK).out.startswith("9 reviewed")
    with Library.open(tmp_path / "data" / "library.sqlite") as library:
        assert (len(library), len(Reviews(library))) == (13, 9)


@pytest.mark.slow
def test_several_files_are_many_games(outflank, folder):
    files = folder / "some.ggf", folder / "more.sgf"
    assert outflank("review", *files, *QUICK).out.startswith("9 reviewed")


@pytest.mark.slow
def test_all_games_of_one_file_are_reviewed_if_that_is_asked_for(outflank, folder):
    assert outflank("review", folder / "some.ggf", *QUICK, "--all").out.startswith("6 reviewed")
    assert outflank("review", "missing.ggf", *QUICK, "--all").code == 2


@pytest.mark.slow
def test_games_of_the_library_are_found_as_by_its_search(outflank, folder):
    outflank("library", "import", folder)
    n_games = json.loads(outflank("library", "search", "--player", "ann", "--count", "--json").out)["games"]
    done = outflank("review", "--library", "ann", *QUICK, "--json")
    assert json.loads(done.out)["reviewed"] == n_games > 1
    assert json.loads(outflank("review", "--library", "--most", "2", *QUICK, "--json").out)["games"] == 2
    assert json.loads(outflank("review", "--library", "--until", "1800", *QUICK, "--json").out)["games"] == 0
    assert outflank("review", "--library", "nobody", *QUICK).code == 1
    assert json.loads(outflank("review", "--library", *QUICK, "--json").out)["known"] >= n_games


@pytest.mark.slow
def test_an_engine_is_loaded_first_only_if_something_is_left_to_review(outflank, folder, monkeypatch):
    loaded = []
    monkeypatch.setattr(Engine, "is_cold", lambda: True)
    monkeypatch.setattr(Engine, "load", lambda self: loaded.append(self))
    for n_loaded in (1, 1):
        outflank("review", folder, *QUICK)
        assert len(loaded) == n_loaded


@pytest.mark.slow
def test_bad_games_are_reported_and_the_others_reviewed(outflank, folder):
    (folder / "bad.moves").write_text("f5d6\nf5a1\n", encoding="utf-8")
    done = outflank("review", folder, *QUICK, "--report", "bad.txt")
    assert done.code == 1
    assert done.out.startswith("10 reviewed")
    assert "White cannot play a1" in done.err
    assert done.err.endswith("10 of 10 have a review, 1 left out\n")


def test_nothing_but_bad_games_is_bad_input(outflank, home):
    (home / "games").mkdir()
    (home / "games" / "bad.moves").write_text("f5a1\n", encoding="utf-8")
    assert outflank("review", "games", *QUICK).code == 2


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["review"], "expected a game, a folder of games, or --library, got none"),
        (["review", "f5", "--library", "ann"], "expected a game or --library, got both"),
        (["review", "f5", "--jobs", "2"], "--jobs is for many games"),
        (["review", "f5", "--since", "2000"], "--since is for many games"),
        (["review", "--library", "ann"], "there is no library"),
        (["review", "--library", "--time", "1", "--depth", "3"], "--depth cannot be used with --time"),
        (["review", "--library", "--exact-from", "3"], "--exact-from requires --depth"),
        (["review", "--library", "--jobs", "0"], "from 1 to 256"),
        (["review", "--library", "--jobs", "2", "--scheduler", "tcp://x"], "--jobs cannot be used with --scheduler"),
        (["review", "--library", "--game", "othello"], "--game cannot be used with many games"),
        (["review", ".", "--opening", "tiger"], "--opening is for games in the library"),
        (["review", "."], "contains no game files"),
        (["review", "a.ggf", "-"], "standard input cannot be one of several files"),
        (["progress"], "required: PLAYER"),
        (["progress", "ann"], "there is no library"),
        (["progress", "ann", "--by", "day"], "invalid choice"),
    ],
)
def test_bad_input_takes_one_line(outflank, arguments, complaint):
    done = outflank(*arguments)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert complaint in done.err


@pytest.mark.usefixtures("reviewed")
def test_progress_tells_of_a_player(outflank, home):
    done = outflank("progress", "ann", "--svg", "ann.svg")
    assert (done.code, done.err) == (0, "")
    for heading in ("as Black", "opening", "endgame", "kind of mistake", "opponent", "better move"):
        assert heading in done.out
    assert ET.parse(home / "ann.svg").getroot().tag.endswith("svg")
    found = json.loads(outflank("progress", "ann", "--json", "--worst", "3").out)
    assert found["games"] == sum(tally["games"] for tally in found["colours"].values()) > 1
    assert len(found["worst"]) == 3
    assert json.loads(outflank("progress", "ann", "--json", "--since", "3000").out)["games"] == 0


def test_a_phase_without_moves_has_no_mean_and_periods_have_their_own_heading(capsys):
    none, some = Losses(games=3), Losses(games=3, moves=30, loss=12.0)
    colours = {"black": some, "white": none}
    trend = (Point("1–3", some),)
    print_progress(PlayerProgress("Ann", some, colours, {}, {}, KindLosses(), (), (), "games", trend, ()))
    lines = capsys.readouterr().out.splitlines()
    cells = {line.split("  ")[0]: line.split() for line in lines}
    assert cells["as White"] == ["as", "White", "3", "0", "–", "–", "0", "0", "0"]
    assert cells["as Black"][4:6] == ["0.40", "4.0"]
    assert [line for line in lines if line.startswith("games, in order")]
    assert not [line for line in lines if line.split().count("games") > 1]


@pytest.mark.usefixtures("reviewed")
def test_progress_marks_the_losses_that_are_estimates(outflank):
    worst = json.loads(outflank("progress", "ann", "--json", "--worst", "100").out)["worst"]
    assert {each["proven"] for each in worst} == {False, True}
    done = outflank("progress", "ann", "--worst", "100")
    rows = done.out[done.out.index("better move") :].splitlines()[1 : 1 + len(worst)]
    for row, each in zip(rows, worst, strict=True):
        marked = f"{each['loss']:g} {each['badge']}"
        if not each["proven"]:
            marked = f"{each['loss']:g} ±{max(1, round(each['doubt']))} ({each['badge']})"
        assert f" {marked}" in " ".join(row.split())
    assert "± marks an estimate" in done.out
    n_estimated = sum(each["loss"] for each in worst if not each["proven"])
    found = json.loads(outflank("progress", "ann", "--json").out)
    assert n_estimated <= found["estimated"] <= found["loss"]
    assert f"{found['estimated'] / found['loss']:.0%} of the discs lost are estimates." in done.out


@pytest.mark.usefixtures("reviewed")
def test_without_a_reviewed_game_progress_says_how_to_get_one(outflank):
    done = outflank("progress", "nobody")
    assert (done.code, done.err) == (1, "")
    assert "No player is called 'nobody'" in done.out


@pytest.mark.usefixtures("reviewed")
def test_a_picture_that_cannot_be_written_is_one_line(outflank):
    done = outflank("progress", "ann", "--svg", "no/such/folder/ann.svg")
    assert (done.code, done.err.count("\n")) == (2, 1)


@pytest.mark.slow
def test_it_is_said_where_reviews_are_and_which_players_there_are(outflank, folder):
    done = outflank("review", folder, *QUICK)
    assert "The games and their reviews are in the library, " in done.out
    assert "outflank progress PLAYER sums up a player's reviews" in done.out
    for command in ["review", "--library", "You"], ["progress", "You"]:
        done = outflank(*command)
        assert done.code == 1
        said = done.out + done.err
        assert "here is no player 'You' in the library" in said
        assert "outflank library import FILE adds games" in said
        assert "review --library" not in said
    done = outflank("library", "search", "--opening", "foo")
    assert (done.code, done.out, done.err) == (2, "", "outflank: there is no opening 'foo'\n")
