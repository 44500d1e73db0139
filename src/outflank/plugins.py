"""What other packages, and this one, add by declaring it: players, kinds of game and formats, as entry points.

Each is loaded when it is first asked for. That is also how a lower layer comes to what a higher one holds, such as a
game to the functions that `load` and `save` files of games, without importing it.
"""

import os
from functools import cache
from pathlib import Path
from typing import Any

PLAYERS, GAMES, FORMATS, FILES = "outflank.players", "outflank.games", "outflank.formats", "outflank.files"
"""The groups of entry points."""

DECLARATIONS = "entry_points.txt"
"""The file with the declarations of a package, in the folder that it was installed with."""

ALONE = "OUTFLANK_DECLARED"
"""The environment variable that names such a folder where there are no installed packages to ask."""


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


def folder(package: str) -> Path | None:
    """The folder that a package was installed with, in which its declarations are; None if it was not installed."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        files = distribution(package).files or []
    except PackageNotFoundError:
        return None
    return next((Path(str(each.locate())).parent for each in files if each.name == DECLARATIONS), None)


@cache
def _declared() -> Any:
    """All entry points of all packages, read once: that takes longer than all else here."""
    from importlib.metadata import Distribution, entry_points  # here, because that is a third of `import outflank`

    alone = os.environ.get(ALONE)
    return Distribution.at(alone).entry_points if alone else entry_points()
