"""Load plugins from this package and others: players, types of games, and formats. They are declared as entry points.

Each plugin is loaded on first use. This also lets a lower layer use a higher one without importing it: for example, a
game looks up the functions that load and save game files.
"""

import os
from functools import cache
from pathlib import Path
from typing import Any

PLAYERS, GAMES, FORMATS, FILES = "outflank.players", "outflank.games", "outflank.formats", "outflank.files"
"""Names of the entry point groups."""

DECLARATIONS = "entry_points.txt"
"""File in a package's installation folder that declares its entry points."""

ALONE = "OUTFLANK_DECLARED"
"""Environment variable with the path of a folder that contains such a file, for use where no packages are installed."""


@cache
def names(group: str) -> tuple[str, ...]:
    """List the names that are declared in a group, in the order of their declaration."""
    return tuple(dict.fromkeys(point.name for point in _declared().select(group=group)))


def module_of(group: str, name: str) -> str | None:
    """Return the module that provides a declared name, without loading it, or None if the name is not declared."""
    return next((point.module for point in _declared().select(group=group, name=name)), None)


@cache
def load(group: str, name: str) -> Any:
    """Load the object declared under a name. Raises KeyError if the name is not declared."""
    points = tuple(_declared().select(group=group, name=name))
    if not points:
        raise KeyError(name)
    return points[0].load()


def folder(package: str) -> Path | None:
    """Find the installation folder of a package, which contains its declarations.

    Returns None if the package is not installed.
    """
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        files = distribution(package).files or []
    except PackageNotFoundError:
        return None
    return next((Path(str(each.locate())).parent for each in files if each.name == DECLARATIONS), None)


@cache
def _declared() -> Any:
    """Read the entry points of all packages. This is done only once, because it is the slowest part of this module."""
    from importlib.metadata import Distribution, entry_points  # not at the top: a third of `import outflank`'s time

    alone = os.environ.get(ALONE)
    return Distribution.at(alone).entry_points if alone else entry_points()
