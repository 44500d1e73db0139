"""`outflank arena`: tournaments that are played, stopped, killed, gone on with and told."""

import json
import os
import signal
import sqlite3
import time

import pytest

from outflank.jit import INTERPRETED
from outflank.matches.store import Store
from tests.ending import Command, descendants, is_running
from tests.matches.conftest import THREE, text_of

FEW = text_of(*THREE)
LONG = text_of(*THREE, top="size = 6\nopenings = 'random:6'", schedule="games = 200")


@pytest.fixture
def club(home):
    """Writes club.toml in the working folder."""

    def write(text=FEW):
        (home / "club.toml").write_text(text, encoding="utf-8")
        return home / "club.toml"

    write()
    return write


def n_games(path):
    if not path.exists():
        return 0
    with sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True) as database:
        try:
            (n,) = database.execute("SELECT count(*) FROM games").fetchone()
        except sqlite3.Error:
            n = 0
    database.close()
    return n


def keys(path):
    with sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True) as database:
        found = database.execute("SELECT round, opening, seats, moves, points, scores FROM games").fetchall()
    database.close()
    return sorted(found)


def test_a_tournament_is_played_kept_beside_its_file_and_shown(outflank, club, home):
    done = outflank("arena", "run", "club.toml", "--jobs", 1)
    assert (done.code, done.err) == (0, "")
    assert "Othello on 4×4, round-robin, 12 games" in done.out
    assert all(name in done.out for name in (*THREE, "Cross table", "Time used"))
    assert n_games(home / "club.sqlite") == 12


@pytest.mark.parametrize("name", ["club.toml", "club.sqlite", "./club.sqlite-wal", "club.sqlite.lock"])
def test_a_report_does_not_take_the_place_of_the_tournament(outflank, club, home, name):
    outflank("arena", "run", "club.toml", "--jobs", 1)
    text, before = (home / "club.toml").read_bytes(), keys(home / "club.sqlite")
    done = outflank("arena", "report", "club.toml", "--html", name)
    assert (done.code, done.err) == (
        2,
        f"outflank: '{name}' belongs to the tournament: choose another file for the report\n",
    )
    assert ((home / "club.toml").read_bytes(), keys(home / "club.sqlite")) == (text, before)


def test_games_that_are_kept_are_not_played_over(outflank, club, home):
    outflank("arena", "run", "club.toml", "--jobs", 1)
    before = keys(home / "club.sqlite")
    done = outflank("arena", "run", "club.toml")
    assert done.code == 2
    assert "already has 12 games of this tournament: continue with --resume" in done.err
    assert outflank("arena", "run", "club.toml", "--resume").code == 0
    assert keys(home / "club.sqlite") == before


def test_no_more_games_are_played_than_asked_for_and_it_is_said_how_to_go_on(outflank, club, home):
    done = outflank("arena", "run", "club.toml", "--max-games", 5, "--jobs", 1)
    assert done.code == 0
    assert done.err == "\n5 of 12 games are played; to continue: outflank arena run club.toml --resume --jobs 1\n"
    assert n_games(home / "club.sqlite") == 5
    outflank("arena", "run", "club.toml", "--resume", "--jobs", 1)
    assert n_games(home / "club.sqlite") == 12


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("seed = 'x'", "outflank: club.toml: seed: expected a whole number"),
        (FEW.replace("greedy", "nobody"), "outflank: club.toml: players[3].player: unknown player 'nobody'"),
        (FEW.replace("random:3", "random:90"), "outflank: club.toml: openings: expected an opening before the end"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_key(outflank, club, home, text, words):
    club(text)
    done = outflank("arena", "run", "club.toml")
    assert done.code == 2
    assert done.err.startswith(words)
    assert done.err.count("\n") == 1
    assert done.out == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (text_of("level1", "level2", top="game = 'anti-othello'"), "players[1].player: "),
        (text_of("a", "first", players=("module:gone.py:one", "first")), "player 'module:gone.py:one': there is no"),
        (text_of(*THREE, top="openings = '.'"), "openings: "),
        (FEW.replace("random:3", "random:12"), "openings: expected an opening before the end of the game"),
        (text_of("a\nb", "first").replace("'", '"').replace("a\nb", "a\\nb"), "U+000A, which is not printable"),
    ],
)
def test_a_tournament_that_is_refused_leaves_nothing_behind(outflank, club, home, text, words):
    club(text)
    done = outflank("arena", "run", "club.toml", "--jobs", 1)
    assert done.code == 2
    assert done.err.startswith("outflank: club.toml: ")
    assert words in done.err
    assert done.err.count("\n") == 1
    assert [path.name for path in home.glob("club.sqlite*")] in ([], ["club.sqlite.lock"])


@pytest.mark.slow
def test_a_player_whose_files_have_changed_is_another_one(outflank, home):
    bot = home / "ann.py"
    bot.write_text("def choose(position):\n    return position.legal_moves[0]", encoding="utf-8")
    (home / "club.toml").write_text(
        text_of("ann", "own", "first", players=("bot:ann.py", "module:ann.py:choose", "first")), encoding="utf-8"
    )
    assert outflank("arena", "run", "club.toml", "--jobs", 1, "--max-games", 2).code == 0
    assert outflank("arena", "run", "club.toml", "--jobs", 1, "--max-games", 4, "--resume").code == 0
    bot.write_text("def choose(position):\n    return position.legal_moves[-1]", encoding="utf-8")
    done = outflank("arena", "run", "club.toml", "--jobs", 1, "--resume")
    assert done.code == 2
    assert "outflank: club.toml: the files of player 'ann' have changed since the games in " in done.err
    (home / "club.toml").write_text((home / "club.toml").read_text().replace("bot:ann.py", "bot:bert.py"))
    (home / "bert.py").write_text("def choose(position):\n    return position.legal_moves[0]", encoding="utf-8")
    done = outflank("arena", "run", "club.toml", "--jobs", 1, "--resume")
    assert "player 'ann', who was 'bot:ann.py' when the games" in done.err
    assert outflank("arena", "report", "club.toml").code == 0
    bot.unlink()
    assert outflank("arena", "report", "club.toml").code == 0


FIRST = "def choose(position):\n    return position.legal_moves[0]"


@pytest.mark.slow
@pytest.mark.parametrize(
    "schedule",
    [
        "games = 2",
        "kind = 'swiss'\nrounds = 2",
        "kind = 'gauntlet'\nchallengers = ['ann', 'a']",
    ],
)
def test_a_submission_that_is_refused_is_left_out_and_plays_once_it_is_mended(outflank, home, schedule):
    folder = home / "ann"
    folder.mkdir()
    (folder / "bot.py").write_text(FIRST, encoding="utf-8")
    (folder / "log").symlink_to("/proc/kmsg")
    text = text_of("ann", "a", "b", "c", players=("bot:ann", "first", "random", "greedy"), schedule=schedule)
    (home / "club.toml").write_text(text, encoding="utf-8")
    done = outflank("arena", "run", "club.toml", "--jobs", 1)
    reason = "player 'bot:ann': 'log' is a link that leads out of its folder"
    assert (done.code, done.err) == (0, f"club.toml: 'ann' is left out; the others play: {reason}\n")
    assert "Left out" in done.out
    told = json.loads(outflank("arena", "report", "club.toml", "--json", "-").out)
    assert told["refused"] == [{"name": "ann", "reason": reason}]
    assert {row["name"] for row in told["table"]} == {"a", "b", "c"}
    assert all(row["games"] and not row["forfeits"] for row in told["table"])
    assert told["games"] == told["total"] == n_games(home / "club.sqlite")
    (folder / "log").unlink()
    if "rounds" in schedule:
        (home / "club.toml").write_text(text.replace("rounds = 2", "rounds = 4"), encoding="utf-8")
    done = outflank("arena", "run", "club.toml", "--jobs", 1, "--resume")
    assert (done.code, done.err) == (0, "")
    assert "Left out" not in done.out
    again = json.loads(outflank("arena", "report", "club.toml", "--json", "-").out)
    assert again["refused"] == []
    (ann,) = (row for row in again["table"] if row["name"] == "ann")
    assert ann["games"] > 0
    assert ann["forfeits"] == {}
    assert again["games"] == again["total"] > told["games"]


def test_a_knock_out_is_drawn_without_a_submission_that_is_refused(outflank, home):
    (home / "ann.py").touch()  # empty
    text = text_of(
        "ann", "a", "b", "c", players=("bot:ann.py", "first", "random", "greedy"), schedule="kind = 'knock-out'"
    )
    (home / "club.toml").write_text(text, encoding="utf-8")
    done = outflank("arena", "run", "club.toml", "--jobs", 1, "--max-games", 2)
    assert done.code == 0
    assert "'ann' is left out; the others play: player 'bot:ann.py': 'ann.py' is empty\n" in done.err
    (home / "ann.py").write_text(FIRST, encoding="utf-8")
    done = outflank("arena", "run", "club.toml", "--jobs", 1, "--resume")
    assert done.code == 0
    assert "'ann' is left out; the others play: its files were fixed after the knock-out had started" in done.err


@pytest.mark.parametrize("schedule", ["games = 2", "kind = 'swiss'\nrounds = 3", "kind = 'knock-out'"])
def test_a_bot_with_games_that_is_refused_later_forfeits_what_is_left_and_the_others_go_on(outflank, home, schedule):
    (home / "ann.py").write_text(FIRST, encoding="utf-8")
    text = text_of("ann", "a", "b", "c", players=("bot:ann.py", "first", "random", "greedy"), schedule=schedule)
    (home / "club.toml").write_text(text, encoding="utf-8")
    assert outflank("arena", "run", "club.toml", "--jobs", 1, "--max-games", 1).code == 0
    with Store(home / "club.sqlite", read_only=True) as store:
        assert store.has_played(0)
    (home / "ann.py").unlink()
    done = outflank("arena", "run", "club.toml", "--jobs", 1, "--resume")
    reason = "player 'bot:ann.py': there is no file or folder 'ann.py'"
    assert (done.code, done.err) == (0, f"club.toml: 'ann' forfeits its remaining games: {reason}\n")
    with Store(home / "club.sqlite", read_only=True) as store:
        games = list(store.games())
    later = games[1:]
    assert any(0 in game.seats for game in later)
    for game in later:
        assert (game.forfeited is not None) is (0 in game.seats), game
        assert game.forfeited is None or game.seats[game.forfeited] == 0


def test_a_tournament_of_which_too_few_are_left_is_not_played_on(outflank, home):
    (home / "ann.py").write_text(FIRST, encoding="utf-8")
    text = text_of("ann", "a", players=("bot:ann.py", "first"), schedule="games = 4")
    (home / "club.toml").write_text(text, encoding="utf-8")
    assert outflank("arena", "run", "club.toml", "--jobs", 1, "--max-games", 1).code == 0
    (home / "ann.py").unlink()
    done = outflank("arena", "run", "club.toml", "--jobs", 1, "--resume")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "there is no tournament without 'ann': player 'bot:ann.py': there is no file or folder" in done.err
    assert n_games(home / "club.sqlite") == 1


@pytest.mark.parametrize(
    ("schedule", "more"),
    [
        ("games = 2", "[sprt]\nplayers = ['ann', 'a']"),
        ("kind = 'gauntlet'\nchallengers = ['ann']", ""),
        ("kind = 'swiss'\nrounds = 2\ngames = 3", ""),
    ],
)
def test_without_whom_there_is_no_tournament_it_is_refused_in_a_line(outflank, home, schedule, more):
    game = "game = 'tribolo'" if "3" in schedule else "size = 4"
    text = text_of("ann", "a", "b", players=("bot:gone.py", "first", "random"), top=game, schedule=schedule, more=more)
    (home / "club.toml").write_text(text, encoding="utf-8")
    done = outflank("arena", "run", "club.toml", "--jobs", 1)
    assert done.code == 2
    assert done.err.startswith(
        "outflank: club.toml: there is no tournament without 'ann': player 'bot:gone.py': there is no"
    )
    assert done.err.count("\n") == 1
    assert not (home / "club.sqlite").exists()


def test_a_module_whose_file_has_changed_is_another_player(outflank, home):
    (home / "own.py").write_text("def one(position):\n    return position.legal_moves[0]", encoding="utf-8")
    text = text_of("own", "first", players=("module:own.py:one", "first"))
    (home / "club.toml").write_text(text, encoding="utf-8")
    assert outflank("arena", "run", "club.toml", "--jobs", 1, "--max-games", 2).code == 0
    (home / "own.py").write_text("def one(position):\n    return position.legal_moves[-1]", encoding="utf-8")
    done = outflank("arena", "run", "club.toml", "--jobs", 1, "--resume")
    assert done.code == 2
    assert "the files of player 'own' have changed since the games in " in done.err


def test_a_report_needs_no_file_of_openings_any_more(outflank, home):
    (home / "lines.txt").write_text("f5d6\nf5f6\n", encoding="utf-8")
    (home / "club.toml").write_text(text_of("first", "random", top="openings = 'lines.txt'"), encoding="utf-8")
    assert outflank("arena", "run", "club.toml", "--jobs", 1).code == 0
    (home / "lines.txt").unlink()
    assert outflank("arena", "report", "club.toml").code == 0
    done = outflank("arena", "run", "club.toml", "--resume")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "openings" in done.err
    (home / "lines.txt").write_text("f5f4\n", encoding="utf-8")
    done = outflank("arena", "report", "club.toml")
    assert done.code == 2
    assert "content of openings was" in done.err


def test_two_reports_do_not_go_into_one_file_nor_a_tournament_into_no_folder(outflank, club, home):
    outflank("arena", "run", "club.toml", "--jobs", 1)
    done = outflank("arena", "report", "club.toml", "--html", "a.txt", "--csv", "./a.txt")
    assert (done.code, done.out) == (2, "")
    assert "two reports cannot go to the same file" in done.err
    assert not (home / "a.txt").exists()
    done = outflank("arena", "run", "club.toml", "--database", "nowhere/x.sqlite")
    assert done.code == 2
    assert "there is no folder" in done.err
    assert not (home / "nowhere").exists()


def test_players_and_openings_are_looked_for_beside_the_file(outflank, home, bots):
    folder = home / "course"
    folder.mkdir()
    (home / "bots.py").rename(folder / "mine.py")
    (folder / "lines.txt").write_text("f5d6\nf5f6\n", encoding="utf-8")
    text = text_of("last", "random", players=("module:mine.py:last", "random"), top="openings = 'lines.txt'")
    (folder / "course.toml").write_text(text, encoding="utf-8")
    done = outflank("arena", "run", "course/course.toml", "--jobs", 1)
    assert (done.code, done.err) == (0, "")
    assert n_games(folder / "course.sqlite") == 4
    assert outflank("arena", "report", "course/course.toml", "--csv", "table.csv").code == 0
    assert (home / "table.csv").exists()


def test_the_report_is_written_in_every_form(outflank, club, home):
    outflank("arena", "run", "club.toml", "--jobs", 1)
    forms = {"html": "a.html", "markdown": "a.md", "csv": "a.csv", "games-csv": "games.csv", "json": "a.json"}
    arguments = [part for name, out in forms.items() for part in (f"--{name}", out)]
    done = outflank("arena", "report", "club.toml", *arguments)
    assert (done.code, done.out, done.err) == (0, "", "")
    texts = {name: (home / out).read_text(encoding="utf-8") for name, out in forms.items()}
    data = json.loads(texts["json"])
    assert len(data["played"]) == data["games"] == 12
    assert [row["place"] for row in data["table"]] == [1, 2, 3]
    assert texts["html"].startswith("<!doctype html>")
    assert "| place | player |" in texts["markdown"]
    assert texts["games-csv"].count("\n") == 13
    for name in ("csv", "games-csv"):  # spreadsheets take a file without it for one of another alphabet
        assert texts[name].startswith("\ufeff")
        assert texts[name].count("\ufeff") == 1
    assert "\ufeff" not in outflank("arena", "report", "club.toml", "--csv", "-").out


def test_a_report_goes_to_output_and_the_tables_to_the_terminal(outflank, club):
    outflank("arena", "run", "club.toml", "--jobs", 1)
    assert json.loads(outflank("arena", "report", "club.toml", "--json", "-").out)["games"] == 12
    assert "Games worth a look" in outflank("arena", "report", "club.toml").out
    both = outflank("arena", "report", "club.toml", "--json", "-", "--csv", "-")
    assert (both.code, both.err) == (2, "outflank: only one of the reports can go to standard output (-)\n")


def test_a_report_of_nothing_is_refused(outflank, club):
    done = outflank("arena", "report", "club.toml")
    assert done.code == 2
    assert "no games have been played" in done.err


def test_another_database_can_be_named(outflank, club, home):
    outflank("arena", "run", "club.toml", "--jobs", 1, "--database", "other.sqlite")
    assert n_games(home / "other.sqlite") == 12
    assert not (home / "club.sqlite").exists()
    (home / "text.sqlite").write_text("no database", encoding="utf-8")
    done = outflank("arena", "run", "club.toml", "--database", "text.sqlite")
    assert done.code == 2
    assert "is damaged or not a database" in done.err


# --- killed, interrupted, and two at once -----------------------------------------------------------------------------

slow = pytest.mark.slow
signals = pytest.mark.skipif(os.name != "posix" or INTERPRETED, reason="needs signals, and quick processes")


def wait_for(path, n):
    deadline = time.monotonic() + 120
    while n_games(path) < n:
        assert time.monotonic() < deadline
        time.sleep(0.02)


@slow
@signals
def test_a_tournament_that_is_killed_five_times_has_every_game_once(club, home, outflank):
    club(LONG)
    path = home / "club.sqlite"
    least = 0
    for _ in range(5):
        least = n_games(path) + 15
        with Command("arena", "run", "club.toml", "--resume", "--jobs", 2) as running:
            wait_for(path, least)
            below = descendants(running.process.pid)
            running.process.kill()
            running.process.wait()
            assert n_games(path) < 600
            deadline = time.monotonic() + 60
            while any(map(is_running, below)) and time.monotonic() < deadline:
                time.sleep(0.05)
            assert not any(map(is_running, below))
    assert outflank("arena", "run", "club.toml", "--resume", "--jobs", 2).code == 0
    assert outflank("arena", "run", "club.toml", "--jobs", 2, "--database", "whole.sqlite").code == 0
    found = keys(path)
    assert len({key[:3] for key in found}) == len(found) == 600
    assert found == keys(home / "whole.sqlite")
    tables = [
        json.loads(outflank("arena", "report", "club.toml", "--database", name, "--json", "-").out)
        for name in ("club.sqlite", "whole.sqlite")
    ]
    for table in tables:
        for row in table["table"]:
            for name in ("seconds", "seconds_a_move", "longest_move"):
                del row[name]
        del table["played"], table["remarkable"], table["openings_played"]
    assert tables[0] == tables[1]


@slow
@signals
def test_ctrl_c_says_how_to_go_on_and_two_at_once_are_one_too_many(club, home, outflank):
    club(LONG)
    path = home / "club.sqlite"
    with Command("arena", "run", "club.toml", "--jobs", 1) as running:
        wait_for(path, 10)
        second = outflank("arena", "run", "club.toml", "--resume")
        assert second.code == 2
        assert second.err.startswith("outflank: another outflank arena run is playing this tournament")
        assert second.err.count("\n") == 1
        running.process.send_signal(signal.SIGINT)
        _, err = running.process.communicate(timeout=60)
        assert running.process.returncode == 130
    done = n_games(path)
    assert err == (
        f"{done} of 600 games are played; to continue: outflank arena run club.toml --resume --jobs 1\n"
        "outflank: interrupted\n"
    )
