"""The sequence of searches in an analysis: first to increasing depths, then to the end with decreasing selectivity."""

from collections.abc import Iterator

from outflank.search.selectivity import MIDGAME, selectivity_for
from outflank.search.table import EXACT

# The first search takes hardly longer than the depth before it, and sees to the end of the game, where the evaluation
# is weakest. Each search takes about twice as long as the previous one. The steps are small because an unfinished
# search is wasted.
_END = tuple(selectivity_for(confidence) for confidence in (42, 58, 73, 87, 98, 100))
_SOLVED_AT_ONCE = 13  # with up to this many empty squares, solving takes no longer than the next depth
_LOOK_AHEAD = 10  # from this many plies before the end of the game, searches go to the end
_PREPARED_FROM = 14  # with this many empty squares or more, an exact search is prepared
_PREPARED_TO = 12  # the preparing searches stop this many plies before the end of the game


def stages(
    n_empties: int, depth: int | None = None, confidence: int | None = None, first: int = 1
) -> Iterator[tuple[int, int]]:
    """Yield the searches of an analysis as (depth, selectivity): up to `depth`, and to the end once it is near.

    They begin with depth `first`, or with `depth` if that is less. With a `confidence` in percent, no search is more
    selective than that, and only one search runs to the end.
    """
    least = MIDGAME if confidence is None else max(selectivity_for(confidence), MIDGAME)
    last = n_empties if depth is None else min(depth, n_empties)
    to_the_end = last == n_empties
    if n_empties > _SOLVED_AT_ONCE or not to_the_end:
        stop = min(max(n_empties - _LOOK_AHEAD, 4) if to_the_end else last, n_empties - 1)
        for to in range(min(first, stop), stop + 1):
            yield to, least
    if to_the_end:
        for selectivity in _END if n_empties > _SOLVED_AT_ONCE else (EXACT,):
            if selectivity >= least or confidence is None:
                yield n_empties, selectivity
                if confidence is not None:
                    return


def preparation(n_empties: int) -> list[tuple[int, int]]:
    """The searches that prepare an exact search, as (depth, selectivity).

    They provide a first guess at the score, and good moves for the exact search to try first.
    """
    if n_empties < _PREPARED_FROM:
        return []
    depths = range(4 + n_empties % 2, max(n_empties - _PREPARED_TO, 5), 2)
    return [*((depth, MIDGAME) for depth in depths), (n_empties, MIDGAME)]
