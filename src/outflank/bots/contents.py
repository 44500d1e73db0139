"""Read, compare and copy the files of a submission without following links out of it. No other module does this.

A submission can contain anything its author likes: links into ``/proc``, pipes without a writer, sparse files that
claim terabytes, endlessly nested folders. Only plain files, folders, and links that stay inside the submission are
accepted, within fixed limits. Anything else is rejected with an error that names it.
"""

import contextlib
import hashlib
import itertools
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from outflank.errors import OptionError, quoted_path

MOST_FILES, DEEPEST, LARGEST = 20_000, 32, 1_000_000_000
"""Limits for a submission: the number of files and folders, the nesting depth, and the total file size in bytes."""

_AT_ONCE = 1 << 20


@dataclass(frozen=True, slots=True)
class Item:
    """A file, folder or link in a submission, with its size and mode.

    `inner` is the path relative to the submission; it is `.` for the submission itself. `target` is the path to which a
    link points; it is empty for files and folders.
    """

    inner: Path
    path: Path
    is_folder: bool
    size: int
    mode: int
    target: str = ""


def members(home: Path) -> list[Item]:
    """List all members of a submission, with each folder before its contents.

    Raises OptionError if one is not allowed.
    """
    top = _stat(Path(), home)
    if stat.S_ISLNK(top.st_mode):  # the player may be given as a link, whose target is the submission
        home = Path(os.path.realpath(home))
        top = _stat(Path(), home)
    found: list[Item] = []
    left = LARGEST
    waiting = [(Path(), home, top, 0)]
    while waiting:
        inner, path, its, depth = waiting.pop()
        name = quoted_path(inner if inner.parts else home.name)
        is_folder, target = stat.S_ISDIR(its.st_mode), ""
        if stat.S_ISLNK(its.st_mode):
            target = _target(home, path, name)
        elif not is_folder and not stat.S_ISREG(its.st_mode):
            raise OptionError(f"{name} is neither a file nor a folder")
        size = its.st_size if stat.S_ISREG(its.st_mode) else 0
        left -= size
        if left < 0:
            raise OptionError(f"expected at most {LARGEST / 1e9:g} GB of files, got more with {name}")
        if depth > DEEPEST:
            raise OptionError(f"expected at most {DEEPEST} nested folders, got more with {name}")
        found.append(Item(inner, path, is_folder, size, its.st_mode, target))
        if is_folder:
            for each in _within(path, name):
                below = inner / each
                waiting.append((below, path / each, _stat(below, path / each), depth + 1))
                if len(found) + len(waiting) > MOST_FILES + 1:
                    raise OptionError(f"expected at most {MOST_FILES} files and folders, got more in {name}")
    return found


def digest(home: Path) -> str:
    """Compute a digest of all files except hidden ones, whose names start with a dot. Raises OptionError."""
    found = hashlib.sha256()
    for each in sorted(members(home), key=lambda each: each.inner):
        if each.is_folder or any(part.startswith((".", "__pycache__")) for part in each.inner.parts):
            continue
        about = f"-> {each.target}" if each.target else str(each.size)
        found.update(f"{each.inner}\0{about}\0".encode(errors="surrogateescape"))
        if not each.target:
            for block in _blocks(each):
                found.update(block)
    return found.hexdigest()


def copy(home: Path, to: Path) -> None:
    """Copy a submission to a new path, without filling in sparse files. Raises OptionError or OSError."""
    for each in members(home):
        place = to / each.inner
        if each.target:
            place.symlink_to(each.target)
        elif each.is_folder:
            place.mkdir()
        else:
            with place.open("xb") as file:
                for block in _blocks(each):
                    if block.count(0) == len(block):
                        file.seek(len(block), os.SEEK_CUR)
                    else:
                        file.write(block)
                file.truncate(each.size)
            place.chmod(stat.S_IMODE(each.mode) & 0o777)


def _blocks(item: Item) -> Iterator[bytes]:
    """Yield the contents of a file in blocks. Raises OptionError if the file has changed or has been replaced."""
    name = quoted_path(item.inner if item.inner.parts else item.path.name)
    try:
        with open(os.open(item.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:  # noqa: PTH123
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise OptionError(f"{name} is no longer a file")
            left = item.size
            while block := file.read(min(_AT_ONCE, left + 1)):
                left -= len(block)
                if left < 0:
                    break
                yield block
            if left:
                raise OptionError(f"{name} changed while it was being read")
    except OSError as error:
        raise OptionError(f"{name} cannot be read: {error.strerror}") from None


def _stat(inner: Path, path: Path) -> os.stat_result:
    try:
        return path.lstat()
    except OSError as error:
        name = quoted_path(inner if inner.parts else path.name)
        raise OptionError(f"{name} cannot be read: {error.strerror}") from None


def _within(path: Path, name: str) -> list[str]:
    """List the names in a folder, but stop reading once there are more of them than a submission may contain."""
    try:
        with os.scandir(path) as entries:
            return [each.name for each in itertools.islice(entries, MOST_FILES + 2)]
    except OSError as error:
        raise OptionError(f"{name} cannot be read: {error.strerror}") from None


def _target(home: Path, path: Path, name: str) -> str:
    """Read the target of a link. Raises OptionError if it is outside the submission."""
    leads = Path(os.path.realpath(path))
    if not leads.is_relative_to(os.path.realpath(home)):
        raise OptionError(f"{name} is a link that leads out of its folder")
    with contextlib.suppress(OSError):
        return os.readlink(path) or "."  # noqa: PTH115  exactly as written, which a Path would change
    raise OptionError(f"{name} cannot be read")
