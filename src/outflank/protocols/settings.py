"""Settings of the engine inside another program: its search limit and resources."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from outflank.engine.engine import Engine
from outflank.engine.player import DEFAULT_LEVEL
from outflank.play.limit import LEVELS, Limit
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


def analysis_limit(limit: Limit, position: DiscPosition) -> Limit:
    """The limit of an analysis of a position: as far as play, and to the end of the game where a game would be solved.

    `limit` is that of play; one without depth and time is that of a game without a clock.
    """
    if not Engine.is_compiled_for(position) or (limit.depth is None and limit.seconds is not None):
        return Limit(seconds=limit.seconds or SLOW_SECONDS)
    if limit.depth is None:
        limit = Limit.at_level(DEFAULT_LEVEL)
    return Limit() if limit.solves_at(position.n_empties) else Limit(limit.depth)


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of the user."""

    limit: Limit = field(default_factory=Limit)
    """The limit of a search for a move; without depth and time by the clock, or at level 16 where there is none."""

    threads: int = 1
    """The number of threads that search at once."""

    megabytes: int = 128
    """Size of the transposition table."""

    weights: Path | None = None
    """File of weights in the place of the package's own."""

    name: str = "Outflank"
    """The name that the engine gives."""

    version: str = ""
    """Version that it tells."""

    ponders: bool = False
    """Tells whether it thinks on the opponent's time too."""
