"""Where the user's own files are, and files that appear under their name, or change, only when they are whole."""

import errno
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_SUFFIX = ".part"
_PREFIX = 50  # characters of the name that a part begins with, so that its own is never too long


def data_folder() -> Path:
    """Where games, training runs and the names of players are kept: the user's own place for data.

    It is the folder that OUTFLANK_DATA_DIR names, if that is set.
    """
    from platformdirs import user_data_path  # here, because few need it

    return Path(os.environ.get("OUTFLANK_DATA_DIR") or user_data_path("outflank", appauthor=False))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file at once or not at all, as `opened_whole` does. Raises OSError."""
    with opened_whole(path) as file:
        file.write(content)


@contextmanager
def opened_whole(path: Path) -> Iterator[BinaryIO]:
    """A file to write that takes the place of the one that may be there when all is written. Raises OSError.

    A new file has the usual mode, an old one keeps its own, and one that may not be written is not replaced. A link
    stays a link; a pipe or a device is written to. If an error is raised within, nothing changes. Only a process that
    is killed leaves a part, beside the file and under another name, for `remove_parts`.
    """
    if path.exists() and not path.is_file():  # a pipe or a device; a folder complains
        with path.open("wb") as file:
            yield file
        return
    path = Path(os.path.realpath(path))
    if path.is_symlink():  # still: it leads to itself
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    part = path.with_name(f"{path.name[:_PREFIX]}.{os.urandom(4).hex()}{_SUFFIX}")
    part.touch(exist_ok=False)
    try:
        with part.open("wb") as file:
            yield file
        if path.exists():
            path.open("r+b").close()  # refused for a file that may not be written
            shutil.copymode(path, part)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def write_new(path: Path, content: bytes) -> None:
    """Write a file at once or not at all. Raises FileExistsError if there is one, and OSError."""
    path.touch(exist_ok=False)
    try:
        write_whole(path, content)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def remove_parts(path: Path) -> None:
    """Remove what `write_whole` left of a file because it was killed."""
    part = re.compile(rf"{re.escape(path.name[:_PREFIX])}\.\w{{8}}{re.escape(_SUFFIX)}")  # of older versions too
    for found in path.parent.glob(f"*{_SUFFIX}"):
        if part.fullmatch(found.name) and found.is_file():
            found.unlink()
