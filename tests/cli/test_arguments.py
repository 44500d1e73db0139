import json
import os
import re
from pathlib import Path

import pytest

from outflank.formats import saved
from outflank.formats.files import write_records
from outflank.play.record import Record
from outflank.rules import AntiPosition, Game

PEOPLE = ("--black", "human", "--white", "human", "--no-save")
MATCH = ("match", "first", "greedy", "--games", "2", "--openings", "random:1")


@pytest.fixture
def anti():
    """A saved game that says what it is."""
    return saved.write(Record.of(Game(AntiPosition.start(4), ["a2", "a1"]))).encode()


@pytest.fixture
def pipe():
    """What gives the name of a pipe that holds something, as the shell does for ``<(…)``; it can be read once."""
    ends = []

    def made(content):
        reader, writer = os.pipe()
        ends.append(reader)
        os.write(writer, content)
        os.close(writer)
        return f"/dev/fd/{reader}"

    yield made
    for end in ends:
        os.close(end)


def without_times(text):
    return re.sub(r"[0-9.]+ s\b.*|\"seconds\": [0-9.e-]+", "", text)


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="needs names for pipes")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play", *PEOPLE, "--start"), "Fewest discs win."),
        (("play", *PEOPLE, "--game", "othello", "--start"), "Most discs win."),
        (("analyse", "--depth", "1"), "engine plays b1"),
        (("perft", "1", "--start"), "perft 1: 3 leaves"),
        ((*MATCH, "--start"), "first – greedy"),
    ],
)
def test_a_pipe_is_read_once(outflank, pipe, anti, arguments, said):
    """Once, play read it for the kind of game, and then found it empty."""
    done = outflank(*arguments, pipe(anti))
    assert (done.code, done.err) == (0, "")
    assert said in done.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", *PEOPLE, "--quiet", "--start"),
        ("analyse", "--depth", "1", "--json"),
        ("perft", "1", "--start"),
        (*MATCH, "--json", "--start"),
    ],
)
def test_standard_input_is_as_good_as_a_file(outflank, home, anti, arguments):
    (home / "anti.txt").write_bytes(anti)
    of_file, of_input = outflank(*arguments, "anti.txt"), outflank(*arguments, "-", stdin=anti)
    assert of_input.code == 0
    assert without_times(of_input.out) == without_times(of_file.out)


def test_a_file_called_start_does_not_stand_in_the_way_of_the_start(outflank, home, anti):
    (home / "start").write_bytes(anti)
    assert "Most discs win." in outflank("play", *PEOPLE, "--start", "start").out
    assert "Fewest discs win." in outflank("play", *PEOPLE, "--start", "./start").out


def test_standard_input_is_read_as_the_game_that_is_named(outflank):
    done = outflank("play", *PEOPLE, "--game", "anti-othello", "--start", "-", stdin=b"f5d6")
    assert "Fewest discs win." in done.out
    assert done.out.endswith("Transcript: f5d6\n")
    done = outflank("analyse", "-", "--tribolo", stdin=b"f5d6")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert outflank("play", "--start", "-").err == "outflank: standard input is empty\n"


def test_game_starts_from_a_named_opening(outflank):
    done = outflank("play", *PEOPLE, "--opening", "tiger", "--no-save", stdin=b"moves\nquit\n")
    assert "The game starts from Tiger: f5d6c3d3c4." in done.out


def test_opening_that_does_not_fit_is_refused_in_one_line(outflank):
    for arguments, words in (
        (["--opening", "tigr"], "did you mean Tiger"),
        (["--opening", "tiger", "--size", "6"], "--opening is for Othello on 8×8"),
        (["--opening", "tiger", "--mirrored"], "--opening is for Othello on 8×8"),
        (["--opening", "tiger", "--game", "anti-othello"], "--opening is for Othello on 8×8"),
        (["--opening", "tiger", "--start", "f5"], "--opening and --start contradict each other"),
    ):
        done = outflank("play", *PEOPLE, *arguments)
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert words in done.err


@pytest.mark.parametrize(
    ("command", "least"),
    [
        ("library search", 2),
        ("library players", 2),
        ("library openings", 2),
        ("library stats", 1),
        ("library explore start", 1),
        ("solve two.obf", 2),
        ("practice puzzles --count 2", 1),
        ("practice openings list", 1),
        ("practice stats", 1),
        ("players", 1),
        ("perft 2", 1),
    ],
)
def test_the_help_of_json_says_how_it_is_printed(outflank, home, command, least):
    write_records(home / "two.ggf", [Record.of(Game(moves=moves), ("Ann", "Ben")) for moves in ("f5d6c3", "f5f6e6")])
    outflank("library", "import", "two.ggf")
    board = "O" * 62 + "X- X;"
    (home / "two.obf").write_text(f"{board}\n{board}\n")
    words = command.split()
    n_names = 1 + (words[0] in ("library", "practice")) + (words[1:2] == ["openings"] and words[0] == "practice")
    told = " ".join(outflank(*words[:n_names], "-h").out.split())
    lines = outflank(*words, "--json").out.splitlines()
    values = [json.loads(line) for line in lines]
    assert len(values) >= least
    if isinstance(values[0], list):
        assert "print one JSON array instead of text" in told
        assert len(values) == 1
    elif len(values) > 1:
        assert "print one JSON object per line instead of text" in told
    else:
        assert "print one JSON object instead of text" in told
