"""Othello and its variants in pure Python, on boards from 4×4 to 10×10."""

from outflank.play.moves import PASS
from outflank.rules.anti import AntiPosition
from outflank.rules.discs import DiscPosition, transform_move
from outflank.rules.game import Game
from outflank.rules.outcome import BLACK, WHITE, Colour, Outcome
from outflank.rules.position import Position

__all__ = [
    "BLACK",
    "PASS",
    "WHITE",
    "AntiPosition",
    "Colour",
    "DiscPosition",
    "Game",
    "Outcome",
    "Position",
    "transform_move",
]
