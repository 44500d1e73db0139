"""Saved games: the folder they are kept in, and how they are written so that none is lost."""

import itertools
from datetime import datetime
from pathlib import Path

from outflank import files
from outflank.errors import OutflankError, quoted_path
from outflank.play.files import writing


def folder() -> Path:
    """Where games are saved, each in a file of its own."""
    return files.data_folder() / "games"


def now() -> str:
    """The date and the time, as saved games give them."""
    return f"{datetime.now():%Y-%m-%d %H:%M}"


def keep(text: str, wanted: Path | None = None) -> Path:
    """Save a game in a file that did not exist before, and return its path. Raises OutflankError.

    The file is named by the time unless one is `wanted`; where there is such a file, a number is added.
    """
    with writing(wanted or folder()):
        if wanted is None:
            folder().mkdir(parents=True, exist_ok=True)
            wanted = folder() / f"{datetime.now():%Y-%m-%d_%H%M%S}.txt"
        names = itertools.chain([wanted], (wanted.with_stem(f"{wanted.stem}-{n}") for n in itertools.count(1)))
        path = next(path for path in names if not path.exists())
    write_new(path, text)
    return path


def check(path: Path) -> None:
    """Raise OutflankError if a game can hardly be saved there: before it is played, not after."""
    with writing(path):
        if path.is_dir():
            raise OutflankError(f"cannot write {quoted_path(path)}: expected a file, this is a folder")
        if not path.parent.is_dir():
            raise OutflankError(f"cannot write {quoted_path(path)}: there is no folder {path.parent}")


def write_new(path: Path, text: str) -> None:
    """Write a file that does not exist yet. Raises OutflankError."""
    with writing(path):
        files.write_new(path, text.encode())
