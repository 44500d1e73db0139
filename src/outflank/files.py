"""Where the user's own files are, and files that appear under their name, or change, only when they are whole."""

import errno
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

_FILE_NAME = re.compile(r"[^\n]*(?:[\\/]|\.(?![A-Ja-j][0-9]{1,2}$)[A-Za-z]\w{0,9}$)")
_COMMENT = re.compile(r"(?<![^\s])//.*|(?<![^\s])[%#;(].*")  # in which a slash names no file
_SUFFIX = ".part"
_TEMPORARY, _IN_USE = "outflank-", ".in-use"  # what temporary folders are called, and the lock in each
_NEW = 1.0  # seconds in which a temporary folder may have no lock yet
_PREFIX = 50  # characters of the name that a part begins with, so that its own is never too long


def data_folder() -> Path:
    """Where games, training runs and the names of players are kept: the user's own place for data.

    It is the folder that OUTFLANK_DATA_DIR names, if that is set.
    """
    if named := os.environ.get("OUTFLANK_DATA_DIR"):
        return Path(named)
    from platformdirs import user_data_path  # here, because few need it

    return user_data_path("outflank", appauthor=False)


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


class TemporaryFolder:
    """A folder for files that are needed for a while. Use within `with`, or `close` it.

    What a process left behind that was killed, the next one to make such a folder removes: as long as somebody uses a
    folder, a lock in it is held, which the system lets go of with the process. Raises OSError.
    """

    def __init__(self) -> None:
        from filelock import FileLock

        remove_left_folders()
        self.path = Path(tempfile.mkdtemp(prefix=_TEMPORARY))
        self._lock = FileLock(self.path / _IN_USE)
        self._lock.acquire()

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Remove the folder and all that is in it."""
        self._lock.release()
        shutil.rmtree(self.path, ignore_errors=True)


def remove_left_folders() -> None:
    """Remove the temporary folders of this user that nobody uses any more."""
    from filelock import FileLock, Timeout

    for folder in Path(tempfile.gettempdir()).glob(f"{_TEMPORARY}*"):
        with suppress(OSError, Timeout):
            is_own = folder.lstat().st_uid == os.getuid() if hasattr(os, "getuid") else True
            if not is_own or folder.is_symlink() or not (folder / _IN_USE).is_file():
                continue
            lock = FileLock(folder / _IN_USE)
            lock.acquire(blocking=False)
            try:
                if time.time() - folder.stat().st_ctime > _NEW:  # nobody is about to lock it
                    shutil.rmtree(folder, ignore_errors=True)
            finally:
                lock.release()


def remove_parts(path: Path) -> None:
    """Remove what `write_whole` left of a file because it was killed."""
    part = re.compile(rf"{re.escape(path.name[:_PREFIX])}\.\w{{8}}{re.escape(_SUFFIX)}")  # of older versions too
    for found in path.parent.glob(f"*{_SUFFIX}"):
        if part.fullmatch(found.name) and found.is_file():
            found.unlink()


def is_file_name(text: str) -> bool:
    """True if a text looks like the name of a file: by an extension, or a folder in it."""
    return _FILE_NAME.match(_COMMENT.sub("", text)) is not None
