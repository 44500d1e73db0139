"""Plugins from this package and others: players, kinds of game and formats, declared as entry points.

Each plugin is loaded on first use. This also lets a lower layer reach a higher one without importing it: for example, a
game finds the functions that load and save game files.
"""

import os
from functools import cache
from pathlib import Path
from typing import Any

PLAYERS, GAMES, FORMATS, FILES = "outflank.players", "outflank.games", "outflank.formats", "outflank.files"
"""Names of the entry point groups."""

DECLARATIONS = "entry_points.txt"
"""The file with a package's declarations, in its installation folder."""

ALONE = "OUTFLANK_DECLARED"
"""An environment variable with the path of such a folder, for use where no packages are installed."""


@cache
def names(group: str) -> tuple[str, ...]:
    """The names declared in a group, in the order of declaration."""
    return tuple(dict.fromkeys(point.name for point in _declared().select(group=group)))


def module_of(group: str, name: str) -> str | None:
    """The module that provides a declared name, without loading it; None if the name is not declared."""
    return next((point.module for point in _declared().select(group=group, name=name)), None)


@cache
def load(group: str, name: str) -> Any:
    """Load a declared object. Raises KeyError if the name is not declared."""
    points = tuple(_declared().select(group=group, name=name))
    if not points:
        raise KeyError(name)
    return points[0].load()


def folder(package: str) -> Path | None:
    """The installation folder of a package, which contains its declarations; None if the package is not installed."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        files = distribution(package).files or []
    except PackageNotFoundError:
        return None
    return next((Path(str(each.locate())).parent for each in files if each.name == DECLARATIONS), None)


@cache
def _declared() -> Any:
    """All entry points of all packages, read only once because reading them takes longer than anything else here."""
    from importlib.metadata import Distribution, entry_points  # not at the top: a third of `import outflank`'s time

    alone = os.environ.get(ALONE)
    return Distribution.at(alone).entry_points if alone else entry_points()
