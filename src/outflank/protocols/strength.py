"""How strong the engine plays inside another program, and what it may use."""

import re
from dataclasses import dataclass
from pathlib import Path

from outflank.engine.engine import Engine
from outflank.engine.levels import LEVELS, Level
from outflank.engine.levels import level as level_of
from outflank.engine.player import DEFAULT_LEVEL, EnginePlayer
from outflank.play.analysis import Limit
from outflank.rules import DiscPosition

SLOW_SECONDS = 2.0
"""For a move on boards that the compiled search does not know, unless a time is given."""

_MOST_DEPTH = 60  # plies
_WHOLE = re.compile(r"\+?[0-9]{1,9}")


def nearest_level(text: str) -> int | None:
    """The level of a number that a program sends, or the one nearest to it: those of Edax go from 0 to 60.

    None for what is no number.
    """
    return min(max(int(text), LEVELS[0]), LEVELS[-1]) if _WHOLE.fullmatch(text) else None


def nearest_depth(text: str) -> int | None:
    """The depth of a number that a program sends, in plies, or the nearest one that there is; None if it is none."""
    return min(max(int(text), 1), _MOST_DEPTH) if _WHOLE.fullmatch(text) else None


@dataclass(frozen=True, slots=True)
class Strength:
    """How far to search: a level, a depth in plies, or seconds a move; at most one of them, none for level 16.

    `exact_from` goes with a depth: from so many empty squares on, the end of the game is what is searched for. See
    `Level.of_depth` for where that begins without it.
    """

    level: int | None = None
    depth: int | None = None
    time: float | None = None
    exact_from: int | None = None

    def player(self, engine: Engine, position: DiscPosition) -> EnginePlayer:
        """The player of this strength for a position; it uses `engine` and its memory. Raises OptionError."""
        if not Engine.is_compiled_for(position):
            player = EnginePlayer(time=self.time or SLOW_SECONDS)
        elif self.depth is not None:
            player = EnginePlayer(depth=self.depth, exact_from=self.exact_from)
        else:
            player = EnginePlayer(level=self.level, time=self.time)
        player.engine = engine
        return player

    def limit(self, position: DiscPosition) -> Limit:
        """How far an analysis of a position goes: to the end of the game where a game would be solved."""
        if self.time is not None or not Engine.is_compiled_for(position):
            return Limit(seconds=self.time or SLOW_SECONDS)
        level = self._as_level()
        return Limit() if position.n_empties <= level.exact_from else Limit(level.depth)

    def _as_level(self) -> Level:
        """The depth, and the number of empty squares from which on the game is solved."""
        if self.depth is None:
            return level_of(self.level or DEFAULT_LEVEL)
        return Level.of_depth(self.depth, self.exact_from)


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user asked for: strength, resources, name and version, and thinking on the opponent's time too."""

    strength: Strength = Strength()
    threads: int = 1
    megabytes: int = 128
    weights: Path | None = None
    name: str = "Outflank"
    version: str = ""
    ponders: bool = False
