"""Tribolo, Othello for three: rules in plain Python, computer players, saved games.

>>> from outflank.tribolo import Game, Position
>>> game = Game(Position.start(seed=1))
>>> game.push(game.position.legal_moves[0])
"""

from outflank.tribolo.game import Game
from outflank.tribolo.outcome import BLUE, GREEN, RED, Colour, Outcome
from outflank.tribolo.position import Position

__all__ = ["BLUE", "GREEN", "RED", "Colour", "Game", "Outcome", "Position"]
