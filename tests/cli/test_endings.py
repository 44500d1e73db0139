"""What commands do and leave behind when they are asked to end, or are killed."""

import json
import os
import re
import signal
import sys
import time
from pathlib import Path

import pytest

from outflank.jit import INTERPRETED
from tests.ending import Command

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them"),
]
compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes compiled searches")

ASKED = {"SIGTERM": 143, "SIGHUP": 129}
GRIPS = """
import re

def grips(position):
    print("stuck", flush=True)
    re.match("(a+)+b", "a" * 60)  # for years, without letting any other thread run
"""
asked = pytest.mark.parametrize(("name", "code"), ASKED.items())


@pytest.fixture
def grips(home):
    (home / "grips.py").write_text(GRIPS, encoding="utf-8")


@asked
@pytest.mark.usefixtures("bots")
def test_a_match_that_is_asked_to_end_ends_its_processes(name, code):
    with Command("match", "module:bots.py:stuck", "first", "--games", 4, "--jobs", 2, "--time", 300) as match:
        match.reads_until("stuck")
        assert len(match.started) >= 2
        ended, out, err = match.ends(getattr(signal, name))
        assert (ended, out, err.replace("stuck\n", "")) == (code, "", "")
        assert not match.left()


@pytest.mark.usefixtures("bots", "grips")
@pytest.mark.parametrize("bot", ["bots.py:stuck", "grips.py:grips"])
def test_a_match_that_is_killed_leaves_no_process(bot):
    with Command("match", f"module:{bot}", "first", "--games", 4, "--jobs", 2, "--time", 300) as match:
        match.reads_until("stuck")
        assert len(match.started) >= 2
        ended, _, _ = match.ends(signal.SIGKILL)
        assert ended == -signal.SIGKILL
        assert not match.left()


@asked
@pytest.mark.usefixtures("bots")
def test_a_match_that_is_asked_to_end_shows_what_was_played(name, code):
    options = ("--games", 10_000, "--size", 4, "--openings", "random:2", "--json")
    with Command("match", "module:bots.py:prints", "first", *options) as match:
        for _ in range(40):
            match.reads_until("rubbish")
        ended, out, err = match.ends(getattr(signal, name))
        games = json.loads(out)["games"]
        assert ended == code
        assert games >= 2
        [said] = [line for line in err.splitlines() if line not in ("", "rubbish")]
        half_a_pair = r"(; \d+ more ended, but not in every seating of their opening)?"
        assert re.fullmatch(f"interrupted; results of {games} of 10000 games{half_a_pair}", said)
        assert not match.left()


@pytest.mark.usefixtures("bots")
def test_a_signal_to_all_processes_at_once_is_no_players_fault():
    options = ("--games", 10_000, "--size", 4, "--openings", "random:2", "--json", "--jobs", 2)
    with Command("match", "module:bots.py:prints", "first", *options) as match:
        for _ in range(40):
            match.reads_until("rubbish")
        for child in match.started:
            os.kill(child, signal.SIGTERM)
        ended, out, _ = match.ends(signal.SIGTERM)
        assert ended == 143
        assert json.loads(out)["forfeits"] == [0, 0]


@pytest.mark.usefixtures("bots")
def test_what_was_started_to_ignore_hangups_ignores_them():
    with Command("match", "module:bots.py:stuck", "first", "--games", 2, "--time", 1, prefix=("nohup",)) as match:
        match.reads_until("stuck")
        ended, out, _ = match.ends(signal.SIGHUP)
        assert ended == 1
        assert out.count("forfeit by module:bots.py:stuck: time") == 2


@compiled_only
@pytest.mark.parametrize(("name", "code"), [*ASKED.items(), ("SIGKILL", -9)])
def test_a_training_that_ends_ends_its_processes(name, code, home):
    sizes = ("--generations", 1, "--games", 10**6, "--depth", 3, "--workers", 2)
    with Command("train", *sizes, "--folder", home / "run") as training:
        training.reads_until("playing")
        until = time.monotonic() + 60
        while not list((home / "run").rglob("*.games")) and time.monotonic() < until:
            time.sleep(0.1)
        training.notes()
        assert len(training.started) >= 2
        ended, out, err = training.ends(getattr(signal, name))
        assert (ended, out) == (code, "")
        if name in ASKED:
            assert f"stopped; to continue: outflank train --resume --folder {home / 'run'}" in err.splitlines()
            assert "interrupted" not in err
        assert not training.left()


HARD = f"{'-' * 27}OX------XO{'-' * 27} X"


@compiled_only
@asked
def test_a_solver_that_is_asked_to_end_shows_what_is_proven(name, code, home):
    (home / "hard.obf").write_text(f"{HARD};\n", encoding="utf-8")
    with Command("solve", "hard.obf", "--threads", 2) as solver:
        solver.reads_until("expect about")
        time.sleep(0.5)
        ended, out, err = solver.ends(getattr(signal, name))
        assert (ended, err) == (code, "")
        assert out.startswith("   1  60 empties  ")


@compiled_only
@pytest.mark.parametrize(("name", "code"), [*ASKED.items(), ("SIGINT", 0)])
def test_an_analysis_that_is_asked_to_end_shows_what_it_found(name, code):
    with Command("analyse", "start", "--time", 600, "--json", command=WATCHED) as analysis:
        analysis.reads_until("found")
        ended, out, err = analysis.ends(getattr(signal, name))
        assert (ended, err.replace("found\n", "")) == (code, "")
        assert json.loads(out)["best"] in {"d3", "c4", "f5", "e6"}


WATCHED = (
    sys.executable,
    "-c",
    """
import sys
from outflank.cli.main import main
from outflank.engine.running import RunningAnalysis

infos = RunningAnalysis.__iter__

def announcing(self):
    for info in infos(self):
        print("found", file=sys.stderr, flush=True)
        yield info

RunningAnalysis.__iter__ = announcing
sys.exit(main(sys.argv[1:]))
""",
)


@compiled_only
@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 0), ("SIGINT", 0), ("SIGHUP", 129), ("SIGKILL", -9)])
def test_a_server_that_ends_ends_its_engines(name, code, home):
    pytest.importorskip("fastapi")
    with Command("serve", "--no-browser", "--port", 0, "--games", home / "games.sqlite") as server:
        server.reads_until("Outflank is at", "stdout")
        server.waits_for_workers()
        ended, _, err = server.ends(getattr(signal, name))
        assert (ended, err) == (code, "")
        assert not server.left()
