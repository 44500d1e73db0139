"""The conversations in `docs/reference/protocols.md` are held, and go as the page says."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from outflank.jit import INTERPRETED

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "protocols.md"
CONVERSATIONS = re.findall(
    r"^```text\n\$ outflank (.*?)\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
)


@pytest.mark.skipif(INTERPRETED, reason="takes compiled kernels")
@pytest.mark.parametrize(("options", "lines"), CONVERSATIONS, ids=[options.split()[2] for options, _ in CONVERSATIONS])
def test_conversations_go_as_they_are_shown(options, lines, tmp_path):
    script = tmp_path / "script"
    heard = [line for line in lines.splitlines() if not line.startswith((">", "..."))]
    expected = [line.removeprefix(">") for line in lines.splitlines() if line.startswith((">", "..."))]
    script.write_text("".join(f"{line}\n" for line in heard))
    with script.open() as said:
        command = [sys.executable, "-m", "outflank", *shlex.split(options)]
        done = subprocess.run(command, stdin=said, capture_output=True, text=True, timeout=60, check=True)
    checker, wanted = doctest.OutputChecker(), "\n".join(expected) + "\n"
    example = doctest.Example("", wanted)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert checker.check_output(wanted, done.stdout, flags), checker.output_difference(example, done.stdout, flags)
