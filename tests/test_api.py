"""The programs of docs/api run, and pass `mypy --strict` as a user's own code would."""

import os
import re
import rlcompleter
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import outflank
from outflank.jit import INTERPRETED

FOLDER = Path(__file__).parent.parent / "docs" / "api"
PAGE = FOLDER.parent / "how-to" / "use-from-python.md"
PROGRAMS = sorted(FOLDER.glob("*.py"))
COMPILED = {"02", "03", "04", "05", "07", "09", "10"}
"""Those that would take minutes where kernels are interpreted."""
LONG = COMPILED - {"02"} | {"11"}
"""Those that take seconds to load the engine, or to search without it; the first of them is always run."""


@pytest.mark.parametrize(
    "program",
    [pytest.param(each, marks=pytest.mark.slow) if each.stem[:2] in LONG else each for each in PROGRAMS],
    ids=lambda program: program.stem,
)
def test_the_program_runs(program, tmp_path):
    if INTERPRETED and program.stem[:2] in COMPILED:
        pytest.skip("an engine that is not compiled is too slow for it")
    done = subprocess.run(
        [sys.executable, "-W", "error", str(program)], cwd=tmp_path, capture_output=True, text=True, timeout=240
    )
    assert (done.returncode, done.stderr.replace("compiling for this processor, once …\n", "")) == (0, "")
    assert done.stdout.strip()


@pytest.mark.slow
def test_the_programs_are_typed_as_strictly_as_can_be(tmp_path):
    if shutil.which("mypy") is None:
        pytest.skip("mypy is not installed")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), *map(str, PROGRAMS)],
        cwd=tmp_path,  # away from this project's own settings
        capture_output=True,
        text=True,
        env={**os.environ, "MYPYPATH": ""},
    )
    assert done.returncode == 0, done.stdout


def test_the_page_lists_every_program():
    page = PAGE.read_text(encoding="utf-8")
    assert all(f"(../api/{program.name})" in page for program in PROGRAMS)


def test_import_compiles_and_loads_little():
    code = "import sys, outflank; print([m for m in ('numba', 'numpy', 'sqlite3', 'asyncio') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_everything_public_can_be_seen_and_had():
    assert set(outflank.__all__) <= set(dir(outflank))
    assert [name for name in outflank.__all__ if not hasattr(outflank, name)] == []
    assert rlcompleter.Completer({"outflank": outflank}).complete("outflank.read_g", 0) == "outflank.read_games("
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = outflank.nonsense


def test_names_that_are_loaded_late_can_be_seen_before_they_are():
    code = "import sys, outflank; print('match' in dir(outflank), 'Engine' in dir(outflank), 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True True False\n"


def test_what_the_page_says_for_words_of_python_chess_works(tmp_path):
    page = (FOLDER.parent / "tutorials" / "from-python-chess.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*) \| (.*) \|$", page, re.MULTILINE)
    assert len(rows) > 15
    game = outflank.Game("f5d6c3")
    names = {name: getattr(outflank, name) for name in outflank.__all__}
    limit, info = outflank.Limit(depth=2), outflank.Analysis("f5")
    names |= {"game": game, "games": [game], "text": game.position.board_string, "symmetry": 1, "limit": limit}
    for _, ours in rows:
        for code in re.findall(r"`([^`]+)`", ours):
            if "engine" in code or "create" in code or code in ("Engine()", "Limit(seconds=, depth=, nodes=)"):
                continue  # what takes compiled kernels, or another program
            position = outflank.Position.start()
            playing = outflank.Game() if "push" in code else game.copy()
            path = tmp_path / "games.ggf"
            outflank.write_games(path, [game])
            here = {"position": position, "game": playing, "path": path, "square": "d5", "info": info}
            eval(code, names | here)


PAIR = ("first", "first")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda game: outflank.review(game.position), "expected a Game to review, got Position.parse"),
        (lambda game: outflank.review("f5d6"), "expected a Game to review, got 'f5d6'"),
        (lambda game: outflank.GameTree("f5d6"), r"expected a position, got 'f5d6'; for a game, call its tree\(\)"),
        (lambda game: outflank.GameTree(game), r"expected a position, got Game\(moves='f5d6'\)"),
        (
            lambda game: outflank.create(5),
            "expected a player's name, got 5; as_player takes objects and functions",
        ),
        (lambda game: outflank.Position.parse(game), r"expected a board in text, got Game\(moves='f5d6'\)"),
        (lambda game: outflank.play_game("f5d6", ("first", "first")), "expected a position or game to start from"),
        (lambda game: outflank.Engine(1, weights=5), "expected Weights or the path of their file, got 5"),
        (lambda game: outflank.Engine(1, book=5), "expected the path of a book, got 5"),
        (lambda game: outflank.Library(5), "expected the path of a library, got 5"),
        (lambda game: outflank.Library.open(game), "expected the path of a library, got Game"),
        (lambda game: outflank.Limit(loss="5"), "expected a loss of at least 0 discs, got '5'"),
        (lambda game: outflank.Limit.at_level([]), "expected level from 1 to 30, got \\[]"),
        (lambda game: outflank.Limit.at_depth("5"), "expected depth to be a whole number of at least 1, got '5'"),
        (lambda game: outflank.Match("f5d6", PAIR), "expected a game, got 'f5d6'"),
        (lambda game: outflank.Match(game.position, PAIR), "expected a game, got Position.parse"),
        (lambda game: outflank.Match(game, 5), "expected a list of players, got 5"),
        (lambda game: outflank.Match(game, (1, 2)), "expected a Seat or a player's name, got 1"),
        (lambda game: outflank.Match(game, PAIR, "5/move"), "expected a TimeControl, got '5/move'"),
        (lambda game: outflank.Record.of(game.position), "expected a game, got Position.parse"),
        (lambda game: outflank.Record.of(game, "Ann"), "expected a list of names, got 'Ann'"),
        (lambda game: outflank.TimeControl("x"), "expected a positive number of seconds, got 'x'"),
        (lambda game: outflank.TimeControl(0), "expected a positive number of seconds, got 0"),
        (lambda game: outflank.TimeControl(5, -1), "expected an increment of at least 0 seconds, got -1"),
        (lambda game: outflank.TimeControl.parse(5), "expected a time such as '300', '300\\+2' or '5/move', got 5"),
        (lambda game: outflank.TimeLeft("x"), "expected a number of seconds, got 'x'"),
        (lambda game: outflank.create("level3", plays=game), "expected a position, got Game"),
        (lambda game: outflank.create("level3").choose(game), "expected a position, got Game"),
        (lambda game: outflank.match(*PAIR, games="2"), "expected games to be a whole number, got '2'"),
        (lambda game: outflank.match(*PAIR, seed="2"), "expected seed to be a whole number, got '2'"),
        (lambda game: outflank.match(*PAIR, jobs=0), "expected jobs to be a whole number of at least 1, got 0"),
        (lambda game: outflank.match(*PAIR, openings=8), "expected openings such as 'random:8', got 8"),
        (lambda game: outflank.match(*PAIR, control=5), "expected a TimeControl, got 5"),
        (lambda game: outflank.match(*PAIR, progress=5), "expected progress to be a function, got 5"),
        (lambda game: outflank.perft(5, 5), "expected a position, got 5"),
        (lambda game: outflank.perft(game, 5), "expected a position, got Game"),
        (lambda game: outflank.perft(game.position, "5"), "expected depth to be a whole number of at least 0, got '5'"),
        (lambda game: outflank.play_game(game, 5), "expected a list of players, got 5"),
        (lambda game: outflank.play_game(game, PAIR, 5), "expected a TimeControl, got 5"),
        (lambda game: outflank.play_game(game, PAIR, watch=5), "expected watch to be a function, got 5"),
        (lambda game: outflank.play_game(game, PAIR, asking=5), "expected asking to be a function, got 5"),
        (lambda game: outflank.read_games(5), "expected a file name or a binary file, got 5"),
        (lambda game: outflank.write_games(5, game), "expected a file name, got 5"),
        (lambda game: outflank.write_games("x.sgf", 5), "expected games to write, got 5"),
        (lambda game: outflank.review(game, 5), "expected an Engine, got 5"),
        (lambda game: outflank.review(game, limit=5), "expected a Limit, got 5"),
        (lambda game: outflank.review(game, watch=5), "expected watch to be a function, got 5"),
        (lambda game: outflank.review(game, is_stopped=False), "expected is_stopped to be a function, got False"),
    ],
)
def test_a_thing_of_the_wrong_kind_is_refused_in_one_line(call, message):
    with pytest.raises(outflank.OutflankError, match=message):
        call(outflank.Game("f5d6"))


def test_a_library_takes_its_path_as_text_too(tmp_path):
    path = tmp_path / "lib.sqlite"
    with outflank.Library(str(path)) as library:
        assert library.add([outflank.Record.of(outflank.Game("f5d6"))]).added == 1
    with outflank.Library(path, read_only=True) as library:
        assert (len(library), library.path) == (1, path)
