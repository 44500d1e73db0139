"""Which searches an analysis consists of: depths, then the end of the game, ever less selectively."""

from collections.abc import Iterator

from outflank.search.probcut import MIDGAME, selectivity_for
from outflank.search.table import EXACT

# The first takes hardly longer than the depth before it and sees the end itself, of which the evaluation knows least.
# Each takes about twice as long as the one before: a search that is broken off is lost, so steps are small.
_END = tuple(selectivity_for(confidence) for confidence in (42, 58, 73, 87, 98, 100))
_SOLVED_AT_ONCE = 13  # empty squares up to which the end of the game is nearer than the next depth
_LOOK_AHEAD = 10  # how many plies before the end of the game the search of depths gives way to that of the end
_PREPARED_FROM = 14  # empty squares from which on an exact search is prepared
_PREPARED_TO = 12  # and how many plies before the end of the game the depths end that prepare it


def stages(n_empties: int, depth: int | None = None, confidence: int | None = None) -> Iterator[tuple[int, int]]:
    """The searches of an analysis, as (depth, selectivity): each depth up to `depth`, and the end once it is near.

    With a `confidence`, in percent, depths are searched no more selectively than that, and the end not less.
    """
    least = MIDGAME if confidence is None else max(selectivity_for(confidence), MIDGAME)
    last = n_empties if depth is None else min(depth, n_empties)
    to_the_end = last == n_empties
    if n_empties > _SOLVED_AT_ONCE or not to_the_end:
        stop = max(n_empties - _LOOK_AHEAD, 4) if to_the_end else last
        for to in range(1, min(stop, n_empties - 1) + 1):
            yield to, least
    if to_the_end:
        for selectivity in _END if n_empties > _SOLVED_AT_ONCE else (EXACT,):
            if selectivity >= least or confidence is None:
                yield n_empties, selectivity
                if confidence is not None:
                    return


def preparation(n_empties: int) -> list[tuple[int, int]]:
    """The searches that come before an exact one, as (depth, selectivity): for a first guess and good first moves."""
    if n_empties < _PREPARED_FROM:
        return []
    depths = range(4 + n_empties % 2, max(n_empties - _PREPARED_TO, 5), 2)
    return [*((depth, MIDGAME) for depth in depths), (n_empties, MIDGAME)]
