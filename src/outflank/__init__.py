"""Outflank: the Othello system for Python.

>>> from outflank import Game, create
>>> game = Game(moves=["f5", "d6"])
>>> create("level3").choose(game.position).move
'c6'
"""

from outflank.errors import IllegalMoveError, OptionError, OutflankError, ParseError
from outflank.play import Decision, MoveValue, Player, TimeControl, create, play_game
from outflank.rules import BLACK, PASS, WHITE, Colour, Game, Outcome, Position

__all__ = [
    "BLACK",
    "PASS",
    "WHITE",
    "Colour",
    "Decision",
    "Game",
    "IllegalMoveError",
    "MoveValue",
    "OptionError",
    "Outcome",
    "OutflankError",
    "ParseError",
    "Player",
    "Position",
    "TimeControl",
    "create",
    "play_game",
]

__version__ = "0.1.0"
