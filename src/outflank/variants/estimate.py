"""Estimates of the time of an exact score in a variant."""

from outflank.rules import DiscPosition

_AT = 16  # empty squares
# For each board size and rule (fewest win), the mean seconds on one thread at that many empty squares in random games,
# and the factor for each further empty square.
_SECONDS = {
    (4, False): (0.00025, 2.0),
    (4, True): (0.00025, 2.0),
    (6, False): (0.0055, 1.73),
    (6, True): (0.0125, 2.0),
    (8, False): (0.035, 2.3),
    (8, True): (0.035, 2.3),
}


def expected_seconds(position: DiscPosition, threads: int = 1) -> float:
    """The time that an exact score takes on average, with a number of threads."""
    seconds, factor = _SECONDS[position.size, position.fewest_win]
    return seconds * factor ** (position.n_empties - _AT) / threads
