"""A growing book: hands out the next searches to many workers, and stores each result at once.

First come positions whose best move outside the book has since entered it; then those learned from games, most frequent
first; then those where best play leaves the book (`book.dropouts`). The book is the only state: growth that was stopped
or killed continues from it, and only running searches are lost.
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

_LOOK = 0.5  # seconds between two checks for the end


@dataclass(frozen=True, slots=True)
class GrowthPlan:
    """The settings of a book's growth: search limit, root position, and megabytes of tables.

    Positions learned from games are searched if they occurred in at least `least_games`.
    """

    limit: Limit
    root: Position
    least_games: int = 1
    megabytes: int = 64


@dataclass(frozen=True, slots=True)
class GrowthProgress:
    """Progress of a book's growth: searches, new positions among them, and the last position with its result."""

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
    """Search and store positions, `n_at_once` at a time, until `enough` says so or none are left.

    `enough` gets the number of new positions. Running searches are then awaited; an exception discards them. Raises
    OutflankError if the workers fail or the book cannot be written.
    """
    if not isinstance(plan.root, Position) or plan.root.size != 8:
        raise OutflankError("a book is for Othello on 8×8")
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
    """Yield the keys to search next, most urgent first, including those being searched."""
    yield from book.stale()
    yield from book.wanted(n_running + 1, plan.least_games)
    for found in drop_outs(book, Key.of(plan.root)):
        yield found.key


def _moves_outside(book: BookStore, key: Key) -> tuple[str, ...]:
    """The moves of a position that lead outside the book."""
    links = {move for move, _, _ in book.links(key)}
    return tuple(move for move in key.position.legal_moves if move not in links)


def _is_new(book: BookStore, key: Key) -> bool:
    entry = book.find(key)
    return entry is None or entry.verdict is None
