"""Expected time of an exact search by number of empty squares: a rule of thumb for planning."""

import math
from collections.abc import Iterable

NODES_AT_20, GROWTH = 2_400_000, 2.0
"""The median number of nodes with 20 empty squares, and its growth with each further one.

Measured on 400 positions with 10 to 27 empty squares, from self-play of the engine at depth 5 after 10 random moves.
The FFO test positions from 15 to 24 fit as well: 2.8 million with 20, 11.6 million with 22.
"""

SPREAD = 0.85
"""The standard deviation of the logarithm of nodes: two positions of three take 0.43 to 2.3 times the median."""

NODES_PER_SECOND = 33_000_000
"""For one thread on a 2024 server processor with AVX-512."""

_MEAN = math.exp(SPREAD**2 / 2)  # of a log-normal distribution, as a multiple of its median
_TRUST = 2.0  # the number of observed positions that the rule of thumb counts for


def expected_nodes(n_empties: int) -> float:
    """Nodes that an exact score typically takes (a median); single positions may take ten times as many, or a tenth."""
    return NODES_AT_20 * GROWTH ** (n_empties - 20)


def expected_seconds(n_empties: int, threads: int = 1) -> float:
    """Seconds that an exact score typically takes."""
    return expected_nodes(n_empties) / NODES_PER_SECOND / threads


class Forecast:
    """Forecast of the time to solve several positions, given only their numbers of empty squares.

    It starts from the rule of thumb and corrects it with the nodes of finished positions and the observed speed. Until
    a speed is observed, it assumes that threads share the work evenly.
    """

    def __init__(self, n_empties: Iterable[int], threads: int = 1):
        self._left = sum(map(expected_nodes, n_empties))
        self._speed = float(NODES_PER_SECOND * threads)
        self._nodes = self._seconds = 0.0  # of finished positions
        self._log, self._weight = 0.0, _TRUST  # sum of log(actual / expected nodes), and its number of terms

    def finish(self, n_empties: int, nodes: int, seconds: float) -> None:
        """Record a position that was solved or given up."""
        expected = expected_nodes(n_empties)
        self._left = max(0.0, self._left - expected)
        self._nodes += nodes
        self._seconds += seconds
        self._log += math.log(max(nodes, 1) / expected)
        self._weight += 1

    def seconds_left(self, n_empties: int | None = None, nodes: int = 0, seconds: float = 0.0) -> float:
        """Seconds left, while a position with `n_empties` has been searched for `nodes` and `seconds`.

        The longer that position has taken, the longer it is expected to take still.
        """
        typical = math.exp(self._log / self._weight)
        current = 0.0 if n_empties is None else expected_nodes(n_empties)
        others = max(0.0, self._left - current) * typical * _MEAN
        here = _left_of(current * typical, nodes) if n_empties is not None else 0.0
        return (others + here) / self._speed_seen(nodes, seconds)

    def done(self, n_empties: int | None = None, nodes: int = 0, seconds: float = 0.0) -> float:
        """Share of the total time that has passed, from 0 to 1."""
        over = self._seconds + seconds
        left = self.seconds_left(n_empties, nodes, seconds)
        return over / (over + left) if over + left > 0 else 1.0

    def _speed_seen(self, nodes: int, seconds: float) -> float:
        """Nodes per second: the rule of thumb for the first second, then more and more the observed speed."""
        return (self._speed + self._nodes + nodes) / (1 + self._seconds + seconds)


def _left_of(median: float, nodes: float) -> float:
    """Expected nodes left for a position that has taken `nodes`: the mean of a log-normal tail."""
    if nodes <= 0:
        return median * _MEAN
    z = math.log(nodes / median) / SPREAD
    tail = math.erfc(z / math.sqrt(2)) / 2
    if tail < 1e-9:  # far beyond all experience: expect as much again
        return nodes
    return median * _MEAN * math.erfc((z - SPREAD) / math.sqrt(2)) / 2 / tail - nodes


def in_words(seconds: float) -> str:
    """A duration for people: ``12 s``, ``5 minutes``, ``3 thousand years``."""
    units = ((3.156e16, "billion years"), (3.156e13, "million years"), (3.156e10, "thousand years"), (3.156e7, "years"))
    for length, name in (*units, (86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * length:
            return f"{seconds / length:,.0f} {name}"
    return f"{seconds:.0f} s"
