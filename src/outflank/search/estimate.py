"""How long an exact search will take, by the number of empty squares: a rule of thumb to plan by."""

NODES_AT_20, GROWTH = 10_000_000, 2.1
NODES_PER_SECOND = 40_000_000
"""Of one thread on a processor of the year 2025. The growth is that of the FFO test positions from 20 to 26 empties."""


def expected_nodes(n_empties: int) -> float:
    """Nodes that an exact score typically takes; a single position may take ten times as many, or as few."""
    return NODES_AT_20 * GROWTH ** (n_empties - 20)


def expected_seconds(n_empties: int, threads: int = 1) -> float:
    """Seconds that an exact score typically takes."""
    return expected_nodes(n_empties) / NODES_PER_SECOND / threads


def in_words(seconds: float) -> str:
    """A length of time for people: ``12 s``, ``5 minutes``, ``3 thousand years``."""
    units = ((3.156e16, "billion years"), (3.156e13, "million years"), (3.156e10, "thousand years"), (3.156e7, "years"))
    for length, name in (*units, (86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * length:
            return f"{seconds / length:,.0f} {name}"
    return f"{seconds:.0f} s"
