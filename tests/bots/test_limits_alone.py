"""Bots where bubblewrap does not work: limits of their processes, the filter of system calls, and never as root."""

import os
import tempfile
from pathlib import Path

import pytest

from outflank.bots import guard, sandbox
from outflank.bots.player import Bot
from outflank.errors import OptionError
from tests.bots.playing import NOBODY, can_be_another, played, played_by

FIRST = "def choose(position):\n    return position.legal_moves[0]\n"


@pytest.fixture
def limits_alone(monkeypatch):
    monkeypatch.setattr(sandbox, "kind", lambda: "limits")
    monkeypatch.setenv("OUTFLANK_BOTS_WARNED", "")  # so that what is set within is taken back
    monkeypatch.delenv("OUTFLANK_BOTS_WARNED")


@pytest.fixture
def play(limits_alone):
    """Play a bot as an ordinary user, or as another: its forfeit as text, and its last line on standard error."""
    with tempfile.TemporaryDirectory() as folder:  # which other users may read, as those of pytest they may not
        Path(folder).chmod(0o755)
        path = Path(folder) / "my_bot.py"

        def make(source, user=NOBODY):
            path.write_text(source)
            path.chmod(0o644)
            if os.geteuid() != 0:
                forfeit, said = played(path)
                return "" if forfeit is None else str(forfeit), said
            if not can_be_another():
                pytest.skip("the tests run as root, and no other user has a Python")
            return played_by(user, path, kind="limits")

        yield make


def test_bots_play(play):
    assert play(FIRST)[0] == ""


def test_one_line_warns(limits_alone, capfd):
    sandbox.warn()
    sandbox.warn()
    assert capfd.readouterr().err == f"outflank: {sandbox.NOT_HELD}\n"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def choose(position):\n    return bytearray(1_000_000_000)", "MemoryError"),
        ("def choose(position):\n    while True:\n        print('x' * 10_000)", "printed more than the 1024 KB"),
        (
            "import os\nprint(os.environ)\ndef choose(position):\n    raise ValueError(len(os.environ))",
            "ValueError: ",
        ),
        ("import socket\ndef choose(position):\n    socket.socket()", "Address family not supported"),
        (
            "import mmap\nKEPT = []\ndef choose(position):\n    while True:\n"
            "        KEPT.append(mmap.mmap(-1, 8_000_000))\n"
            "        KEPT[-1].write(b'x' * 8_000_000)\n        KEPT[-1].madvise(mmap.MADV_DONTNEED)",
            "MB of memory, but only 512 MB are allowed",
        ),
    ],
)
def test_limits_hold(play, source, message):
    assert message in play(source)[0]


WHO = """
import os, sys
def choose(position):
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    rights = [int(status[name], 16) for name in ("CapEff", "CapPrm", "CapInh", "CapAmb")]
    print(os.getresuid(), os.getgroups(), rights, status["NoNewPrivs"].strip(), file=sys.stderr, flush=True)
    return position.legal_moves[0]
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="is about root")
def test_a_bot_of_root_is_a_user_that_nobody_else_is(play):
    forfeit, said = play(WHO, user=0)
    assert forfeit == ""
    real, effective, saved = eval(said.partition(")")[0] + ")")
    assert real == effective == saved > guard.USERS
    assert said.partition(")")[2] == " [] [0, 0, 0, 0] 1"


@pytest.mark.skipif(os.geteuid() != 0, reason="is about root")
def test_what_that_user_cannot_reach_is_refused_in_one_line(limits_alone, tmp_path):
    (tmp_path / "closed").mkdir(mode=0o700)
    (tmp_path / "closed" / "my_bot.py").write_text(FIRST)
    with pytest.raises(OptionError, match=r"^without bubblewrap, root's bots run as another user, who cannot reach '"):
        Bot(str(tmp_path / "closed" / "my_bot.py"))
