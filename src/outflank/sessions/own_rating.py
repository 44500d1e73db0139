"""A person's rating from games against rated characters, on the scale of their ladder.

Every finished game of Othello on 8×8 from the usual start counts, unless the person had help or took a move back.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from outflank.characters import Rating, in_archive, ratings
from outflank.people.glicko import SURE, Encounter, GlickoRating, history
from outflank.people.scale import RATINGS
from outflank.play import Match
from outflank.rules import Position
from outflank.sessions.playing import PlaySession

BEGINNING = GlickoRating(800.0)
"""The rating before any game, in the lower half of the ladder."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """The result of a game against a rated character."""

    opponent: str
    """The character's name."""

    rating: float
    """The character's rating when the game was played."""

    error_95: float
    """Half the width of the 95% interval of the character's rating."""

    score: float
    """The person's points: 1 for a win, 0.5 for a draw, 0 for a loss."""

    at: float
    """When the game ended, in seconds since 1970."""


def counts(session: PlaySession) -> bool:
    """True if a session's game counts for the rating of its only person, provided that it ends without help."""
    match = session.match
    return session.may_count and len(match.persons) == 1 and _opponent(match, match.persons[0]) is not None


def rated_in(session: PlaySession, at: float) -> RatedGame | None:
    """Return the result of the only person in a session's game that ended at a time, or None if it does not count."""
    return rated_game(session.match, session.match.persons[0], at) if counts(session) else None


def rated_game(match: Match[Any], seat: int, at: float) -> RatedGame | None:
    """Return the result of a person's finished game, or None if the game does not count.

    `rated_in` checks whether the person had help. A game that the character forfeited does not count.
    """
    if not match.is_over or (match.forfeit is not None and match.forfeit.seat != seat):
        return None
    rating = _opponent(match, seat)
    if rating is None:
        return None
    return RatedGame(rating.name, rating.rating, rating.error_95, match.points[seat], at)


def _opponent(match: Match[Any], seat: int) -> Rating | None:
    """The rated character that a person plays from the usual start; None in other games."""
    if len(match.seats) != 2 or match.game.start != Position.start() or not match.seats[seat].is_person:
        return None
    return ratings().get(match.seats[1 - seat].player)


@dataclass(frozen=True, slots=True)
class ArchiveRating:
    """A person's rating on the archive's scale, which the model of people's moves needs."""

    rating: int
    """The closest rating that the model knows."""

    is_outside: bool
    """True if the person's rating is not one that the model knows, but lower or higher."""

    @classmethod
    def of(cls, rating: float) -> "ArchiveRating":
        """Convert a rating on the ladder's scale."""
        found, (low, high) = in_archive(rating), RATINGS
        return cls(min(max(found, low), high), not low <= found <= high)

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {"rating": self.rating, "outside": self.is_outside}


def ratings_after(games: Iterable[RatedGame], now: float) -> list[GlickoRating]:
    """The rating after each game, oldest game first, and then the rating `now`."""
    return history(
        BEGINNING, ((Encounter(game.rating, game.error_95 / SURE, game.score), game.at) for game in games), now
    )
