"""Limits of time for machines that are busy with something else."""

import time


def in_time(seconds, attempt, tries=40):
    """The result of an attempt that takes at most so many seconds: on a busy machine, one of many does."""
    for _ in range(tries):
        began = time.perf_counter()
        result = attempt()
        if time.perf_counter() - began <= seconds:
            return result
    raise AssertionError(f"each of {tries} attempts took more than {seconds:g} s")


def least(enough, attempt, tries=40):
    """The least of the figures that attempts give, until one is small enough: on a busy machine, one of many is."""
    figures = [attempt()]
    while min(figures) > enough and len(figures) < tries:
        figures.append(attempt())
    return min(figures)


def until(condition, seconds=60):
    """Wait until a condition holds."""
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, f"not within {seconds:g} s"
        time.sleep(0.02)


def seconds_of(attempt):
    """The time an attempt takes."""
    began = time.perf_counter()
    attempt()
    return time.perf_counter() - began
