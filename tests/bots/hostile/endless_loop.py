"""Thinks for ever."""


def choose(position):
    while True:
        pass
