import json
import subprocess
import sys

import pytest

from outflank import Game, Match, Record
from outflank.cli import library_files
from outflank.cli.library_files import named_games
from outflank.errors import OutflankError
from outflank.formats.files import write_records
from outflank.jit import INTERPRETED
from outflank.library import ArchiveCounts, Library
from outflank.play import Seat
from outflank.web.games.store import GameStore
from outflank.web.games.stored_games import StoredMatch, state_text
from tests.library.conftest import random_records

GAMES = "f5d6c3d3c4f4f6f3\nf5d6c3d3c4\nf5f4e3\nd3c5\n"


@pytest.fixture
def file(home):
    (home / "games.moves").write_text(GAMES, encoding="utf-8")
    return home / "games.moves"


@pytest.fixture
def named(home):
    """Thirty games between people."""
    write_records(home / "named.ggf", random_records(30))
    return home / "named.ggf"


def test_import_adds_each_game_once(outflank, file, tmp_path):
    done = outflank("library", "import", file)
    assert (done.code, done.out, done.err) == (0, "4 added, 0 already known\n", "")
    assert (tmp_path / "data" / "library.sqlite").exists()
    again = outflank("library", "import", file, "--json")
    assert json.loads(again.out) == {"added": 0, "known": 4, "bad": 0, "odd": 0, "missing": 0}


def test_import_reports_bad_games_and_keeps_the_others(outflank, file, home):
    file.write_text(GAMES + "f5a1\n", encoding="utf-8")
    done = outflank("library", "import", file, "--report", "bad.txt")
    bad = "move 2: White cannot play a1: it turns over no disc (games.moves:5, column 3)"
    bad = bad.replace("games.moves", str(file))
    assert (done.code, done.out) == (1, "4 added, 0 already known\n")
    assert done.err == f"outflank: {bad}\n5 read, 1 left out\n"
    assert (home / "bad.txt").read_text(encoding="utf-8") == bad + "\n"


def test_variations_that_are_not_kept_are_said_to_be(outflank, home):
    (home / "study.sgf").write_text(
        "(;GM[2]FF[4];B[f5](;W[d6];B[c3](;W[d3])(;W[f4]))(;W[f6]))(;GM[2]FF[4];B[f5](;W[f4])(;W[f6]))"
        "(;GM[2]FF[4];B[d3];W[c3])",
        encoding="utf-8",
    )
    done = outflank("library", "import", "study.sgf")
    said = "outflank: dropped because a library cannot hold it: variations (games: 2)\n"
    assert (done.code, done.out, done.err) == (0, "3 added, 0 already known\n", said)


@pytest.mark.parametrize(("ends", "code"), [(KeyboardInterrupt(), 130), (OutflankError("the disk is gone"), 2)])
def test_import_that_is_broken_off_says_what_went_in_and_writes_its_report(
    outflank, file, home, monkeypatch, ends, code
):
    file.write_text(GAMES + "f5a1\n", encoding="utf-8")

    def given(*arguments):
        yield from named_games(*arguments)
        raise ends

    monkeypatch.setattr(library_files, "named_games", given)
    done = outflank("library", "import", file, "--report", "bad.txt")
    assert (done.code, done.out) == (code, "4 added, 0 already known\n")
    assert "5 read, 1 left out\n" in done.err
    assert "White cannot play a1" in (home / "bad.txt").read_text(encoding="utf-8")


def test_import_of_nothing_good_is_bad_input(outflank, home):
    (home / "a.txt").write_text("nothing here", encoding="utf-8")
    done = outflank("library", "import", "a.txt", "missing.ggf")
    assert done.code == 2
    assert "there is no file 'missing.ggf'" in done.err
    assert outflank("library", "import").code == 2


def test_a_file_that_does_not_exist_is_no_game_that_was_read(outflank, file):
    done = outflank("library", "import", "/missing")
    assert (done.code, done.out) == (2, "0 added, 0 already known\n")
    assert done.err == "outflank: there is no file '/missing'\n0 read, 0 left out, 1 file not read\n"
    done = outflank("library", "import", file, "/missing", "/absent", "--json")
    assert (done.code, json.loads(done.out)) == (1, {"added": 4, "known": 0, "bad": 0, "odd": 0, "missing": 2})
    assert done.err.endswith("4 read, 0 left out, 2 files not read\n")


def test_import_takes_folders_and_standard_input(outflank, file, named, home):
    assert outflank("library", "import", home).out == "34 added, 0 already known\n"
    assert outflank("library", "import", "-", stdin=b"f5d6c7\nf5f6\n").out == "2 added, 0 already known\n"
    (home / "empty").mkdir()
    done = outflank("library", "import", "empty")
    assert (done.code, done.err) == (2, "outflank: the folder empty contains no game files\n")


def test_import_takes_the_finished_games_of_the_page(outflank, tmp_path):
    store = GameStore(tmp_path / "data" / "games.sqlite")
    for name, moves, ends in (("Ann", "f5d6", True), ("", "f5f4", True), ("Ben", "f5f6", False)):
        match = Match(Game(moves=moves), [Seat("human", name), Seat("level2")])
        if ends:
            match.game.resigned = 0
        store.save(StoredMatch.of(f"Game{moves}AAAAAAAAAAAAAA", match, state_text(moves, match)), 1_000_000_000.0)
    store.close()
    done = outflank("library", "import", "--page", "--json")
    assert json.loads(done.out) == {"added": 2, "known": 0, "bad": 0, "odd": 0, "missing": 0}, done.err
    rows = [json.loads(line) for line in outflank("library", "search", "--json").out.splitlines()]
    assert {(row["white"], row["place"], row["won"], row["how"]) for row in rows} == {
        ("Computer 2", "Outflank", "white", "resigned")
    }
    assert outflank("library", "import", "--page", "none.sqlite").code == 2


def test_commands_on_no_library_say_how_to_make_one(outflank):
    for action in (
        ["search"],
        ["explore", "--player", "ann"],
        ["explore", "--me", "ann"],
        ["stats"],
        ["players"],
        ["show", 1],
        ["export", "a.ggf"],
    ):
        done = outflank("library", *action)
        assert done.code == 2
        assert "there is no library" in done.err
        assert "outflank library import" in done.err


def test_explore_shows_moves_with_names(outflank, file):
    outflank("library", "import", file)
    done = outflank("library", "explore", "f5")
    assert done.code == 0
    lines = {line.split()[0]: line for line in done.out.splitlines() if line.strip()}
    assert "Perpendicular" in lines["d6"]
    assert lines["d6"].split()[1] == "3"
    assert lines["f4"].split()[1:4] == ["1", "25", "%"]
    assert lines["all"].split()[1] == "4"
    told = json.loads(outflank("library", "explore", "f5d6c3d3c4", "--json").out)
    assert told["opening"] == {"en": "Tiger", "ja": "虎定石"}
    assert (told["games"], told["ended"], [move["move"] for move in told["moves"] if move["games"]]) == (2, 1, ["f4"])


def test_explore_without_a_library_shows_the_archive(outflank):
    done = outflank("library", "explore", "f5d6c3d3c4")
    assert done.code == 0
    assert "There is no library yet: the counts come from the WTHOR archive" in done.out
    lines = {line.split()[0]: line.split() for line in done.out.splitlines() if line.strip()}
    played = ArchiveCounts.shipped().position(Game(moves="f5d6c3d3c4").position)
    assert lines["all"][1] == f"{played.results.games:,}"
    assert {move.move: f"{move.results.games:,}" for move in played.moves} == {
        move.move: lines[move.move][1] for move in played.moves
    }
    rare = outflank("library", "explore", "f5d6c3d3c4g6")  # eight games
    assert (rare.code, rare.out.splitlines()[-1]) == (1, "in fewer than 10 of the archive's games")


def test_explore_shows_the_archive_beside_the_library(outflank, file):
    outflank("library", "import", file)
    told = json.loads(outflank("library", "explore", "f5", "--json").out)
    assert told["games"] == 4
    assert told["archive"]["games"] == ArchiveCounts.shipped().n_games
    assert "archive: WTHOR archive" in outflank("library", "explore", "f5").out


@pytest.mark.skipif(INTERPRETED, reason="searches")
def test_explore_shows_moves_of_people_by_rating(outflank):
    told = json.loads(outflank("library", "explore", "f5d6c3d3", "--ratings", "--json").out)
    assert [each["rating"] for each in told["people"]] == [-200, 0, 200]
    for place in range(3):
        assert sum(move["people"][place] for move in told["moves"]) == pytest.approx(1, abs=0.01)
    assert all(each["loss"] >= 0 for each in told["people"])
    shown = outflank("library", "explore", "f5d6c3d3", "--ratings").out
    assert "Discs that players lose here on average, by archive rating:" in shown
    assert "0 is the average of a tournament game; the web app shows these ratings 1400 higher." in shown


def test_explore_takes_standard_input_and_files(outflank, file, home):
    outflank("library", "import", file)
    (home / "start.moves").write_text("f5d6c3", encoding="utf-8")
    piped = outflank("library", "explore", "-", "--json", stdin=b"f5d6c3")
    assert piped.out == outflank("library", "explore", "start.moves", "--json").out
    assert json.loads(piped.out)["games"] == 2


def test_explore_of_a_position_in_no_game_is_no(outflank, file):
    outflank("library", "import", file)
    done = outflank("library", "explore", "f5f6")
    assert done.code == 1
    assert "in no game" in done.out.splitlines()
    assert outflank("library", "explore", "f5a1").code == 2
    assert outflank("library", "explore", "-" * 14 + "XO" + "-" * 20).code == 2


def test_a_write_protected_library_is_read_and_refuses_games(outflank, file, tmp_path, protect):
    outflank("library", "import", file)
    protect(tmp_path)
    assert outflank("library", "stats").code == 0
    explored = outflank("library", "explore", "f5", "--values")
    assert (explored.code, explored.err) == (0, "")
    for action in (["library", "import", file], ["review", file, file]):
        done = outflank(*action)
        assert (done.code, done.out) == (2, "")
        assert done.err.endswith("library.sqlite' is write-protected\n")


@pytest.mark.skipif(INTERPRETED, reason="searches")
def test_explore_shows_values_of_the_book_and_of_earlier_searches(outflank, file):
    outflank("library", "import", file)
    lines = {
        line.split()[0]: line for line in outflank("library", "explore", "f5", "--values").out.splitlines() if line
    }
    assert "book" in lines["d6"]
    done = outflank("library", "explore", "f5d6c3d3c4f4f6f3", "--time", "0.2", "--json")
    values = {move["move"]: move["value"] for move in json.loads(done.out)["moves"]}
    assert done.code == 0
    assert all(value["depth"] > 1 for value in values.values())
    again = outflank("library", "explore", "f5d6c3d3c4f4f6f3", "--values", "--json")
    assert {move["move"]: move["value"] for move in json.loads(again.out)["moves"]} == values  # they are kept
    other = json.loads(
        outflank("library", "explore", "--values", "--kept", "other.sqlite", "f5d6c3d3c4f4f6f3", "--json").out
    )
    shipped = ArchiveCounts.shipped().values(Game(moves="f5d6c3d3c4f4f6f3").position)
    for move in other["moves"]:
        value = move["value"]
        assert value is None or value["kind"] == "book" or value["depth"] == shipped[move["move"]].depth


def test_explore_shows_own_results_beside_all(outflank, named):
    outflank("library", "import", named)
    told = json.loads(outflank("library", "explore", "--me", "ann", "--json").out)
    stats = json.loads(outflank("library", "stats", "Ann", "--json").out)
    assert [told["own"][key] for key in ("games", "won", "lost")] == [stats[key] for key in ("games", "won", "lost")]
    shown = outflank("library", "explore", "--me", "ann").out
    assert "you" in shown
    assert f"{stats['games']}, " in shown.splitlines()[-1]


def test_words_that_stand_for_several_players_or_none_are_said_to(outflank, named):
    outflank("library", "import", named)
    assert outflank("library", "explore", "--me", "ann").err == ""
    assert outflank("library", "explore", "--me", "b").err == ""
    done = outflank("library", "explore", "--me", "n", "--json")
    assert done.err == "outflank: --me 'n' matches 2 players, whose games are added up: Ann, Ben\n"
    games = [json.loads(outflank("library", "stats", name, "--json").out)["games"] for name in ("Ann", "Ben")]
    assert json.loads(done.out)["own"]["games"] == sum(games)
    done = outflank("library", "explore", "--me", "dorra", "--json")
    assert done.err.endswith("is called 'dorra'; did you mean Dora?\n")


def test_misspelt_names_are_said_to_be(outflank, named):
    outflank("library", "import", named)
    for arguments in (["search", "--player", "dorra"], ["search", "dorra"], ["search", "--black", "dorra", "--count"]):
        done = outflank("library", *arguments)
        assert (done.code, done.err.count("\n")) == (1, 1)
        assert done.err.endswith("is called 'dorra'; did you mean Dora?\n")
    for arguments in (["players", "dorra"], ["export", "x.ggf", "--white", "dorra"], ["explore", "--player", "dorra"]):
        assert "did you mean Dora?" in outflank("library", *arguments).err
    reviewed, summed = outflank("review", "--library", "dorra"), outflank("progress", "dorra")
    assert reviewed.err == "outflank: no player is called 'dorra'; did you mean Dora?\n"
    assert summed.out == "No player is called 'dorra'; did you mean Dora?\n"
    done = outflank("library", "search", "--opening", "tigr")
    assert (done.code, done.err.partition("'tigr'")[2][:18]) == (2, "; did you mean Tig")
    assert outflank("library", "search", "--player", "dora", "--since", "2090").err == "outflank: no game found\n"


def test_people_and_xot_games_are_selected(outflank, home):
    write_records(
        home / "some.ggf",
        [
            Record.of(Game(moves="f5d6c3"), ("Ann", "Edax (delorme)"), place="Open"),
            Record.of(Game(moves="f5f4c3"), ("Ann", "Ben"), place="Oslo (XOT)"),
        ],
    )
    outflank("library", "import", "some.ggf")
    assert outflank("library", "search", "--people", "--count").out == "1\n"
    assert json.loads(outflank("library", "search", "--xot", "--json").out)["white"] == "Ben"
    assert json.loads(outflank("library", "search", "--no-xot", "--json").out)["white"] == "Edax (delorme)"
    assert "Edax" not in outflank("library", "players", "--people").out


def test_search_lists_and_counts(outflank, named):
    outflank("library", "import", named)
    rows = [json.loads(line) for line in outflank("library", "search", "--player", "ann", "--json").out.splitlines()]
    assert rows
    assert all("Ann" in (row["black"], row["white"]) for row in rows)
    assert outflank("library", "search", "--player", "ann", "--count").out == f"{len(rows)}\n"
    shown = outflank("library", "search", "渡辺", "--most", 2).out
    assert shown.count("渡辺 花子") == 2
    assert "2 of " in shown
    assert outflank("library", "search", "nobody").code == 1
    assert outflank("library", "search", "--result", "best").code == 2
    position = json.loads(outflank("library", "search", "--position", "f5d6", "--count", "--json").out)
    assert 0 < position["games"] < 30


@pytest.mark.parametrize(
    "arguments",
    [
        ["search", "--since", 10**30],
        ["search", "--most", 10**30],
        ["search", "--player", "x " * 3000],
        ["search", "--result", "better"],
        ["show", 10**30],
        ["players", "x " * 3000],
        ["search", "--position", "f5a1"],
        ["explore", "--opening", "tiger", "--result", "won"],
        ["explore", "f5", "--book", "none.book"],
        ["explore", "f5", "--values", "--kept", "games.moves"],
        ["explore", "f5", "--time", "0"],
    ],
)
def test_what_makes_no_sense_takes_one_line(outflank, file, arguments):
    outflank("library", "import", file)
    done = outflank("library", *arguments)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)


def test_show_prints_a_game_that_can_be_read_again(outflank, file):
    outflank("library", "import", file)
    done = outflank("library", "show", 2)
    assert done.out.splitlines()[-1] == "moves    f5d6c3d3c4"
    assert "Tiger (虎定石)" in done.out
    assert json.loads(outflank("library", "show", 2, "--json").out)["moves"] == "f5d6c3d3c4"
    assert outflank("library", "show", 9).err.startswith("outflank: there is no game 9 in the library ")


def test_stats_of_library_and_player(outflank, named):
    outflank("library", "import", named)
    assert json.loads(outflank("library", "stats", "--json").out)["games"] == 30
    assert "games" in outflank("library", "stats").out
    player = json.loads(outflank("library", "stats", "dora", "--json").out)
    assert player["games"] == player["black"]["games"] + player["white"]["games"] > 0
    shown = outflank("library", "stats", "dora").out
    assert shown.startswith("Dora\n")
    assert "as Black" in shown
    assert outflank("library", "stats", "nobody").code == 2


def test_players_are_listed(outflank, named):
    outflank("library", "import", named)
    rows = [json.loads(line) for line in outflank("library", "players", "--json").out.splitlines()]
    assert sum(row["games"] for row in rows) == 60
    assert "Łukasz Żak" in outflank("library", "players", "żak").out
    assert outflank("library", "players", "nobody").code == 1


def test_export_writes_what_is_looked_for(outflank, named, home):
    outflank("library", "import", named)
    done = outflank("library", "export", "ann.ggf", "--player", "ann", "--json")
    n_games = json.loads(done.out)["written"]
    with Library.open(None) as library:
        assert library.import_files([home / "ann.ggf"]).added == n_games > 0
    assert outflank("library", "import", "ann.ggf").out == f"0 added, {n_games} already known\n"
    assert outflank("library", "export", "none.ggf", "--player", "nobody").code == 1
    assert not (home / "none.ggf").exists()
    assert outflank("library", "export", "-").code == 2
    assert outflank("library", "export", "-", "--to", "transcript").out.count("\n") == 30


def test_database_is_where_it_is_said_to_be(outflank, file, home, tmp_path):
    assert outflank("library", "import", file, "--database", "my.sqlite").code == 0
    assert (home / "my.sqlite").exists()
    assert not (tmp_path / "data" / "library.sqlite").exists()
    (home / "bad.sqlite").write_bytes(b"no database" * 999)
    done = outflank("library", "search", "--database", "bad.sqlite")
    assert done.code == 2
    assert done.err.startswith("outflank: the library 'bad.sqlite' is damaged or not a database")
    assert done.err.count("\n") == 1


def test_what_is_written_never_takes_the_place_of_the_library_or_a_file_that_is_read(outflank, file, home):
    assert outflank("library", "import", file, "--database", "my.sqlite").code == 0
    (home / "link.ggf").symlink_to("my.sqlite")
    (home / "games").mkdir()
    (home / "games" / "a.moves").write_text("f5d6\n", encoding="utf-8")
    before = {path: path.read_bytes() for path in (home / "my.sqlite", file, home / "games" / "a.moves")}
    for command in (
        ["library", "export", "link.ggf", "--force"],
        ["library", "export", "my.sqlite", "--to", "moves", "--force"],
        ["library", "import", file, "--report", file],
        ["library", "import", "games", "--report", "games/a.moves"],
        ["library", "import", file, "--report", "my.sqlite"],
        ["review", "games", "--report", "games/a.moves", "--depth", "1"],
        ["progress", "ann", "--svg", "my.sqlite"],
    ):
        done = outflank(*command, "--database", "my.sqlite")
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), command
        assert "cannot be " in done.err
    assert {path: path.read_bytes() for path in before} == before


def test_export_writes_over_a_file_only_when_forced(outflank, file, home):
    outflank("library", "import", file)
    (home / "mine.ggf").write_text("mine", encoding="utf-8")
    done = outflank("library", "export", "mine.ggf")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert (home / "mine.ggf").read_text(encoding="utf-8") == "mine"
    assert outflank("library", "export", "mine.ggf", "--force").code == 0
    assert (home / "mine.ggf").read_text(encoding="utf-8") != "mine"


def test_exploring_compiles_nothing(file, home, outflank):
    outflank("library", "import", file)
    code = "import sys; from outflank.cli.main import main; main(['library', 'explore']); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_record_from_another_start_is_shown_with_it(outflank, home):
    start = Game(moves="f5d6c3").position
    write_records(home / "a.sgf", [Record.of(Game(start, "d3c4"))])
    outflank("library", "import", "a.sgf")
    assert f"start    {start.board_string}" in outflank("library", "show", 1).out


def test_players_by_rating(outflank, named):
    outflank("library", "import", named)
    done = outflank("library", "players", "--rating", "--least-games", 1)
    assert done.code == 0
    assert done.out.splitlines()[0].split() == ["player", "rating", "95%", "year", "highest", "year", "games"]
    assert done.out.endswith("\nA rating of 0 is the average over all games in this library.\n")
    done = outflank("library", "players", "--rating")
    assert (done.code, done.out, done.err) == (1, "", "outflank: no rated player found\n")
    done = outflank("library", "players", "--least-games", 3)
    assert (done.code, done.err) == (2, "outflank: --least-games needs --rating\n")


def test_openings_are_listed_as_a_family(outflank, file):
    outflank("library", "import", file)
    done = outflank("library", "openings", "tanaka")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[1].startswith("Aubrey")
    rows = [json.loads(line) for line in outflank("library", "openings", "tiger", "--json").out.splitlines()]
    assert (rows[0]["opening"]["en"], rows[0]["games"], rows[0]["depth"]) == ("Tiger", 2, 0)
    assert next(row for row in rows if row["opening"]["en"] == "Comp’Oth")["games"] == 1
    assert outflank("library", "openings", "tigr").code == 2


@pytest.mark.parametrize(
    "command",
    [
        "library search --player tamenory",
        "library search --player ben --opponent tamenory",
        "library explore start --player tamenory",
        "library explore start --me tamenory",
        "library export x.ggf --player tamenory",
        "library prepare tamenory --as black",
        "library compare tamenory ben",
        "library players tamenory",
        "library players tamenory --rating",
        "people strength --player tamenory",
        "practice endgames --empties 8 --player tamenory",
        "practice make --player tamenory",
        "progress tamenory",
        "progress tamenory --json",
        "progress ben --opponent tamenory",
        "review --library tamenory",
        "review --library ben --opponent tamenory",
        "review --library ben --opponent tamenory --json",
    ],
)
def test_every_command_recognises_a_misspelt_player(outflank, home, command):
    write_records(home / "one.ggf", [Record.of(Game(moves="f5d6c3"), ("Tamenori Hideshi", "Ben"))])
    outflank("library", "import", "one.ggf")
    done = outflank(*command.split())
    assert (done.code == 0) == ("--me" in command)
    assert (done.out + done.err).lower().count("no player is called 'tamenory'; did you mean tamenori hideshi?\n") == 1
