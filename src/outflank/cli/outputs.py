"""Files that commands write: never one that they read, nor, unless that is asked for, one that holds something.

Reports and pictures are made anew by the same command, and take the place of older ones; they never take that of a file
that was read.
"""

import argparse
import stat
from collections.abc import Iterable
from pathlib import Path

from outflank.errors import OptionError, OutflankError
from outflank.formats import files


def add_force(parser: argparse.ArgumentParser) -> None:
    """`--force`."""
    parser.add_argument("--force", action="store_true", help="write over a file that is there already")


def check_output(output: str, read: Iterable[str | Path], *, force: bool, beside: Iterable[str] = ()) -> None:
    """Raise OptionError for a file that is one of those that are `read`, or, unless it is a must, holds something.

    `beside` are the extensions of files that are written along with it.
    """
    if output == "-":
        return
    read = list(read)
    written = [Path(output), *(Path(output).with_suffix(extension) for extension in beside if Path(output).name)]
    for path in written:
        refuse_to_replace(str(path), read)
    for path in written:
        if not force and _holds_something(path):
            raise OptionError(f"{files.shown(path)} is there already: name another file, or write over it with --force")


def refuse_to_replace(output: str, read: Iterable[str | Path], option: str = "the output") -> None:
    """Raise OptionError if a file that an `option` has written is one of those that are `read`, by whatever name."""
    for path in read:
        if output != "-" and is_same(path, output):
            raise OptionError(f"expected another file for {option} than {files.shown(output)}, which is read")


def is_same(path: str | Path, other: str) -> bool:
    """True if two names are those of one file, the first perhaps with the number of a game in it."""
    try:
        found = files.place_of(str(path))
        return found is not None and Path(found[0]).samefile(other)
    except (OutflankError, OSError, ValueError):
        return False


def _holds_something(path: Path) -> bool:
    """True for a file of some length; a pipe or a device is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):  # none, or none for us to see: writing it will say what is wrong
        return False
    return stat.S_ISREG(found.st_mode) and found.st_size > 0
