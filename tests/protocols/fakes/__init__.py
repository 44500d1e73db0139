"""Engines for tests: small programs that speak a protocol and choose moves at random, and one that misbehaves.

Each is strict with its host: a violation of the protocol ends it.
"""

import shlex
import sys
from pathlib import Path


def fake(name, *arguments):
    """The command that runs one."""
    return shlex.join([sys.executable, str(Path(__file__).with_name(f"{name}.py")), *map(str, arguments)])
