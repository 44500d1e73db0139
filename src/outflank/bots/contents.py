"""The files and folders that a submission consists of: read, told apart and copied here alone, and never by a link.

Whoever handed it in decides what is there: links into ``/proc``, pipes that nobody writes, files of terabytes that are
holes, folders in folders without end. Plain files and folders within bounds are taken, and links that stay within; the
rest is refused by its name.
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
"""Files and folders, folders within each other, and bytes of all files together that a submission may have."""

_AT_ONCE = 1 << 20


@dataclass(frozen=True, slots=True)
class Member:
    """A file, folder or link: where it is within the submission (`.` if it is all of it), its size and its rights.

    `target` is where a link leads, as it is written there; empty for all others.
    """

    inner: Path
    path: Path
    is_folder: bool
    size: int
    mode: int
    target: str = ""


def members(home: Path) -> list[Member]:
    """All of a submission, each folder before what is in it. Raises OptionError for what cannot be taken."""
    top = _stat(Path(), home)
    if stat.S_ISLNK(top.st_mode):  # who names a player may name it by a link; what it leads to is the submission
        home = Path(os.path.realpath(home))
        top = _stat(Path(), home)
    found: list[Member] = []
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
            raise OptionError(f"expected {LARGEST / 1e9:g} GB of files at most, got more with {name}")
        if depth > DEEPEST:
            raise OptionError(f"expected {DEEPEST} folders within each other at most, got more with {name}")
        found.append(Member(inner, path, is_folder, size, its.st_mode, target))
        if is_folder:
            for each in _within(path, name):
                below = inner / each
                waiting.append((below, path / each, _stat(below, path / each), depth + 1))
                if len(found) + len(waiting) > MOST_FILES + 1:
                    raise OptionError(f"expected {MOST_FILES} files and folders at most, got more in {name}")
    return found


def digest(home: Path) -> str:
    """A digest of all files but those with a name that begins with a dot. Raises OptionError."""
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
    """Copy a submission, which must not be there yet. Holes in files stay holes. Raises OptionError and OSError."""
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


def _blocks(member: Member) -> Iterator[bytes]:
    """The content of a file: as many bytes as it had, of what is a file still. Raises OptionError."""
    name = quoted_path(member.inner if member.inner.parts else member.path.name)
    try:
        with open(os.open(member.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:  # noqa: PTH123
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise OptionError(f"{name} is no file any more")
            left = member.size
            while block := file.read(min(_AT_ONCE, left + 1)):
                left -= len(block)
                if left < 0:
                    break
                yield block
            if left:
                raise OptionError(f"{name} was changed while it was read")
    except OSError as error:
        raise OptionError(f"{name} cannot be read: {error.strerror}") from None


def _stat(inner: Path, path: Path) -> os.stat_result:
    try:
        return path.lstat()
    except OSError as error:
        name = quoted_path(inner if inner.parts else path.name)
        raise OptionError(f"{name} cannot be read: {error.strerror}") from None


def _within(path: Path, name: str) -> list[str]:
    """The names in a folder, no more than it takes to see that they are too many."""
    try:
        with os.scandir(path) as entries:
            return [each.name for each in itertools.islice(entries, MOST_FILES + 2)]
    except OSError as error:
        raise OptionError(f"{name} cannot be read: {error.strerror}") from None


def _target(home: Path, path: Path, name: str) -> str:
    """Where a link leads. Raises OptionError if that is not within the submission."""
    leads = Path(os.path.realpath(path))
    if not leads.is_relative_to(os.path.realpath(home)):
        raise OptionError(f"{name} is a link that leads out of its folder")
    with contextlib.suppress(OSError):
        return os.readlink(path) or "."  # noqa: PTH115  as it is written, which a path would change
    raise OptionError(f"{name} cannot be read")
