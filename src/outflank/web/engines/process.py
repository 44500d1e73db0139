"""The beginning of a process beside the event loop. Imports nothing else, as the first page waits for a process."""

import os
import sys
from functools import lru_cache


@lru_cache(1)
def settle_in() -> None:
    """Leave the signals of the terminal to the server, and its output too: players may print."""
    if sys.platform != "win32":
        os.setsid()
    os.dup2(sys.stderr.fileno(), 1)
