"""Leaves in the middle of a game."""

import os


def choose(position):
    os._exit(0)
