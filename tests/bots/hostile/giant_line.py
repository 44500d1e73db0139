"""Answers with a line of a hundred thousand characters."""


def choose(position):
    return "x" * 100_000
