"""Stops itself, so that nobody can wake it."""

import os
import signal


def choose(position):
    os.kill(os.getpid(), signal.SIGSTOP)
    return position.legal_moves[0]
