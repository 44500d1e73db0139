"""Opponents for human players: a ladder of characters, each with a name, a style and a measured rating."""

from outflank.characters.players import LADDER, Character, stands_for
from outflank.characters.ratings import Rating, in_archive, nearest, on_ladder, ratings, strength

__all__ = [
    "LADDER",
    "Character",
    "Rating",
    "in_archive",
    "nearest",
    "on_ladder",
    "ratings",
    "stands_for",
    "strength",
]
