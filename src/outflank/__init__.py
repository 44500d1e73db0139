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
    GamesWarning,
    IllegalMoveError,
    OptionError,
    OutflankError,
    OutflankWarning,
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
    from outflank.formats.games import read_games, write_games
    from outflank.library.library import Library
    from outflank.rules.openings import opening_name
    from outflank.rules.perft import perft

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
    "GamesWarning",
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
    "OutflankWarning",
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
    "opening_name",
    "perft",
    "play_game",
    "read_games",
    "review",
    "write_games",
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
    "opening_name": "outflank.rules.openings",
    "perft": "outflank.rules.perft",
    "read_games": "outflank.formats.games",
    "review": "outflank.analysis.review",
    "write_games": "outflank.formats.games",
}
"""What is loaded when it is first asked for, so that `import outflank` is quick."""


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)
