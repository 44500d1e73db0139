"""Ratings of the characters, measured by `benchmarks/characters.py`; see docs/explanation/opponents.md."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from outflank.characters.players import LADDER

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


@cache
def _measured() -> tuple[Rating, ...]:
    return tuple(Rating(**row) for row in json.loads(FILE.read_text(encoding="utf-8")))
