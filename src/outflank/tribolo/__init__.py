"""Tribolo, an Othello variant for three players: rules in pure Python, computer players and saved games.

>>> from outflank.tribolo import TriboloGame, TriboloPosition
>>> game = TriboloGame(TriboloPosition.start(seed=1))
>>> game.push(game.position.legal_moves[0])
"""

from outflank.tribolo.game import TriboloGame
from outflank.tribolo.outcome import BLUE, GREEN, RED, TriboloColour, TriboloOutcome
from outflank.tribolo.position import TriboloPosition

__all__ = ["BLUE", "GREEN", "RED", "TriboloColour", "TriboloGame", "TriboloOutcome", "TriboloPosition"]
