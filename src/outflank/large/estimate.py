"""Estimates of the time of an exact score on 10×10."""

from outflank.rules import DiscPosition

_AT, _FACTOR = 16, 2.2  # empty squares, and the factor for each further one
_SECONDS = {False: 0.1, True: 0.14}  # at that many empty squares, by whether the side with fewer discs wins


def expected_seconds(position: DiscPosition, threads: int = 1) -> float:
    """The time that an exact score takes on average, with a number of threads."""
    seconds: float = _SECONDS[position.fewest_win] * _FACTOR ** (position.n_empties - _AT) / threads
    return seconds
