"""The first step of a worker process. It imports little, because the first page waits for a process."""

import os
import sys
from functools import lru_cache


@lru_cache(1)
def settle_in() -> None:
    """Leave the terminal's signals to the server, and send standard output to standard error, as players may print."""
    if sys.platform != "win32":
        os.setsid()
    os.dup2(sys.stderr.fileno(), 1)
