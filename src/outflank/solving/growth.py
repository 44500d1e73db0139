"""Grow a book by assigning searches to many workers and storing each result immediately.

Searches are assigned in this order:

- positions whose best move outside the book has since been added to the book
- positions learned from games, most frequent first
- positions at which best play leaves the book (`book.dropouts`)

The book contains the complete state. If growth is stopped or killed, it can be resumed from the book, and only the
searches in progress are lost.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass

from outflank.book.dropouts import drop_outs
from outflank.book.nodes import Key, Leaf, Verdict
from outflank.book.store import BookStore
from outflank.errors import OutflankError
from outflank.play.limit import Limit
from outflank.rules import Position
from outflank.solving.tasks import best_of
from outflank.workers import Workers

_LOOK = 0.5  # seconds between checks that the workers are still there


@dataclass(frozen=True, slots=True)
class GrowthPlan:
    """Settings for growing a book.

    - `limit`: search limit for each position
    - `root`: position at the root of the book
    - `least_games`: minimum number of games in which a learned position must occur to be searched
    - `megabytes`: size of the hash table of each worker thread
    """

    limit: Limit
    root: Position
    least_games: int = 1
    megabytes: int = 64


@dataclass(frozen=True, slots=True)
class GrowthProgress:
    """A progress report: the number of searches and of new positions, and the latest position with its result."""

    n_searches: int
    n_new: int
    key: Key
    verdict: Verdict


def grow(
    book: BookStore,
    workers: Workers,
    plan: GrowthPlan,
    *,
    n_at_once: int,
    enough: Callable[[int], bool],
    report: Callable[[GrowthProgress], None] = lambda _: None,
) -> None:
    """Search positions and store the results, until `enough` returns True or no positions are left.

    `n_at_once` positions are searched at a time. `enough` is called with the number of new positions. When it returns
    True, no further searches start, but those in progress are completed. An exception discards the searches in
    progress. Raises OutflankError if the workers fail or the book cannot be written.
    """
    if not isinstance(plan.root, Position) or plan.root.size != 8:
        raise OutflankError("opening books support only 8×8 Othello")
    running: dict[Future[Leaf], Key] = {}
    n_searches = n_new = 0
    try:
        while True:
            n_begun = n_new + sum(_is_new(book, key) for key in running.values())
            while len(running) < n_at_once and not enough(n_begun):
                key = next((key for key in _next(book, plan, len(running)) if key not in running.values()), None)
                if key is None:
                    break
                n_begun += _is_new(book, key)
                if moves := _moves_outside(book, key):
                    running[workers.submit(best_of, key.position, moves, plan.limit, plan.megabytes)] = key
                else:
                    book.add(key, Leaf(None))
            if not running:
                return
            for future in wait(running, _LOOK, FIRST_COMPLETED).done:
                key, leaf = running.pop(future), future.result()
                n_new += _is_new(book, key)
                n_searches += 1
                book.add(key, leaf)
                entry = book.find(key)
                if entry is not None and entry.verdict is not None:
                    report(GrowthProgress(n_searches, n_new, key, entry.verdict))
            workers.check()
    finally:
        for future in running:
            future.cancel()


def _next(book: BookStore, plan: GrowthPlan, n_running: int) -> Iterator[Key]:
    """Yield the positions to search next, most urgent first. Some of them may already be in progress."""
    yield from book.stale()
    yield from book.wanted(n_running + 1, plan.least_games)
    for found in drop_outs(book, Key.of(plan.root)):
        yield found.key


def _moves_outside(book: BookStore, key: Key) -> tuple[str, ...]:
    """The moves from a position that are not in the book."""
    links = {move for move, _, _ in book.links(key)}
    return tuple(move for move in key.position.legal_moves if move not in links)


def _is_new(book: BookStore, key: Key) -> bool:
    entry = book.find(key)
    return entry is None or entry.verdict is None
