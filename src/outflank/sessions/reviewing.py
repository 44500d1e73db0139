"""Games reviewed by the hundred: dealt to processes or to a cluster, each review kept as soon as it is there.

There is no state besides the reviews that are kept: what was stopped, or killed, goes on from there, and only the games
that were being reviewed are begun again.
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

_MEGABYTES = 16  # of the table of each thread that reviews: a game fills no more


Outcome = Literal["reviewed", "known", "bad"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
"""A game has a review from now on, had one as good before, or is left out because of an error."""


@dataclass(frozen=True, slots=True)
class ReviewOutcome:
    """A game was dealt with; `error` says what is wrong with a bad one."""

    game: int
    outcome: Outcome
    error: OutflankError | None = None


def review_all(
    library: Library, games: Iterable[int], workers: Workers, limit: Limit, *, n_at_once: int
) -> Iterator[ReviewOutcome]:
    """Review games by their numbers, those that have no review as good, and keep each review at once.

    Games come in an order drawn by lot, so that two who review the same ones at once seldom take the same; those that
    are known come first. Raises OutflankError if the workers fail, or the library cannot be written.
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

    for number, found in dealt(workers, calls(), 2 * n_at_once, _failed):  # so many that nobody waits for us
        if isinstance(found, OutflankError):
            error = OutflankError("game {number}: {error}", number=number, error=found)
            yield ReviewOutcome(number, "bad", error)
        else:
            is_new = found is not None and reviews.keep(number, found[0], limit, found[1])
            yield ReviewOutcome(number, "reviewed" if is_new else "known")


def _failed(failures: int, error: OutflankError) -> str:
    return Text(
        "{failures} games one after the other could not be reviewed: {error}", failures=failures, error=error.message
    )


def review_game(start: str, moves: bytes, limit: Limit) -> tuple[str, tuple[JudgedMove, ...]]:
    """The task of a worker: returns the engine that reviewed a game, and the judged moves.

    The same comes out wherever it is done, and whatever was reviewed before, unless there is a time.
    """
    engine = engine_of_thread(_MEGABYTES)
    is_wanted = wanted_test()
    game = Game(Position.parse(start), names_of(moves))
    judged = review(game, engine, limit, is_stopped=lambda: not is_wanted())
    if not judged.complete:
        raise OutflankError("nobody waits for this any more")
    return f"{__version__}/{shipped_digest()}", judged.moves


def numbers_of(library: Library, digests: Iterable[int]) -> list[int]:
    """The games of a library that have these digests (`library.StoredGame.digest`), each once, by their numbers."""
    found = (library.value("SELECT number FROM games WHERE digest = ?", digest) for digest in digests)
    return sorted({number for number in found if number is not None})
