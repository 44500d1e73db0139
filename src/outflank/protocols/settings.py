"""Settings for the engine when it runs inside another program: its search limit and resources."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from outflank.engine.engine import Engine
from outflank.engine.player import DEFAULT_LEVEL
from outflank.play.limit import LEVELS, Limit
from outflank.rules import DiscPosition

SLOW_SECONDS = 2.0
"""Seconds per move on boards that have no compiled search, unless a time is given."""

_MOST_DEPTH = 60  # plies
_WHOLE = re.compile(r"\+?[0-9]{1,9}")


def nearest_level(text: str) -> int | None:
    """Level nearest to a number that another program sends; None if the string is not a number.

    Other programs' levels may be out of range: Edax's, for example, go from 0 to 60.
    """
    return min(max(int(text), LEVELS[0]), LEVELS[-1]) if _WHOLE.fullmatch(text) else None


def nearest_depth(text: str) -> int | None:
    """Depth in plies nearest to a number that another program sends; None if the string is not a number."""
    return min(max(int(text), 1), _MOST_DEPTH) if _WHOLE.fullmatch(text) else None


def analysis_limit(limit: Limit, position: DiscPosition) -> Limit:
    """Limit for analysing a position, given the `limit` for play.

    The two are the same, except that the analysis has no limit where play would solve the position. A `limit` without a
    depth or time stands for the default level.
    """
    if not Engine.is_compiled_for(position) or (limit.depth is None and limit.seconds is not None):
        return Limit(seconds=limit.seconds or SLOW_SECONDS)
    if limit.depth is None:
        limit = Limit.at_level(DEFAULT_LEVEL)
    return Limit() if limit.solves_at(position.n_empties) else Limit(limit.depth)


@dataclass(frozen=True, slots=True)
class Settings:
    """The user's options."""

    limit: Limit = field(default_factory=Limit)
    """Limit for choosing a move. If it has no depth or time, the clock decides; if there is no clock, level 16."""

    threads: int = 1
    """Number of threads that search in parallel."""

    megabytes: int = 128
    """Size of the transposition table, in megabytes."""

    weights: Path | None = None
    """Weights file to use instead of the one in the package."""

    name: str = "Outflank"
    """Name that the engine reports."""

    version: str = ""
    """Version that the engine reports."""

    ponders: bool = False
    """True if the engine ponders, that is, also thinks on the opponent's time."""
