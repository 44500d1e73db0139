"""Checks for files that commands write: never overwrite an input, nor any other file without `--force`.

Reports and pictures may replace older ones, but never an input.
"""

import argparse
import stat
from collections.abc import Iterable
from pathlib import Path

from outflank.errors import OptionError, OutflankError
from outflank.formats import files


def add_force(parser: argparse.ArgumentParser) -> None:
    """Add `--force`."""
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")


def check_output(output: str, read: Iterable[str | Path], *, force: bool, beside: Iterable[str] = ()) -> None:
    """Raise OptionError if the output is one of the input files `read` or, without `force`, already has contents.

    `beside` lists the extensions of files that are written alongside the output.
    """
    if output == "-":
        return
    read = list(read)
    written = [Path(output), *(Path(output).with_suffix(extension) for extension in beside if Path(output).name)]
    for path in written:
        refuse_to_replace(str(path), read)
    for path in written:
        if not force and _holds_something(path):
            raise OptionError(f"{files.shown(path)} exists: choose another file, or overwrite it with --force")


def refuse_to_replace(output: str, read: Iterable[str | Path], option: str = "the output") -> None:
    """Raise OptionError if the file that an `option` names is one of the input files `read`, under whatever name."""
    for path in read:
        if output != "-" and is_same(path, output):
            raise OptionError(f"{option} cannot be {files.shown(output)}, which is an input")


def is_same(path: str | Path, other: str) -> bool:
    """True if both names refer to the same file; the first may end with a game number."""
    try:
        place = files.place_of(str(path))
        return place is not None and Path(place[0]).samefile(other)
    except (OutflankError, OSError, ValueError):
        return False


def _holds_something(path: Path) -> bool:
    """True for a regular file that is not empty."""
    try:
        status = path.stat()
    except (OSError, ValueError):  # missing or out of reach: writing it will raise the error
        return False
    return stat.S_ISREG(status.st_mode) and status.st_size > 0
