"""The searches of an analysis: depth by depth, then to the end of the game, less and less selectively."""

from collections.abc import Iterator

from outflank.search.probcut import MIDGAME, selectivity_for
from outflank.search.table import EXACT

# The first takes hardly longer than the depth before it and sees the end itself, where the evaluation is weakest. Each
# takes about twice as long as the one before; a broken-off search is lost, so the steps are small.
_END = tuple(selectivity_for(confidence) for confidence in (42, 58, 73, 87, 98, 100))
_SOLVED_AT_ONCE = 13  # up to this many empty squares, the end of the game is nearer than the next depth
_LOOK_AHEAD = 10  # plies before the end of the game where searches to the end replace depths
_PREPARED_FROM = 14  # from this many empty squares on, an exact search is prepared
_PREPARED_TO = 12  # plies before the end of the game where the preparing depths stop


def stages(n_empties: int, depth: int | None = None, confidence: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield the searches of an analysis as (depth, selectivity): each depth up to `depth`, and the end once it is near.

    With a `confidence`, in percent, no search is more selective than that, and the end is searched only once.
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
    """The searches before an exact one, as (depth, selectivity): they give a first guess and good first moves."""
    if n_empties < _PREPARED_FROM:
        return []
    depths = range(4 + n_empties % 2, max(n_empties - _PREPARED_TO, 5), 2)
    return [*((depth, MIDGAME) for depth in depths), (n_empties, MIDGAME)]
