"""What other packages, and this one, add by declaring it: players, kinds of game and formats, as entry points.

Each is loaded when it is first asked for. That is also how a lower layer comes to what a higher one holds, such as a
game to the formats that it can be saved in, without importing it.
"""

from functools import cache
from typing import Any

PLAYERS, GAMES, FORMATS = "outflank.players", "outflank.games", "outflank.formats"
"""The groups of entry points."""


@cache
def names(group: str) -> tuple[str, ...]:
    """The names that are declared in a group, in the order of their packages' declarations."""
    return tuple(dict.fromkeys(point.name for point in _declared().select(group=group)))


def module_of(group: str, name: str) -> str | None:
    """The module that what is declared under a name comes from, which is not loaded; None if nothing is declared."""
    return next((point.module for point in _declared().select(group=group, name=name)), None)


@cache
def load(group: str, name: str) -> Any:
    """What is declared under a name. Raises KeyError if nothing is."""
    points = tuple(_declared().select(group=group, name=name))
    if not points:
        raise KeyError(name)
    return points[0].load()


@cache
def _declared() -> Any:
    """All entry points of all packages, read once: that takes longer than all else here."""
    from importlib.metadata import entry_points  # here, because it would make up a third of `import outflank`

    return entry_points()
