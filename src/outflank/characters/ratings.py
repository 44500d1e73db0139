"""How strong the characters are, as `benchmarks/characters.py` has measured it; see docs/explanation/opponents.md."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from outflank.characters.players import LADDER

FILE = Path(__file__).with_name("ratings.json")
"""What was measured, weakest first."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating in Elo points over the first character, who plays any legal move.

    `error_95` is half the width of its 95 % interval; `games` is how many games of the character it rests on; `plays`
    is the player that it stood for in them.
    """

    name: str
    plays: str
    rating: int
    error_95: int
    games: int


def ratings() -> dict[str, Rating]:
    """The rating of each character that was measured as what it plays as now, by its name as a player."""
    plays = {character.name: character.plays for character in LADDER}
    return {rating.name: rating for rating in _measured() if plays.get(rating.name) == rating.plays}


@cache
def _measured() -> tuple[Rating, ...]:
    return tuple(Rating(**row) for row in json.loads(FILE.read_text(encoding="utf-8")))
