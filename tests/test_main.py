"""The command answers Ctrl-C from its first moment: while Python still loads it."""

import subprocess
import sys

import pytest

INTERRUPTED = """
import signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
{before}
from outflank.__main__ import main
sys.argv = ["outflank", {argument!r}]
sys.exit(main())
"""


def interrupted(module, argument, before=""):
    code = INTERRUPTED.format(module=module, argument=argument, before=before)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize(
    "module",
    ["outflank.cli.main", "outflank.rules", "outflank.play", "outflank.jit", "argparse", "outflank.cli.warm"],
)
def test_ctrl_c_while_the_command_is_loaded_is_one_line_and_130(module):
    done = interrupted(module, "perft")  # the version loads less
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "outflank: interrupted\n")


def test_a_command_that_is_started_to_ignore_ctrl_c_ignores_it_from_the_start():
    done = interrupted("outflank.jit", "--version", "signal.signal(signal.SIGINT, signal.SIG_IGN)")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("outflank ")


def test_nothing_is_loaded_before_ctrl_c_is_answered():
    code = "import outflank.__main__, sys; print(sorted(name for name in sys.modules if name.startswith('outflank')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=True)
    assert done.stdout == "['outflank', 'outflank.__main__']\n"
