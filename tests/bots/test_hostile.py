"""Hostile bots, described by their first lines: the outcome of each, and nothing of it is left."""

import re
import shutil
import socket
import time

import pytest

from outflank.bots import sandbox
from tests.bots.playing import HOSTILE, NOBODY, kind_for_nobody, played, played_by

pytestmark = pytest.mark.skipif(sandbox.kind() == "limits", reason="bubblewrap does not work here")

LATE = r"time: no move in time after [\d.]+ s \(1/move\)"
NOTHING = "got: nothing"

FORFEITS = {
    "fork_bomb": r"limits: it ran \d+ processes and threads, but only 32 are allowed",
    "thread_bomb": r"limits: it ran \d+ processes and threads, but only 32 are allowed",
    "memory_bomb": rf"limits: it used \d+ MB of memory, but only 512 MB are allowed|{LATE}",
    "memory_by_many": r"limits: it used \d+ MB of memory, but only 512 MB are allowed",
    "memory_shared": r"limits: it used \d+ MB of memory, but only 512 MB are allowed",
    "memory_headless": r"limits: it used \d+ MB of memory, but only 512 MB are allowed",
    "memory_given_back": r"limits: it used \d+ MB of memory, but only 512 MB are allowed",
    "memory_unmapped": r"limits: it used \d+ MB of memory, but only 512 MB are allowed",
    "memory_tables": r"limits: it used \d+ MB of memory, but only 512 MB are allowed",
    "memory_sockets": r"limits: it used \d+ MB of memory, but only 512 MB are allowed",
    "many_files": r"limits: it made \d+ files, but only 10000 are allowed",
    "endless_loop": LATE,
    "sleeper": LATE,
    "many_cores": rf"time: it used [12]\.\d s of processor time, but had only 1 s|{LATE}",
    "output_flood": r"illegal move: expected a square from a1 to h8, got 'a1 b1 c1'",
    "error_flood": r"limits: it printed more than the 1024 KB that are allowed",
    "illegal_move": r"illegal move: Black cannot play a1: it turns over no disc",
    "crash_at_import": r"crash: it ended \(exit code 1\): 'RuntimeError: no licence \(crash_at_import.py:3\)'",
    "crash_in_c": r"crash: it ended \(SIGSEGV\)",
    "leaves": r"crash: it ended \(exit code 0\)",
    "wakes_itself": r"limits: it kept running for [\d.]+ s during its opponent's turn",
    "wakes_in_bursts": r"limits: it kept running for [\d.]+ s during its opponent's turn",
    "sets_clock": LATE,
    "giant_line": r"illegal move: expected a square from a1 to h8, got 'x+…'",
    "not_utf8": r"illegal move: expected a square from a1 to h8, got .*",
    "closes_streams": LATE,
    "never_ready": r"time: it was not ready within 1 s: it sent nothing: it must flush .*",
    "plays_guard": r"illegal move: expected a square from a1 to h8, got '=0.000'",
    "stops_itself": LATE,
    "writes_large_file": r"limits: it wrote a file larger than the limit",
}
"""Bots that lose by their misbehaviour, and why."""

PLAYS_ON = {
    "reads_host": NOTHING,
    "reads_others": NOTHING,
    "network": NOTHING,
    "kills_parent": "",
    "signals_all": "",
    "writes_outside": NOTHING,
    "fills_disk": r"got: less than 100 MB, then ENOSPC",
    "replaces_itself": NOTHING,
    "thinks_on": r"got: 0\.[01] s of [\d.]+ s",
    "daemons": "",
    "zombies": "",
    "makes_root": NOTHING,
    "uses_first": NOTHING,
    "speaks_aside": NOTHING,
    "asks_kernel": NOTHING,
    "answers_twice": "",
}
"""Bots that the sandbox stops, and that play the game to its end, with their reports."""

SLOW = {"memory_by_many", "fills_disk", "thinks_on", "reads_host"}


@pytest.fixture
def bots(tmp_path):
    """A folder of all hostile bots, with a secret in it and one beside it."""
    found = shutil.copytree(HOSTILE, tmp_path / "bots")
    for folder in (found, tmp_path):
        (folder / "outflank-secret.txt").write_text("planted")
    return found


def found(folder, name):
    return next(folder.glob(f"{name}.*"))


def test_every_bot_is_tried():
    assert {
        path.stem for path in HOSTILE.iterdir() if path.suffix in (".py", ".sh")
    } == FORFEITS.keys() | PLAYS_ON.keys()


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in FORFEITS])
def test_what_it_does_is_a_forfeit_of_one_line(name):
    began = time.monotonic()
    forfeit, _ = played(
        found(HOSTILE, name),
        control="1/move" if LATE in FORFEITS[name] else "20/move",
        waits=0.5 if name.startswith("wakes_") else 0.0,
        start=1 if name == "never_ready" else 10,
    )
    assert forfeit is not None
    assert re.fullmatch(FORFEITS[name], str(forfeit), re.DOTALL)
    assert time.monotonic() - began < 120


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in PLAYS_ON])
def test_it_gets_nothing_and_plays_on(name, bots, monkeypatch):
    monkeypatch.setenv("OUTFLANK_PLANTED", "planted")
    before = {path: path.read_bytes() for path in bots.iterdir()}
    with socket.create_server(("127.0.0.1", 47613), reuse_port=True) as server:  # as other tests listen there too
        forfeit, said = played(found(bots, name), waits=0.1 if name == "thinks_on" else 0.0)
        server.settimeout(0)
        with pytest.raises(BlockingIOError):
            server.accept()
    assert forfeit is None
    assert re.fullmatch(PLAYS_ON[name], said)
    assert {path: path.read_bytes() for path in bots.iterdir()} == before


AS_ANYBODY = (
    "memory_shared",
    "memory_given_back",
    "memory_unmapped",
    "memory_tables",
    "memory_sockets",
    "wakes_in_bursts",
    "uses_first",
    "speaks_aside",
    "asks_kernel",
    "makes_root",
    "network",
    "fork_bomb",
)
"""Bots in another kind of sandbox, or with other rights, if the tests do not run as root."""


@pytest.mark.parametrize("name", AS_ANYBODY)
def test_an_ordinary_user_is_held_from_nothing_less(name):
    if kind_for_nobody() != "bubblewrap":
        pytest.skip("the tests run as an ordinary user anyway, or none can make a sandbox here")
    forfeit, said = played_by(NOBODY, found(HOSTILE, name), waits=0.5 if name.startswith("wakes_") else 0.0)
    if name in FORFEITS:
        assert re.fullmatch(FORFEITS[name], forfeit, re.DOTALL)
    else:
        assert forfeit == ""
        assert re.fullmatch(PLAYS_ON[name], said)
