"""`outflank players add` and `remove`, and other programs as players."""

import json
import re
import sys

import pytest

from outflank.play import saved_players
from tests.protocols.fakes import fake

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="commands are written as for a POSIX shell")


@pytest.fixture
def rhino(outflank):
    """A name that stands for another program."""
    done = outflank("players", "add", "rhino", f"nboard:{fake('nboard')}")
    assert re.fullmatch(r"Saved rhino: Fake plays [c-f][3-6] from the start, in \d\.\d\d s\.\n", done.out)
    return "rhino"


def test_a_saved_name_is_listed(outflank, rhino):
    assert re.search(rf"^{rhino} .*Saved by you: nboard:", outflank("players").out, re.MULTILINE)
    assert json.loads(outflank("players", "--json").out)["players"][-1]["player"] == rhino


def test_a_saved_name_plays_a_match(outflank, rhino):
    done = outflank("match", rhino, "first", "--games", "2", "--json")
    assert (done.code, done.err) == (0, "")
    answer = json.loads(done.out)
    assert rhino in answer["players"]
    assert answer["forfeited_games"] == []


def test_a_saved_name_plays_at_the_terminal_and_gives_hints(play, rhino):
    done = play(["hint", "f5", "quit"], "--white", f"{rhino}:depth=3", "--hint", f"gtp:{fake('gtp')}", "--no-save")
    assert re.search(r"^gtp:.* would play [c-f][3-6]\.$", done.out, re.MULTILINE)
    move = r"^White \(rhino:depth=3\) plays \w\d in .* \(value -3 on its own scale, depth 7, 1,234 nodes\)\.$"
    assert re.search(move, done.out, re.MULTILINE)


def test_a_saved_name_analyses(outflank, rhino):
    answer = json.loads(outflank("analyse", "f5d6", "--player", rhino, "--json").out)
    assert (answer["nodes"], answer["moves"][0]["depth"]) == (1234, 7)


def test_a_program_that_takes_no_boards_analyses_a_game(outflank):
    done = outflank("analyse", "f5d6c3d3c4f4f6f3e6e7", "--player", f"gtp:{fake('gtp')}", "--json")
    assert (done.code, done.err) == (0, "")
    board = "X" * 9 + "O" * 9 + "-" * 46 + " X"
    assert "plays only from the usual start" in outflank("analyse", board, "--player", f"gtp:{fake('gtp')}").err


def test_a_saved_name_is_removed(outflank, rhino):
    assert outflank("players", "remove", rhino).out.startswith("Removed rhino (nboard:")
    done = outflank("players", "remove", rhino)
    assert (done.code, done.err) == (2, "outflank: unknown saved player 'rhino': no players are saved\n")


def test_a_name_may_stand_for_another_saved_name_as_it_is_now(outflank, rhino):
    outflank("players", "add", "deep", f"{rhino}:depth=3")
    outflank("players", "remove", rhino)
    assert saved_players.saved()["deep"].endswith(",depth=3")


@pytest.mark.parametrize("player", ["tribolo", "level1", "module:outflank.classic.staged:First"])
def test_any_player_can_be_saved(outflank, player):
    done = outflank("players", "add", "mine", player)
    assert (done.code, done.err) == (0, "")
    assert saved_players.saved() == {"mine": player}


@pytest.mark.parametrize(
    ("name", "player", "message"),
    [
        ("random", "level1", "'random' is a built-in player: choose another name"),
        ("human", "level1", "'human' is a built-in player: choose another name"),
        ("a b", "level1", "expected a name of at most 40 letters, digits, - and _, got 'a b'"),
        ("x", "human", "x was not saved (--no-check saves it untried): expected a computer player, got human"),
        ("x", "gtp:nosuch", "there is no program 'nosuch' in any folder on the PATH"),
        ("x", "gtp:ls /nowhere", "' fails: it ended (exit code 2): "),
        ("x", "levl1", "unknown player 'levl1'"),
    ],
)
def test_what_does_not_play_is_not_saved(outflank, name, player, message):
    done = outflank("players", "add", name, player)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1
    assert saved_players.saved() == {}


def test_what_does_not_play_is_saved_without_a_check(outflank):
    assert outflank("players", "add", "x", "gtp:nosuch", "--no-check").out == "Saved x.\n"
    done = outflank("match", "x", "random")
    assert (done.code, done.err) == (
        2,
        "outflank: player 'x': there is no program 'nosuch' in any folder on the PATH\n",
    )


def test_a_fault_of_a_program_is_told_after_a_match(outflank):
    done = outflank("match", f"gtp:{fake('rogue', 'dies')}", "random", "--games", "2")
    assert done.code == 1
    assert "crash: it ended (exit code 8): 'out of memory' (against random, after " in done.out


def test_a_fault_of_a_program_is_told_in_an_analysis(outflank):
    done = outflank("analyse", "f5d6", "--player", f"gtp:{fake('rogue', 'dies')}")
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith("' ended (exit code 8): 'out of memory'\n")


def test_a_program_has_time_to_start_before_its_clock_runs(play, tmp_path):
    """It takes longer to start than it has for a move."""
    slow = tmp_path / "slow.sh"
    slow.write_text(f"#!/bin/sh\nsleep 1.5\nexec {fake('gtp')}\n")
    slow.chmod(0o755)
    done = play([], "--black", f"gtp:{slow}", "--white", "first", "--time", "1/move", "--no-save", "--quiet")
    assert re.search(r"^Game over: ", done.out, re.MULTILINE)
    assert "forfeits" not in done.out


@pytest.mark.parametrize("name", ["level1", "engine", "momo", "human"])
def test_one_player_is_shown_by_its_name(outflank, name):
    done = outflank("players", name)
    assert (done.code, done.err) == (0, "")
    assert [line.split()[0] for line in done.out.splitlines()[1:] if line[:1].strip()] == [name]
    of_one, of_all = (["".join(line.split()) for line in each.out.splitlines()] for each in (done, outflank("players")))
    assert set(of_one) <= set(of_all)


def test_one_player_in_json(outflank, rhino):
    assert [each["player"] for each in json.loads(outflank("players", "level1", "--json").out)["players"]] == ["level1"]
    (own,) = json.loads(outflank("players", "rhino", "--json").out)["players"]
    assert own["about"].startswith("Saved by you: ")
