"""Starts processes that end, and never asks how."""

import os


def choose(position):
    try:
        for _ in range(5):
            if os.fork() == 0:
                os._exit(0)
    except OSError:
        pass
    return position.legal_moves[0]
