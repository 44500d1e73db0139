"""The guard's measures, and how it tells that a bot has ended."""

import subprocess
import sys

import pytest

from outflank.bots.player import Bot
from outflank.errors import ProgramError
from outflank.rules import Position

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of all processes")

STARTS = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"
MEASURES = """
import os, subprocess, sys
from outflank.bots.guard import ProcessTree
with subprocess.Popen([sys.executable, "-c", sys.argv[1], sys.argv[2]], stdout=subprocess.PIPE) as sandbox:
    sandbox.stdout.readline()
    tree = ProcessTree(sandbox.pid)
    _, memory, threads = tree.look()
    print(len(tree.bot), memory, threads)
    os.kill(tree.bot[0], 9)
"""
HOLDS = """
import threading, time
kept = bytearray(b"x") * 100_000_000
for _ in range(9):
    threading.Thread(target=time.sleep, args=(60,)).start()
print("holds", flush=True)
"""


def test_the_first_process_of_a_sandbox_is_watched_as_those_of_the_bot_are():
    # In a process of its own, as that of the tests may have children of other tests.
    done = subprocess.run([sys.executable, "-c", MEASURES, STARTS, HOLDS], capture_output=True, text=True, check=True)
    n_processes, memory, threads = map(int, done.stdout.split())
    assert n_processes == 1
    assert memory > 70_000_000
    assert threads == 9


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("exit 152", "exit code 152"),
        ("exit 137", "exit code 137"),
        ("exit 153", "exit code 153"),
        ("exit 255", "exit code 255"),
        ("kill -KILL $$", "SIGKILL"),
        ("kill -SEGV $$", "SIGSEGV"),
        ("kill -XCPU $$", "SIGXCPU"),
    ],
)
def test_an_exit_code_is_not_reported_as_a_signal(tmp_path, how, told):
    (tmp_path / "bot.sh").write_text(f"read _; echo ready; read _; {how}\n")
    (tmp_path / "bot.sh").chmod(0o755)
    bot = Bot(str(tmp_path / "bot.sh"))
    try:
        with pytest.raises(ProgramError, match=rf"^ended \({told}\)$"):
            bot.choose(Position.start())
    finally:
        bot.close()
