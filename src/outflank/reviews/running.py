"""Many games reviewed by many: dealt to processes or to a cluster, each review kept as soon as it is there.

There is no state besides the reviews that are kept: what was stopped, or killed, goes on from there, and only the games
that were being reviewed are begun again.
"""

import random
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass

from outflank.analysis.judged import JudgedMove
from outflank.analysis.review import review
from outflank.cluster import wanted_test
from outflank.errors import OutflankError
from outflank.library import Library
from outflank.library.boards import names_of
from outflank.reviews.reviews import Reviews
from outflank.reviews.terms import Terms, engine_name
from outflank.rules import Game, Position
from outflank.solving.tasks import engine_of_thread
from outflank.workers import Workers

_LOOK = 0.5  # seconds between two looks whether anybody works any more
_MEGABYTES = 16  # of the table of each thread that reviews: a game fills no more
_MOST_FAILURES = 10  # one after the other, with which something else than the games is wrong


@dataclass(slots=True)
class ReviewCounts:
    """What became of games: reviewed now, known already, left out because something was wrong."""

    reviewed: int = 0
    known: int = 0
    bad: int = 0

    def to_json(self) -> dict[str, int]:
        """The fields by name."""
        return {"reviewed": self.reviewed, "known": self.known, "bad": self.bad}


def review_all(
    library: Library,
    games: Iterable[int],
    workers: Workers,
    terms: Terms,
    *,
    n_at_once: int,
    heard: Callable[[ReviewCounts], None] = lambda _so_far: None,
    bad: Callable[[OutflankError], None] = lambda _error: None,
) -> ReviewCounts:
    """Review games by their numbers, those that have no review as good, and keep each review at once.

    Games come in an order drawn by lot, so that two who review the same ones at once seldom take the same. `heard` is
    told at first, and after each game, what became of all so far, `bad` what is wrong with one. Raises OutflankError if
    the workers fail, or the library cannot be written.
    """
    reviews, numbers = Reviews(library), list(games)
    waiting = reviews.missing(terms, numbers)
    so_far = ReviewCounts(known=len(numbers) - len(waiting))
    heard(so_far)
    random.shuffle(waiting)
    running: dict[Future[tuple[str, tuple[JudgedMove, ...]]], int] = {}
    n_failures = 0
    try:
        while waiting or running:
            while waiting and len(running) < 2 * n_at_once:  # so that nobody waits for us
                number = waiting.pop()
                if reviews.has(number, terms):
                    so_far.known += 1
                    continue
                entry = library.game(number).entry
                start = entry.start.board_string
                running[workers.submit(review_game, start, entry.moves, terms)] = number
            for future in wait(running, _LOOK, FIRST_COMPLETED).done:
                number = running.pop(future)
                try:
                    engine, judged = future.result()
                except OutflankError as error:
                    workers.check()
                    n_failures += 1
                    so_far.bad += 1
                    bad(OutflankError("game {number}: {error}", number=number, error=error))
                    if n_failures == _MOST_FAILURES:
                        raise OutflankError(
                            "{failures} games one after the other could not be reviewed: {error}",
                            failures=n_failures,
                            error=error,
                        ) from None
                else:
                    n_failures = 0
                    is_new = reviews.keep(number, engine, terms, judged)
                    so_far.reviewed += is_new
                    so_far.known += not is_new
                heard(so_far)
            workers.check()
    finally:
        for future in running:
            future.cancel()
    return so_far


def review_game(start: str, moves: bytes, terms: Terms) -> tuple[str, tuple[JudgedMove, ...]]:
    """What a worker does: the engine that reviewed a game, and its judged moves.

    The same comes out wherever it is done, and whatever was reviewed before, unless there is a time.
    """
    engine = engine_of_thread(_MEGABYTES)
    is_wanted = wanted_test()
    game = Game(Position.parse(start), names_of(moves))
    judged = review(game, engine, terms.limit, is_stopped=lambda: not is_wanted())
    if not judged.complete:
        raise OutflankError("nobody waits for this any more")
    return engine_name(), judged.moves


def numbers_of(library: Library, digests: Iterable[int]) -> list[int]:
    """The games of a library that have these digests (`library.StoredGame.digest`), each once, by their numbers."""
    found = (library.database.value("SELECT number FROM games WHERE digest = ?", digest) for digest in digests)
    return sorted({number for number in found if number is not None})
