"""Measured strength of the characters, from `benchmarks/characters.py`; see docs/explanation/opponents.md."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from outflank.characters.players import LADDER

FILE = Path(__file__).with_name("ratings.json")
"""The file with the measured ratings, weakest character first."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating in Elo points above the first character, who plays any legal move.

    `error_95` is half the width of the rating's 95% interval, `games` is the number of games it is based on, and
    `plays` is the player that the character used in those games.
    """

    name: str
    plays: str
    rating: int
    error_95: int
    games: int


def ratings() -> dict[str, Rating]:
    """The ratings of characters whose underlying player has not changed since the measurement, by player name."""
    plays = {character.name: character.plays for character in LADDER}
    return {rating.name: rating for rating in _measured() if plays.get(rating.name) == rating.plays}


@cache
def _measured() -> tuple[Rating, ...]:
    return tuple(Rating(**row) for row in json.loads(FILE.read_text(encoding="utf-8")))
