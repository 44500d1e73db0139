"""The code that a worker process runs first.

It imports little, because the first page waits until a process is ready.
"""

import os
import sys
from functools import lru_cache


@lru_cache(1)
def settle_in() -> None:
    """Detach this process from the terminal's signals, and redirect its standard output to standard error.

    Signals are the server's responsibility. Standard output belongs to the server too, so players must not print to it.
    A worker of a cluster stays as it is.
    """
    if "distributed.worker" in sys.modules:
        return
    if sys.platform != "win32":
        os.setsid()
    os.dup2(sys.stderr.fileno(), 1)
