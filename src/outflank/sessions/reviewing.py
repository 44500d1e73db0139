"""Review many games with several processes or on a cluster, storing each review as soon as it is finished.

No state is kept apart from the stored reviews. After an interruption or a crash, the next run continues where the last
one stopped and repeats only the games that were in progress.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from outflank import __version__
from outflank.analysis.judged import JudgedMove
from outflank.analysis.review import review
from outflank.cluster import wanted_test
from outflank.errors import OutflankError
from outflank.evaluation.weights import shipped_digest
from outflank.library import Library
from outflank.library.boards import names_of
from outflank.play import Limit
from outflank.reviews.reviews import Reviews
from outflank.rules import Game, Position
from outflank.sessions.dealing import Call, dealt
from outflank.solving.tasks import engine_of_thread
from outflank.text import Text
from outflank.workers import Workers

_MEGABYTES = 16  # table size per thread; one game does not fill a larger table


Outcome = Literal["reviewed", "known", "bad"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
"""Possible outcomes: newly reviewed, already reviewed at least as deeply, or impossible to review."""


@dataclass(frozen=True, slots=True)
class ReviewOutcome:
    """The outcome of reviewing a game; `error` is set if the game is bad."""

    game: int
    outcome: Outcome
    error: OutflankError | None = None


def review_all(
    library: Library, games: Iterable[int], workers: Workers, limit: Limit, *, n_at_once: int
) -> Iterator[ReviewOutcome]:
    """Review the games with the given numbers, except those that already have a review at least as deep.

    The games that already have one are reported first. The others follow in random order, so that two processes working
    on the same library rarely review the same game. Each review is stored immediately. Raises OutflankError if the
    workers fail or the library cannot be written.
    """
    reviews, numbers = Reviews(library), list(games)
    waiting = reviews.missing(limit, numbers)
    yield from (ReviewOutcome(number, "known") for number in set(numbers).difference(waiting))
    random.shuffle(waiting)

    def calls() -> Iterator[tuple[int, Call | None]]:
        for number in waiting:
            entry = library.game(number).entry
            call = review_game, (entry.start.board_string, entry.moves, limit)
            yield number, None if reviews.has(number, limit) else call

    for number, found in dealt(workers, calls(), 2 * n_at_once, _failed):  # enough to keep all workers busy
        if isinstance(found, OutflankError):
            error = OutflankError("game {number}: {error}", number=number, error=found)
            yield ReviewOutcome(number, "bad", error)
        else:
            is_new = found is not None and reviews.keep(number, found[0], limit, found[1])
            yield ReviewOutcome(number, "reviewed" if is_new else "known")


def _failed(failures: int, error: OutflankError) -> str:
    return Text("the review of {failures} games in a row failed: {error}", failures=failures, error=error.message)


def review_game(start: str, moves: bytes, limit: Limit) -> tuple[str, tuple[JudgedMove, ...]]:
    """Review a game, and return the engine's name and the judged moves; this is the task that workers run.

    Without a time limit, the result does not depend on the computer or on earlier reviews.
    """
    engine = engine_of_thread(_MEGABYTES)
    is_wanted = wanted_test()
    game = Game(Position.parse(start), names_of(moves))
    judged = review(game, engine, limit, is_stopped=lambda: not is_wanted())
    if not judged.complete:
        raise OutflankError("the review was cancelled")
    return f"{__version__}/{shipped_digest()}", judged.moves


def numbers_of(library: Library, digests: Iterable[int]) -> list[int]:
    """Return the sorted numbers of the games with the given digests (see `StoredGame.digest`), without duplicates."""
    found = (library.value("SELECT number FROM games WHERE digest = ?", digest) for digest in digests)
    return sorted({number for number in found if number is not None})
