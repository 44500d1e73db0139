"""Settings for the engine when it runs inside another program, such as its search limit and resources."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from outflank.engine.engine import Engine
from outflank.engine.player import DEFAULT_LEVEL
from outflank.play.limit import LEVELS, Limit
from outflank.rules import DiscPosition

SLOW_SECONDS = 2.0
"""Default time per move, in seconds, on boards for which there is no compiled search."""

_MOST_DEPTH = 60  # plies
_WHOLE = re.compile(r"\+?[0-9]{1,9}")


def nearest_level(text: str) -> int | None:
    """Convert a level that another program sends to the nearest level of Outflank.

    Returns None if the text is not a number.

    The levels of other programs may be out of range; Edax's levels, for example, go from 0 to 60.
    """
    return min(max(int(text), LEVELS[0]), LEVELS[-1]) if _WHOLE.fullmatch(text) else None


def nearest_depth(text: str) -> int | None:
    """Convert a depth that another program sends to the nearest depth in plies.

    Returns None if the text is not a number.
    """
    return min(max(int(text), 1), _MOST_DEPTH) if _WHOLE.fullmatch(text) else None


def analysis_limit(limit: Limit, position: DiscPosition) -> Limit:
    """Derive the limit for analysing a position from the `limit` for play.

    The two are the same, except that the analysis is unlimited in positions that play would solve. A `limit` with
    neither a depth nor a time is treated as the default level.
    """
    if not Engine.deepens_on(position) or (limit.depth is None and limit.seconds is not None):
        return Limit(seconds=limit.seconds or SLOW_SECONDS)
    if limit.depth is None:
        limit = Limit.at_level(DEFAULT_LEVEL)
    return Limit() if limit.solves_at(position.n_empties) else Limit(limit.depth)


@dataclass(frozen=True, slots=True)
class Settings:
    """Options that the user chose for the engine."""

    limit: Limit = field(default_factory=Limit)
    """Limit for choosing a move. If it has neither a depth nor a time, the clock decides; without a clock, the engine
    plays at level 16.
    """

    threads: int = 1
    """Number of threads that search in parallel."""

    megabytes: int = 128
    """Size of the transposition table, in megabytes."""

    weights: Path | None = None
    """Weights file to use instead of the one included in the package."""

    name: str = "Outflank"
    """Name that the engine reports to the other program."""

    version: str = ""
    """Version that the engine reports to the other program."""

    ponders: bool = False
    """True if the engine ponders, that is, if it also thinks during the opponent's turn."""
