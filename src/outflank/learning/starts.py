"""The position that a game of an environment begins with."""

from typing import Any

from outflank.errors import OptionError, described
from outflank.rules import Position


def begin_with(options: dict[str, Any] | None, usual: Position) -> Position:
    """The start that the options of `reset` ask for, or else the usual one. Raises OptionError."""
    start = (options or {}).get("start", usual)
    position = Position.parse(start) if isinstance(start, str) else start
    if not isinstance(position, Position) or position.size != usual.size or position.is_over:
        size = f"{usual.size}×{usual.size}"
        raise OptionError(f"expected a start on {size} in which a side can move, got {described(start)}")
    return position
