"""Plugins of this package and others: players, kinds of game and formats, declared as entry points.

Each is loaded on first use. In this way, a lower layer can also reach a higher one without importing it: a game finds
the functions that load and save files of games.
"""

import os
from functools import cache
from pathlib import Path
from typing import Any

PLAYERS, GAMES, FORMATS, FILES = "outflank.players", "outflank.games", "outflank.formats", "outflank.files"
"""The groups of entry points."""

DECLARATIONS = "entry_points.txt"
"""The file of a package's declarations, in its installation folder."""

ALONE = "OUTFLANK_DECLARED"
"""The environment variable that names such a folder where no packages are installed."""


@cache
def names(group: str) -> tuple[str, ...]:
    """The names declared in a group, in the order of declaration."""
    return tuple(dict.fromkeys(point.name for point in _declared().select(group=group)))


def module_of(group: str, name: str) -> str | None:
    """The module of a declared name, without loading it; None if nothing is declared."""
    return next((point.module for point in _declared().select(group=group, name=name)), None)


@cache
def load(group: str, name: str) -> Any:
    """Load a declared object. Raises KeyError if nothing is declared under the name."""
    points = tuple(_declared().select(group=group, name=name))
    if not points:
        raise KeyError(name)
    return points[0].load()


def folder(package: str) -> Path | None:
    """The installation folder of a package, which holds its declarations; None if it is not installed."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        files = distribution(package).files or []
    except PackageNotFoundError:
        return None
    return next((Path(str(each.locate())).parent for each in files if each.name == DECLARATIONS), None)


@cache
def _declared() -> Any:
    """All entry points of all packages, read once: reading them takes longer than everything else here."""
    from importlib.metadata import Distribution, entry_points  # not at the top: it is a third of `import outflank`

    alone = os.environ.get(ALONE)
    return Distribution.at(alone).entry_points if alone else entry_points()
