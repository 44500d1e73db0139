"""Outflank: the Othello system for Python.

>>> from outflank import Game, create
>>> game = Game(moves="f5d6")
>>> create("level3").choose(game.position).move
'c6'
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from outflank.analysis.review import Review, review
    from outflank.engine.engine import Engine
    from outflank.engine.running import RunningAnalysis
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
    from outflank.formats.games import read_games, write_games
    from outflank.library.library import Library
    from outflank.matches.api import MatchInterrupted, match
    from outflank.matches.statistics import GameForfeit, Score
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

__version__ = "1.0.0"

_LATER = {
    "Analysis": "outflank.play",
    "AntiPosition": "outflank.rules",
    "BLACK": "outflank.rules",
    "Colour": "outflank.rules",
    "DiscPosition": "outflank.rules",
    "Engine": "outflank.engine.engine",
    "EngineError": "outflank.errors",
    "ForfeitWarning": "outflank.errors",
    "Game": "outflank.rules",
    "GameForfeit": "outflank.matches.statistics",
    "GameNode": "outflank.play",
    "GameTree": "outflank.play",
    "GamesWarning": "outflank.errors",
    "IllegalMoveError": "outflank.errors",
    "Library": "outflank.library.library",
    "Limit": "outflank.play",
    "Mark": "outflank.play",
    "Match": "outflank.play",
    "MatchInterrupted": "outflank.matches.api",
    "MoveValue": "outflank.play",
    "OptionError": "outflank.errors",
    "Outcome": "outflank.rules",
    "OutflankError": "outflank.errors",
    "OutflankWarning": "outflank.errors",
    "PASS": "outflank.rules",
    "ParseError": "outflank.errors",
    "Player": "outflank.play",
    "PlayerLike": "outflank.play",
    "Position": "outflank.rules",
    "Record": "outflank.play.record",
    "Review": "outflank.analysis.review",
    "RunningAnalysis": "outflank.engine.running",
    "Score": "outflank.matches.statistics",
    "TimeControl": "outflank.play",
    "TimeLeft": "outflank.play",
    "WHITE": "outflank.rules",
    "WeightsError": "outflank.errors",
    "as_player": "outflank.play",
    "create": "outflank.play",
    "match": "outflank.matches.api",
    "opening_name": "outflank.rules.openings",
    "perft": "outflank.rules.perft",
    "play_game": "outflank.play",
    "read_games": "outflank.formats.games",
    "review": "outflank.analysis.review",
    "write_games": "outflank.formats.games",
}
"""Maps each name that is loaded on first use to its module. This makes `import outflank` fast, and Ctrl-C works from
the start.
"""

_MODULES = ("errors", "play", "rules")  # submodules that can be used without importing them separately


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_LATER[name]), name)
    return found
