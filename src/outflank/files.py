"""Locate the user's data, and write files that appear under their final names only when they are complete."""

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
_COMMENT = re.compile(r"(?<![^\s])//.*|(?<![^\s])[%#;(].*")  # a slash in a comment does not make it a file name
_SUFFIX = ".part"
_TEMPORARY, _IN_USE = "outflank-", ".in-use"  # prefix for names of temporary folders, and name of the lock file in each
_NEW = 1.0  # seconds for which a new temporary folder may not have been locked yet
_PREFIX = 50  # most characters of the file's name in a temporary name, so that it never becomes too long


def data_folder() -> Path:
    """The user's data folder, which contains games, training runs and named players.

    The environment variable OUTFLANK_DATA_DIR can be set to choose a different folder.
    """
    if named := os.environ.get("OUTFLANK_DATA_DIR"):
        return Path(named)
    from platformdirs import user_data_path  # not at the top: few need it

    return user_data_path("outflank", appauthor=False)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file either completely or not at all: see `opened_whole`. Raises OSError."""
    with opened_whole(path) as file:
        file.write(content)


@contextmanager
def opened_whole(path: Path) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces `path` when it has been written completely. Raises OSError.

    A new file gets the default mode, an existing file keeps its mode, and a write-protected file is not replaced. A
    link remains a link, and data for a pipe or device is written directly. After an exception, `path` is unchanged.
    Only a killed process leaves a partial file in the same folder under another name; `remove_parts` deletes it.
    """
    if path.exists() and not path.is_file():  # a pipe or a device; a folder raises an error
        with path.open("wb") as file:
            yield file
        return
    path = Path(os.path.realpath(path))
    if path.is_symlink():  # a link to itself
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    part = path.with_name(f"{path.name[:_PREFIX]}.{os.urandom(4).hex()}{_SUFFIX}")
    part.touch(exist_ok=False)
    try:
        with part.open("wb") as file:
            yield file
        if path.exists():
            path.open("r+b").close()  # fails for a write-protected file
            shutil.copymode(path, part)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def write_new(path: Path, content: bytes) -> None:
    """Write a new file either completely or not at all.

    Raises FileExistsError if it already exists, or another OSError.
    """
    path.touch(exist_ok=False)
    try:
        write_whole(path, content)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


class TemporaryFolder:
    """A folder for temporary files. Use it in a `with` block, or `close` it when you are done.

    While the folder is in use, it contains a locked file, which the system unlocks when the process ends. The next
    process that creates a temporary folder deletes the ones that killed processes left behind. Raises OSError.
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
        """Delete the folder and all its contents."""
        self._lock.release()
        shutil.rmtree(self.path, ignore_errors=True)


def remove_left_folders() -> None:
    """Delete this user's temporary folders that are no longer in use."""
    from filelock import FileLock, Timeout

    for folder in Path(tempfile.gettempdir()).glob(f"{_TEMPORARY}*"):
        with suppress(OSError, Timeout):
            is_own = folder.lstat().st_uid == os.getuid() if hasattr(os, "getuid") else True
            if not is_own or folder.is_symlink() or not (folder / _IN_USE).is_file():
                continue
            lock = FileLock(folder / _IN_USE)
            lock.acquire(blocking=False)
            try:
                if time.time() - folder.stat().st_ctime > _NEW:  # old enough that nobody is about to lock it
                    shutil.rmtree(folder, ignore_errors=True)
            finally:
                lock.release()


def remove_parts(path: Path) -> None:
    """Delete partial versions of a file, which remain if `write_whole` is killed."""
    part = re.compile(rf"{re.escape(path.name[:_PREFIX])}\.\w{{8}}{re.escape(_SUFFIX)}")  # or from older versions
    for found in path.parent.glob(f"*{_SUFFIX}"):
        if part.fullmatch(found.name) and found.is_file():
            found.unlink()


def is_file_name(text: str) -> bool:
    """True if a string looks like a file name because it has an extension or contains a folder."""
    return _FILE_NAME.match(_COMMENT.sub("", text)) is not None
