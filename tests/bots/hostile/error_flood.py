"""Prints without end on standard error."""

import sys


def choose(position):
    while True:
        print("thinking about it\n" * 1000, file=sys.stderr)
