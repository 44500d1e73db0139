"""The command `outflank`, also run by `python -m outflank`. Ctrl-C works before the rest of the program loads."""

import os
import signal
import sys
from types import FrameType


def main() -> int:
    """Import the command-line interface, run it and return its exit code."""
    waits = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # false if started with Ctrl-C ignored
    if waits:
        signal.signal(signal.SIGINT, _end)
    from outflank.cli.main import main as run

    if waits:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return run()


def _end(_number: int, _frame: FrameType | None) -> None:
    """Exit immediately.

    An exception inside an import would show a traceback, and some modules would ignore it and carry on.
    """
    os.write(2, b"outflank: interrupted\n")
    os._exit(130)


if __name__ == "__main__":
    sys.exit(main())
