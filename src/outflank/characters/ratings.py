"""Ratings of the characters, measured by `benchmarks/characters.py`; see docs/explanation/opponents.md."""

import json
import re
from bisect import bisect
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from outflank.characters.players import LADDER, Character

FILE = Path(__file__).with_name("ratings.json")
"""The file that contains the measured ratings, with the weakest character first."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating in Elo points relative to the first character, who plays any legal move.

    `error_95` is half the width of the rating's 95% confidence interval, `games` is the number of games on which the
    rating is based, and `plays` is the player that the character used in these games.
    """

    name: str
    plays: str
    rating: int
    error_95: int
    games: int


def ratings() -> dict[str, Rating]:
    """Return the ratings by character name.

    Characters whose underlying player has changed since the measurement are left out.
    """
    plays = {character.name: character.plays for character in LADDER}
    return {rating.name: rating for rating in _measured() if plays.get(rating.name) == rating.plays}


def strength(rating: float) -> str:
    """Name a rating on the ladder's scale in a word or two."""
    return _STRENGTHS[bisect(_LIMITS, rating)]


def on_ladder(rating: float) -> int:
    """Convert a rating on the archive's scale to the ladder's, where the first character is 0.

    The characters that play like people of a rating tie both scales; the conversion is linear from one to the next.
    """
    return _converted(rating, _tied())


def in_archive(rating: float) -> int:
    """Convert a rating on the ladder's scale to the archive's: the inverse of `on_ladder`."""
    return _converted(rating, [(points, tied) for tied, points in _tied()])


def _tied() -> list[tuple[int, int]]:
    """The ratings of the characters that play like people, on the archive's scale and on the ladder's."""
    return sorted((int(found[1]), each.rating) for each in _measured() if (found := _LIKE_PEOPLE.fullmatch(each.plays)))


def _converted(rating: float, pairs: list[tuple[int, int]]) -> int:
    """Convert a rating between two scales, whose pairs of equal ratings rise on both."""
    upper = min(max(bisect(pairs, (rating,)), 1), len(pairs) - 1)  # beyond the ends, the outermost step goes on
    (low, points), (high, more) = pairs[upper - 1 : upper + 1]
    return round(points + (rating - low) * (more - points) / (high - low))


def nearest(rating: float) -> type[Character]:
    """The character whose measured rating is closest to a rating on the ladder's scale."""
    measured = {each.name: each.rating for each in _measured()}
    return min((each for each in LADDER if each.name in measured), key=lambda each: abs(measured[each.name] - rating))


_STRENGTHS = ("Beginner", "Casual player", "Club player", "Strong", "Expert", "Beyond people")
_LIMITS = (500, 1000, 1400, 1600, 1800)  # between these words

_LIKE_PEOPLE = re.compile(r"people:rating=(-?\d+)")


@cache
def _measured() -> tuple[Rating, ...]:
    return tuple(Rating(**row) for row in json.loads(FILE.read_text(encoding="utf-8")))
