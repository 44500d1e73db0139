"""The command itself, and the small ones: perft, players, warm."""

import argparse
import json
import re
import shutil
import subprocess

import pytest

from outflank import __version__
from outflank.characters import LADDER
from outflank.cli import main as cli
from outflank.cli import perft
from outflank.play import registry
from outflank.rules import Position
from outflank.rules.perft import perft as rules_perft
from tests.jit.processes import output, python


def with_actions(parser, words=()):
    """All commands, and all actions of commands, as they are typed."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                yield pytest.param((*words, name), id=" ".join((*words, name)))
                yield from with_actions(below, (*words, name))


COMMANDS = list(with_actions(cli.parser()))


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_and_action_has_help_and_refuses_what_it_does_not_know_in_one_line(outflank, words):
    done = outflank(*words, "-h")
    assert (done.code, done.err) == (0, "")
    assert done.out == outflank(*words, "--help").out
    assert done.out.startswith(f"usage: outflank {' '.join(words)} ")
    if len(words) == 1:
        assert re.search(rf"Examples?: (printf .*\| )?outflank {words[0]}\b|Example: outflank match", done.out)
    done = outflank(*words, "--frob")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith(f"outflank {words[0]}")
    assert f"(see outflank {words[0]}" in done.err


def test_the_help_lists_the_commands(outflank):
    out = outflank("-h").out
    assert all(re.search(rf"^    {name}(  |$)", out, re.MULTILINE) for name in cli.COMMANDS)


def test_without_a_command_there_is_the_list_of_commands(outflank):
    done = outflank()
    assert (done.code, done.err, done.out) == (0, "", outflank("-h").out)


@pytest.mark.parametrize("command", ["library", "book", "arena", "bot"])
def test_without_an_action_there_is_the_list_of_actions(outflank, command):
    done = outflank(command)
    assert (done.code, done.err, done.out) == (0, "", outflank(command, "-h").out)


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("outflank ana", {"analyse"}),
        ("outflank library se", {"search"}),
        ("outflank play --bla", {"--black"}),
        ("outflank play --black lev", {"level1", "level2", "level3"}),
        ("outflank analyse f5 --player bud", {"budget"}),
        ("outflank match dee", {"deepening"}),
        ("outflank analyse f5 --game trib", {"tribolo"}),
    ],
)
def test_a_shell_completes_what_is_begun(outflank, home, words, completed):
    (home / "complete.sh").write_text(outflank("completion", "bash").out, encoding="utf-8")
    *_, previous, current = parts = words.split()
    script = (
        f"source complete.sh; COMP_WORDS=({words}); COMP_CWORD={len(parts) - 1}; "
        f"_shtab_outflank outflank {current} {previous}; echo ${{COMPREPLY[*]}}"
    )
    done = subprocess.run(["bash", "-c", script], cwd=home, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == completed


@pytest.mark.parametrize("shell", ["zsh", "tcsh"])
def test_other_shells_have_a_script_too(outflank, shell):
    done = outflank("completion", shell)
    assert (done.code, done.err) == (0, "")
    assert all(name in done.out for name in cli.COMMANDS)


@pytest.mark.parametrize(
    ("code", "slow"),
    [
        (
            "from outflank.cli.main import parser; parser()",
            (
                "asyncio",
                "ctypes",
                "http",
                "numba",
                "numpy",
                "outflank.engine.engine",
                "rich",
                "urllib.request",
                "webbrowser",
            ),
        ),
        ("import outflank.library", ("numpy", "asyncio", "rich")),
        ("import outflank.rules.openings", ("sqlite3", "numpy", "difflib")),
        ("import outflank.matches.api", ("asyncio", "rich", "outflank.bots.sandbox", "outflank.bots.player")),
        (
            "from outflank.cli.main import main; main(['--version'])",
            ("asyncio", "sqlite3", "rich", "outflank.play", "outflank.cli.arguments", "outflank.cli.play"),
        ),
    ],
)
def test_nothing_is_loaded_that_is_not_needed(code, slow):
    loaded = output(python(f"{code}; import sys; print([name for name in {slow} if name in sys.modules])"))
    assert loaded.splitlines()[-1] == "[]"


def test_the_folder_of_saved_games_is_in_the_help_of_play(outflank):
    assert "OUTFLANK_DATA_DIR" in outflank("play", "-h").out


def test_the_version(outflank):
    assert outflank("--version").out == f"outflank {__version__}\n"


def test_ctrl_c_ends_any_command_with_one_line(outflank, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(perft, "start_of", interrupt)
    done = outflank("perft", "1")
    assert (done.code, done.out, done.err) == (130, "", "outflank: interrupted\n")


@pytest.mark.parametrize(("depth", "leaves"), [(0, 1), (1, 4), (2, 12), (5, 1396)])
def test_perft(outflank, depth, leaves):
    done = outflank("perft", depth)
    assert done.code == 0
    assert done.out.splitlines()[0] == str(leaves)
    answer = json.loads(outflank("perft", depth, "--json").out)
    assert list(answer) == ["depth", "leaves", "seconds"]
    assert (answer["depth"], answer["leaves"]) == (depth, leaves)


@pytest.mark.parametrize("size", [4, 6, 10])
def test_perft_of_other_sizes_is_that_of_the_rules(outflank, size):
    start = Position.start(size, mirrored=True)
    for depth in range(5):
        done = outflank("perft", depth, "--size", size, "--mirrored", "--json")
        assert json.loads(done.out)["leaves"] == rules_perft(start, depth)


@pytest.mark.parametrize("start", ["start", "f5", "-" * 27 + "OX------XO" + "-" * 27, "X" * 64])
def test_divided_perft_adds_up(outflank, start):
    answer = json.loads(outflank("perft", "3", "--divide", "--json", "--start", start).out)
    if answer["moves"]:
        assert sum(answer["moves"].values()) == answer["leaves"]
    else:
        assert (start, answer["leaves"]) == ("X" * 64, 1)
    lines = outflank("perft", "3", "--divide", "--start", start).out.splitlines()
    assert lines[:-2] == [f"{move} {n}" for move, n in answer["moves"].items()]
    assert lines[-2] == str(answer["leaves"])


def test_players_lists_the_registry_with_options(outflank):
    out = outflank("players").out
    for name in registry.names():
        assert re.search(rf"^{name}\b", out, re.MULTILINE)
    assert re.search(r"^human ", out, re.MULTILINE)
    assert registry.entry("budget").description in out  # in one line, as nobody knows how wide a pipe is
    assert "module:FILE.py:NAME" in out
    assert re.search(r"^ +mode=classic\|fair", out, re.MULTILINE)
    assert re.search(r"^lookahead .*\n +depth=\d+  \(1 to \d+ plies\)", out, re.MULTILINE)
    assert "level=…  (1 to 30)" in out
    assert "memory=64  (1 to 1,048,576 megabytes)" in out
    assert "time=10.0  (up to 86,400 seconds)" in out
    assert "nodes=3000  (at least 1)" in out


def test_players_can_be_read_in_eighty_columns(outflank, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    lines = re.sub(r"\x1b\[[0-9;]*m", "", outflank("players").out).splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) < 160  # no column of single words
    assert any(registry.entry("level1").description[:40] in line for line in lines)


def test_players_lists_the_characters_weakest_first_with_their_ratings(outflank):
    out = outflank("players").out
    places = [out.index(f"\n{character.name} ") for character in LADDER]
    assert places == sorted(places)
    assert "Coco the squirrel, who looks three moves ahead and goes for the most discs. Rating " in out
    rated = {each["player"]: each.get("rating") for each in json.loads(outflank("players", "--json").out)["players"]}
    assert (rated["momo"], rated["random"]) == (0, None)


def test_character_plays_at_the_terminal_by_its_name(outflank):
    out = outflank("match", "momo", "coco", "--games", "2", "--seed", "1").out
    assert "momo – coco" in out


def test_players_as_json_is_one_object(outflank):
    answer = json.loads(outflank("players", "--json").out)
    assert [each["player"] for each in answer["players"]] == list(registry.names())
    assert {"player": "random", "options": ["seed=…"]}.items() <= next(
        each for each in answer["players"] if each["player"] == "random"
    ).items()


def test_warm_says_when_all_is_ready(outflank):
    done = outflank("warm")
    assert done.code == 0
    assert re.search(r"^Ready in \d+\.\d s; stored in ", done.out, re.MULTILINE)


def test_help_is_the_help_and_a_word_for_a_command_leads_to_it(outflank):
    assert outflank("help").out == outflank("-h").out
    assert outflank("help", "solve").out == outflank("solve", "-h").out
    done = outflank("course")
    assert (done.code, done.err) == (2, "outflank: there is no command 'course'; did you mean arena?\n")


def test_the_help_of_players_names_its_argument(outflank):
    lines = outflank("players", "-h").out.splitlines()
    assert lines[0].endswith(" [--json] [NAME] ...")
    assert [line for line in lines if line.split()[:1] == ["[NAME]"]]
    assert not [line for line in lines if line and not line.strip()]


def test_the_list_of_players_has_no_trailing_spaces(outflank):
    lines = outflank("players").out.splitlines()
    assert [line for line in lines if line != line.rstrip()] == []
    assert max(map(len, lines)) < 140
