"""Settings of the engine inside another program: its search limit and resources."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from outflank.engine.engine import Engine
from outflank.engine.player import DEFAULT_LEVEL
from outflank.play.limit import LEVELS, Limit
from outflank.rules import DiscPosition

SLOW_SECONDS = 2.0
"""Seconds for a move on boards without compiled search, unless a time is given."""

_MOST_DEPTH = 60  # plies
_WHOLE = re.compile(r"\+?[0-9]{1,9}")


def nearest_level(text: str) -> int | None:
    """The level nearest to a number that a program sends; those of Edax range from 0 to 60.

    None if the text is not a number.
    """
    return min(max(int(text), LEVELS[0]), LEVELS[-1]) if _WHOLE.fullmatch(text) else None


def nearest_depth(text: str) -> int | None:
    """The depth in plies nearest to a number that a program sends; None if the text is not a number."""
    return min(max(int(text), 1), _MOST_DEPTH) if _WHOLE.fullmatch(text) else None


def analysis_limit(limit: Limit, position: DiscPosition) -> Limit:
    """The limit for analysing a position: the limit of play, but to the end of the game where play would solve.

    `limit` is the limit of play; without depth and time it means play without a clock.
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
    """The limit of a search for a move; without depth and time, the clock decides, or level 16 if there is none."""

    threads: int = 1
    """Number of threads that search at once."""

    megabytes: int = 128
    """Size of the transposition table."""

    weights: Path | None = None
    """File of weights instead of the package's own."""

    name: str = "Outflank"
    """Name that the engine reports."""

    version: str = ""
    """Version that the engine reports."""

    ponders: bool = False
    """True if the engine also thinks on the opponent's time."""
