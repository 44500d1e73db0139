"""Bots that do what they must not, as their first lines say: what each got, and that nothing of it is left."""

import re
import shutil
import socket
import time
from pathlib import Path

import pytest

from outflank.bots import sandbox
from outflank.play import TimeControl, create, play_game
from outflank.rules import Position

pytestmark = pytest.mark.skipif(sandbox.kind() == "limits", reason="bubblewrap does not work here")

HOSTILE = Path(__file__).parent / "hostile"
LATE = r"time: no move in time after [\d.]+ s \(1/move\)"
NOTHING = "got: nothing"

FORFEITS = {
    "fork_bomb": r"limits: it ran \d+ processes and threads, where 32 are allowed",
    "thread_bomb": r"limits: it ran \d+ processes and threads, where 32 are allowed",
    "memory_bomb": rf"limits: it used \d+ MB of memory, where 512 MB are allowed|{LATE}",
    "memory_by_many": r"limits: it used \d+ MB of memory, where 512 MB are allowed",
    "memory_shared": r"limits: it used \d+ MB of memory, where 512 MB are allowed",
    "memory_headless": r"limits: it used \d+ MB of memory, where 512 MB are allowed",
    "many_files": r"limits: it made \d+ files, where 10000 are allowed",
    "endless_loop": LATE,
    "sleeper": LATE,
    "many_cores": rf"time: it used [12]\.\d s of processor time, where it had 1 s|{LATE}",
    "output_flood": r"illegal move: expected a square from a1 to h8, got 'a1 b1 c1'",
    "error_flood": r"limits: it printed more than the 1024 KB that are allowed",
    "illegal_move": r"illegal move: Black cannot play a1: it turns over no disc",
    "crash_at_import": r"crash: it ended \(exit code 1\): 'RuntimeError: no licence \(crash_at_import.py:3\)'",
    "crash_in_c": r"crash: it ended \(SIGSEGV\)",
    "leaves": r"crash: it ended \(exit code 0\)",
    "wakes_itself": r"limits: it went on for [\d.]+ s while its opponent was to move",
    "sets_clock": LATE,
    "giant_line": r"illegal move: expected a square from a1 to h8, got 'x+…'",
    "not_utf8": r"illegal move: expected a square from a1 to h8, got .*",
    "closes_streams": LATE,
    "never_ready": r"time: it was not ready within 1 s",
    "plays_guard": r"illegal move: expected a square from a1 to h8, got '=0.000'",
    "stops_itself": LATE,
    "writes_large_file": r"limits: it wrote a file that is larger than it may be",
}
"""Bots that lose by what they do, and why."""

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
    "answers_twice": "",
}
"""Bots that are held from what they do, and play the game to its end; what they say that they got."""

SLOW = {"memory_by_many", "fills_disk", "thinks_on", "reads_host"}


@pytest.fixture
def bots(tmp_path):
    """A folder of all hostile bots, with a secret in it and one beside it."""
    found = shutil.copytree(HOSTILE, tmp_path / "bots")
    for folder in (found, tmp_path):
        (folder / "outflank-secret.txt").write_text("planted")
    return found


def slower(opponent_waits):
    """An opponent that takes some time over its moves."""

    def choose(position):
        time.sleep(opponent_waits)
        return position.legal_moves[0]

    return choose


def played(folder, name, *, control="20/move", waits=0.0, **options):
    """The forfeit of a bot against a simple player, if any, and what it said last."""
    given = "".join(f",{key}={value}" for key, value in options.items())
    bot = create(f"bot:{next(folder.glob(f'{name}.*'))}{given}")
    try:
        match = play_game(Position.start(), [bot, slower(waits)], TimeControl.parse(control))
    finally:
        bot.close()
    assert match.forfeit is None or match.forfeit.seat == 0
    return match.forfeit, bot.said


def test_every_bot_is_tried():
    assert {
        path.stem for path in HOSTILE.iterdir() if path.suffix in (".py", ".sh")
    } == FORFEITS.keys() | PLAYS_ON.keys()


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in FORFEITS])
def test_what_it_does_is_a_forfeit_of_one_line(name):
    began = time.monotonic()
    forfeit, _ = played(
        HOSTILE,
        name,
        control="1/move" if LATE in FORFEITS[name] else "20/move",
        waits=0.5 if name == "wakes_itself" else 0.0,
        start=1 if name == "never_ready" else 10,
    )
    assert forfeit is not None
    assert re.fullmatch(FORFEITS[name], str(forfeit), re.DOTALL)
    assert time.monotonic() - began < 30


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in PLAYS_ON])
def test_it_gets_nothing_and_plays_on(name, bots, monkeypatch):
    monkeypatch.setenv("OUTFLANK_PLANTED", "planted")
    before = {path: path.read_bytes() for path in bots.iterdir()}
    with socket.create_server(("127.0.0.1", 47613)) as server:
        forfeit, said = played(bots, name, waits=0.1 if name == "thinks_on" else 0.0)
        server.settimeout(0)
        with pytest.raises(BlockingIOError):
            server.accept()
    assert forfeit is None
    assert re.fullmatch(PLAYS_ON[name], said)
    assert {path: path.read_bytes() for path in bots.iterdir()} == before
