"""The first step of every worker process. It imports little, because the first page waits for a process to start."""

import os
import sys
from functools import lru_cache


@lru_cache(1)
def settle_in() -> None:
    """Leave the terminal's signals to the server, and redirect standard output to standard error.

    Players may print, and nothing they print may reach the server's standard output.
    """
    if sys.platform != "win32":
        os.setsid()
    os.dup2(sys.stderr.fileno(), 1)
