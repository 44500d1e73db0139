"""The rules of Othello on boards of 4×4 to 10×10, in plain Python."""

from outflank.rules.game import Game
from outflank.rules.outcome import BLACK, WHITE, Colour, Outcome
from outflank.rules.position import PASS, Position, transform_move

__all__ = ["BLACK", "PASS", "WHITE", "Colour", "Game", "Outcome", "Position", "transform_move"]
