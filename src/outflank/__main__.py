"""Run the `outflank` command, or `python -m outflank`. Ctrl-C works even while the rest of the program is loading."""

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
    """Exit immediately when Ctrl-C arrives.

    An exception would show a traceback if it occurred during an import, and some modules would ignore it and continue.
    """
    os.write(2, b"outflank: interrupted\n")
    os._exit(130)


if __name__ == "__main__":
    sys.exit(main())
