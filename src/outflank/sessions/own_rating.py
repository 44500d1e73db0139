"""A person's rating from games against rated characters, on the scale of their ladder.

Every finished game of Othello on 8×8 from the usual start counts, unless the person had help or took a move back.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from outflank.characters import Rating, ratings
from outflank.people.glicko import Encounter, GlickoRating, rested, updated
from outflank.play import Match
from outflank.rules import Position

BEGINNING = GlickoRating(800.0)
"""The rating before any game, in the lower half of the ladder."""

_DAY = 86400.0
_SURE = 1.96  # deviations in half a 95% interval


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


def rated_game(match: Match[Any], seat: int, at: float) -> RatedGame | None:
    """Return the result of a person's finished game, or None if the game does not count.

    Its caller must check whether the person had help. A game that the character forfeited does not count.
    """
    if not match.is_over or len(match.seats) != 2 or match.game.start != Position.start():
        return None
    if match.forfeit is not None and match.forfeit.seat != seat:
        return None
    rating = ratings().get(match.seats[1 - seat].player)
    if rating is None or not match.seats[seat].is_person:
        return None
    return RatedGame(rating.name, rating.rating, rating.error_95, match.points[seat], at)


def ratings_after(games: Iterable[RatedGame]) -> list[GlickoRating]:
    """The rating after each game, oldest game first."""
    found: list[GlickoRating] = []
    rating, last = BEGINNING, None
    for game in games:
        encounter = Encounter(game.rating, game.error_95 / _SURE, game.score)
        rating = updated(rating, [encounter], 0.0 if last is None else max(0.0, game.at - last) / _DAY)
        last = game.at
        found.append(rating)
    return found


def rating_at(games: Iterable[RatedGame], now: float) -> GlickoRating:
    """The rating now; its uncertainty has grown since the last game."""
    games = list(games)
    return rested(ratings_after(games)[-1], max(0.0, now - games[-1].at) / _DAY) if games else BEGINNING


def just_hard_enough(rating: GlickoRating) -> Rating | None:
    """The character whose rating is closest to the person's; None if no character is rated."""
    return min(ratings().values(), key=lambda each: abs(each.rating - rating.rating), default=None)
