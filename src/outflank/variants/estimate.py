"""Estimates of the time of an exact score in a variant."""

from outflank.rules import DiscPosition

_AT = 16  # empty squares
# For each board size and rule (fewest win), the mean nodes at that many empty squares in random games, and the factor
# for each further empty square.
_NODES = {
    (4, False): (1e4, 2.0),
    (4, True): (1e4, 2.0),
    (6, False): (0.17e6, 2.0),
    (6, True): (0.51e6, 2.0),
    (8, False): (1.4e6, 2.3),
    (8, True): (1.4e6, 2.3),
}
_NODES_PER_SECOND = 40e6


def expected_seconds(position: DiscPosition, threads: int = 1) -> float:
    """The time that an exact score takes on average, with a number of threads."""
    nodes, factor = _NODES[position.size, position.fewest_win]
    return nodes * factor ** (position.n_empties - _AT) / _NODES_PER_SECOND / threads
