"""Checks on output files: a command never overwrites an input file, or any other file without `--force`.

Reports and pictures may replace older files without `--force`.
"""

import argparse
import stat
from collections.abc import Iterable
from pathlib import Path

from outflank.errors import OptionError, OutflankError
from outflank.formats import files


def add_force(parser: argparse.ArgumentParser) -> None:
    """Add the option `--force`."""
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")


def check_output(output: str, read: Iterable[str | Path], *, force: bool, beside: Iterable[str] = ()) -> None:
    """Raise OptionError if the output is one of the input files in `read`, or a file that is not empty.

    `force` allows the output to overwrite a file that is not an input. `beside` contains the extensions of additional
    files that are written next to the output.
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
    """Raise OptionError if the output is one of the input files in `read`, even under another name.

    `option` describes the output in the error message.
    """
    for path in read:
        if output != "-" and is_same(path, output):
            raise OptionError(f"{option} cannot be {files.shown(output)}, which is an input")


def is_same(path: str | Path, other: str) -> bool:
    """True if both paths refer to the same file. A game number at the end of the first path is ignored."""
    try:
        place = files.place_of(str(path))
        return place is not None and Path(place[0]).samefile(other)
    except (OutflankError, OSError, ValueError):
        return False


def _holds_something(path: Path) -> bool:
    """True if the path is a regular file that is not empty."""
    try:
        status = path.stat()
    except (OSError, ValueError):  # missing or out of reach: writing it will raise the error
        return False
    return stat.S_ISREG(status.st_mode) and status.st_size > 0
