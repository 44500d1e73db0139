"""Files: the person's folder of games, and writing so that nothing is lost."""

import itertools
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from outflank.errors import OutflankError, excerpt


def folder() -> Path:
    """Where games are saved: `games` in the user's own place for data, or in the folder OUTFLANK_DATA_DIR names."""
    root = os.environ.get("OUTFLANK_DATA_DIR") or user_data_path("outflank", appauthor=False)
    return Path(root, "games")


def now() -> str:
    """The date and the time, as saved games give them."""
    return f"{datetime.now():%Y-%m-%d %H:%M}"


def keep(text: str, wanted: Path | None = None) -> Path:
    """Save a game in a file that did not exist before, and return its path. Raises OutflankError.

    The file is named by the time unless one is `wanted`; where there is such a file, a number is added.
    """
    with _writing(wanted or folder()):
        if wanted is None:
            folder().mkdir(parents=True, exist_ok=True)
            wanted = folder() / f"{datetime.now():%Y-%m-%d_%H%M%S}.txt"
        names = itertools.chain([wanted], (wanted.with_stem(f"{wanted.stem}-{n}") for n in itertools.count(1)))
        path = next(path for path in names if not path.exists())
    write_new(path, text)
    return path


def check(path: Path) -> None:
    """Raise OutflankError if a game can hardly be saved there: before it is played, not after."""
    with _writing(path):
        if path.is_dir():
            raise OutflankError(f"cannot write {excerpt(str(path), 80)}: expected a file, this is a folder")
        if not path.parent.is_dir():
            raise OutflankError(f"cannot write {excerpt(str(path), 80)}: there is no folder {path.parent}")


def write_new(path: Path, text: str) -> None:
    """Write a file that does not exist yet. Raises OutflankError."""
    with _writing(path), path.open("x", encoding="utf-8") as file:
        file.write(text)


def replace(path: Path, text: str) -> None:
    """Write a file, whole or not at all, over the one that may be there. Raises OutflankError."""
    with _writing(path):
        if path.exists() and not path.is_file():  # a pipe or a device is written to; a folder complains
            path.write_text(text, encoding="utf-8")
            return
        path = path.resolve()  # a link stays a link
        part = path.with_name(f".outflank-{os.getpid()}")
        try:
            part.write_text(text, encoding="utf-8")
            if path.exists():
                path.open("r+b").close()  # a file that may not be written may not be replaced either
                shutil.copymode(path, part)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = error.strerror if isinstance(error, OSError) else error
        raise OutflankError(f"cannot write {excerpt(str(path), 80)}: {reason}") from None
