"""Fresh Python processes, with nothing imported or compiled."""

import os
import subprocess
import sys

import pytest

from outflank import jit

compiled_only = pytest.mark.skipif(jit.INTERPRETED, reason="nothing is compiled")


def python(code, **environment):
    """A process that runs `code`."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("COV_")} | environment
    command = [sys.executable, "-W", "error", "-c", code]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def output(process):
    """The output of a process."""
    out, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    return out.strip()
