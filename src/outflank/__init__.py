"""Outflank: the Othello system for Python.

>>> from outflank import Game, create
>>> game = Game(moves="f5d6")
>>> create("level3").choose(game.position).move
'c6'
"""

from typing import TYPE_CHECKING, Any

from outflank.errors import (
    EngineError,
    ForfeitWarning,
    IllegalMoveError,
    OptionError,
    OutflankError,
    ParseError,
    WeightsError,
)
from outflank.play import (
    Analysis,
    GameNode,
    GameTree,
    Limit,
    Mark,
    Match,
    MoveValue,
    Player,
    PlayerLike,
    TimeControl,
    TimeLeft,
    as_player,
    create,
    play_game,
)
from outflank.play.record import Record
from outflank.rules import BLACK, PASS, WHITE, AntiPosition, Colour, DiscPosition, Game, Outcome, Position

if TYPE_CHECKING:
    from outflank.analysis.review import Review, review
    from outflank.arena.api import MatchInterrupted, match
    from outflank.arena.statistics import GameForfeit, Score
    from outflank.engine.engine import Engine
    from outflank.engine.running import RunningAnalysis
    from outflank.library.library import Library

__all__ = [
    "BLACK",
    "PASS",
    "WHITE",
    "Analysis",
    "AntiPosition",
    "Colour",
    "DiscPosition",
    "Engine",
    "EngineError",
    "ForfeitWarning",
    "Game",
    "GameForfeit",
    "GameNode",
    "GameTree",
    "IllegalMoveError",
    "Library",
    "Limit",
    "Mark",
    "Match",
    "MatchInterrupted",
    "MoveValue",
    "OptionError",
    "Outcome",
    "OutflankError",
    "ParseError",
    "Player",
    "PlayerLike",
    "Position",
    "Record",
    "Review",
    "RunningAnalysis",
    "Score",
    "TimeControl",
    "TimeLeft",
    "WeightsError",
    "as_player",
    "create",
    "match",
    "play_game",
    "review",
]

__version__ = "0.1.0"

_LATER = {
    "Engine": "outflank.engine.engine",
    "GameForfeit": "outflank.arena.statistics",
    "Library": "outflank.library.library",
    "MatchInterrupted": "outflank.arena.api",
    "Review": "outflank.analysis.review",
    "RunningAnalysis": "outflank.engine.running",
    "Score": "outflank.arena.statistics",
    "match": "outflank.arena.api",
    "review": "outflank.analysis.review",
}
"""What is loaded when it is first asked for, so that `import outflank` is quick."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)
