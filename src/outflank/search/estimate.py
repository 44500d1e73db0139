"""A rule of thumb for the time that an exact search takes, depending on the number of empty squares."""

import math
from collections.abc import Iterable

NODES_AT_20, GROWTH = 2_400_000, 2.0
"""The median number of nodes with 20 empty squares, and the factor for each additional empty square.

Both were measured on 400 positions with 10 to 27 empty squares, taken from engine self-play at depth 5 after 10 random
moves. The FFO test positions with 15 to 24 empty squares agree, with 2.8 million nodes for 20 empty squares and 11.6
million for 22.
"""

SPREAD = 0.85
"""The standard deviation of the logarithm of the node count.

Two thirds of all positions take between 0.43 and 2.3 times the median.
"""

NODES_PER_SECOND = 33_000_000
"""Search speed of one thread, measured on a 2024 server processor with AVX-512."""

_MEAN = math.exp(SPREAD**2 / 2)  # the mean of a log-normal distribution, as a multiple of its median
_TRUST = 2.0  # the rule of thumb weighs as much as this many observed positions


def expected_nodes(n_empties: int) -> float:
    """The median number of nodes for an exact score.

    A single position may take ten times as many nodes, or only a tenth.
    """
    return NODES_AT_20 * GROWTH ** (n_empties - 20)


def expected_seconds(n_empties: int, threads: int = 1) -> float:
    """The median time for an exact score, in seconds."""
    return expected_nodes(n_empties) / NODES_PER_SECOND / threads


class Forecast:
    """A forecast of the time needed to solve several positions, based only on their numbers of empty squares.

    The forecast starts with the rule of thumb. As positions are finished, their node counts and the measured speed
    refine it. Until then, it assumes that every thread runs at full speed.
    """

    def __init__(self, n_empties: Iterable[int], threads: int = 1):
        self._left = sum(map(expected_nodes, n_empties))
        self._speed = float(NODES_PER_SECOND * threads)
        self._nodes = self._seconds = 0.0  # totals over finished positions
        self._log, self._weight = 0.0, _TRUST  # sum of log(actual / expected nodes), and the number of terms in it

    def finish(self, n_empties: int, nodes: int, seconds: float) -> None:
        """Record a position that was either solved or abandoned."""
        expected = expected_nodes(n_empties)
        self._left = max(0.0, self._left - expected)
        self._nodes += nodes
        self._seconds += seconds
        self._log += math.log(max(nodes, 1) / expected)
        self._weight += 1

    def seconds_left(self, n_empties: int | None = None, nodes: int = 0, seconds: float = 0.0) -> float:
        """Seconds left until all positions are solved, including the current one, which has `n_empties` empty squares.

        `nodes` and `seconds` describe the search of the current position so far. A position that has already taken a
        long time is expected to take even longer.
        """
        typical = math.exp(self._log / self._weight)
        current = 0.0 if n_empties is None else expected_nodes(n_empties)
        others = max(0.0, self._left - current) * typical * _MEAN
        here = _left_of(current * typical, nodes) if n_empties is not None else 0.0
        return (others + here) / self._speed_seen(nodes, seconds)

    def done(self, n_empties: int | None = None, nodes: int = 0, seconds: float = 0.0) -> float:
        """The fraction of the total time that has elapsed, from 0 to 1."""
        over = self._seconds + seconds
        left = self.seconds_left(n_empties, nodes, seconds)
        return over / (over + left) if over + left > 0 else 1.0

    def _speed_seen(self, nodes: int, seconds: float) -> float:
        """Nodes per second. The rule of thumb dominates at first, the measured speed later."""
        return (self._speed + self._nodes + nodes) / (1 + self._seconds + seconds)


def _left_of(median: float, nodes: float) -> float:
    """Expected number of nodes that a position still needs after `nodes` nodes: the mean of a log-normal tail."""
    if nodes <= 0:
        return median * _MEAN
    z = math.log(nodes / median) / SPREAD
    tail = math.erfc(z / math.sqrt(2)) / 2
    if tail < 1e-9:  # far beyond anything measured: expect the same number again
        return nodes
    return median * _MEAN * math.erfc((z - SPREAD) / math.sqrt(2)) / 2 / tail - nodes


def in_words(seconds: float) -> str:
    """Format a duration for display, such as ``12 s``, ``5 minutes`` or ``3 thousand years``."""
    units = ((3.156e16, "billion years"), (3.156e13, "million years"), (3.156e10, "thousand years"), (3.156e7, "years"))
    for length, name in (*units, (86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * length:
            return f"{seconds / length:,.0f} {name}"
    return f"{seconds:.0f} s"
