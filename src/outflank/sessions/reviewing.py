"""Batch reviews in several processes or on a cluster; each review is stored as soon as it is done.

The stored reviews are the only state. After an interruption or a crash, a new run continues from them and repeats only
the games in progress.
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
"""The game was reviewed just now, already had a review at least as deep, or could not be reviewed."""


@dataclass(frozen=True, slots=True)
class ReviewOutcome:
    """The outcome for one game; `error` is set for a bad game."""

    game: int
    outcome: Outcome
    error: OutflankError | None = None


def review_all(
    library: Library, games: Iterable[int], workers: Workers, limit: Limit, *, n_at_once: int
) -> Iterator[ReviewOutcome]:
    """Review the games with these numbers, unless they already have a review at least as deep.

    Each review is stored immediately. Games that already have one come first. The others come in random order, so that
    two processes that work on the same library rarely review the same game. Raises OutflankError if the workers fail or
    the library cannot be written.
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
    """Review a game as a worker's task; return the engine's name and the judged moves.

    Without a time limit, the result does not depend on the machine or on earlier reviews.
    """
    engine = engine_of_thread(_MEGABYTES)
    is_wanted = wanted_test()
    game = Game(Position.parse(start), names_of(moves))
    judged = review(game, engine, limit, is_stopped=lambda: not is_wanted())
    if not judged.complete:
        raise OutflankError("the review was cancelled")
    return f"{__version__}/{shipped_digest()}", judged.moves


def numbers_of(library: Library, digests: Iterable[int]) -> list[int]:
    """Return the sorted numbers of the games with these digests (`library.StoredGame.digest`), each once."""
    found = (library.value("SELECT number FROM games WHERE digest = ?", digest) for digest in digests)
    return sorted({number for number in found if number is not None})
