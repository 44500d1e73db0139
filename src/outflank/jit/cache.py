"""The cache of machine code: files of compiled kernels, in a folder for each group and each state of its sources.

A file holds the machine code of some kernels of a group, after one line that says which. What is there is believed only
if its checksum is right; other processes may be writing, reading and removing files at the same time.
"""

import hashlib
import json
import os
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

import platformdirs

from outflank.files import write_whole
from outflank.jit.groups import GROUP_OF, GROUPS
from outflank.jit.sources import Sources

_KEPT = 4  # folders of a group, so that a few installations and versions can live side by side
_SWITCHES = ("NUMBA_BOUNDSCHECK", "NUMBA_CPU_FEATURES", "NUMBA_CPU_NAME", "NUMBA_DEBUGINFO", "NUMBA_OPT")
_SUFFIX = ".kernels"


class Stored(NamedTuple):
    """A file of the cache: the kernels whose machine code it holds, for which processor, and its checksum."""

    path: Path
    kernels: tuple[str, ...]
    processor: str
    checksum: str


def cache_folder() -> Path | None:
    """Where compiled kernels are kept; None where nothing can be written, and every process compiles for itself.

    The folder lies in the user's cache, or in the one that OUTFLANK_CACHE_DIR names.
    """
    return _writable(Path(os.environ.get("OUTFLANK_CACHE_DIR") or _user_cache(), "kernels"))


def group_folder(group: str) -> Path | None:
    """Where the kernels of a group are kept, as its sources are now; None where nothing can be written."""
    root = cache_folder()
    return None if root is None else _group_folder(root, group)


def stored(group: str) -> list[Stored]:
    """The files of a group that are in the cache."""
    folder = group_folder(group)
    return [] if folder is None else [each for path in sorted(folder.glob(f"*{_SUFFIX}")) if (each := _header(path))]


def is_stored(module: str) -> bool:
    """Whether the cache holds kernels of a module."""
    return any(name.rpartition(".")[0] == module for each in stored(GROUP_OF[module]) for name in each.kernels)


def load(file: Stored) -> bytes | None:
    """The machine code in a file; None, and the file is gone, if it is not what was written."""
    with suppress(OSError):
        data = file.path.read_bytes().partition(b"\n")[2]
        if hashlib.sha256(data).hexdigest() == file.checksum:
            return data
    forget(file)
    return None


def forget(file: Stored) -> None:
    """Remove a file."""
    with suppress(OSError):
        file.path.unlink(missing_ok=True)


def save(group: str, kernels: Sequence[str], processor: str, data: bytes) -> None:
    """Keep the machine code of some kernels, if that can be done."""
    folder = group_folder(group)
    if folder is None:
        return
    header = {"kernels": kernels, "processor": processor, "checksum": hashlib.sha256(data).hexdigest()}
    line = json.dumps(header).encode()
    name = hashlib.sha256(line.rpartition(b'"checksum"')[0]).hexdigest()[:16]  # the same for who compiles the same
    _write(folder / f"{name}{_SUFFIX}", line + b"\n" + data)


def digest(group: str, root: Path | None) -> str:
    """A name for all that a group's machine code is made from, except the processor.

    To find what the kernels are made of takes a tenth of a second; the result is kept at `root` for the next process.
    """
    from importlib.metadata import version

    sources = Sources()
    note = None if root is None else root / f"sources-{sources.raw_digest()}"
    digests: dict[str, str] = {}
    if note is not None:
        with suppress(OSError, ValueError):
            digests = json.loads(note.read_text(encoding="ascii"))
    if digests.keys() != GROUPS.keys():
        digests = {each: sources.digest(modules) for each, modules in GROUPS.items()}
        if note is not None:
            _write(note, json.dumps(digests).encode())
    versions = [sys.version, *(version(name) for name in ("numba", "llvmlite", "numpy"))]
    switches = [os.environ.get(name, "") for name in _SWITCHES]
    return hashlib.sha256("\0".join([digests[group], *versions, *switches]).encode()).hexdigest()[:16]


def prune(root: Path) -> None:
    """Remove all but the most recently used of each group's folders. Another process may be doing the same."""
    used: dict[str, dict[Path, float]] = defaultdict(dict)
    for path in root.iterdir():
        kind, _, name = path.name.rpartition("-")
        if len(name) == 16 and not name.strip("0123456789abcdef") and kind in ("", "sources", *GROUPS):
            with suppress(OSError):
                used[kind][path] = path.stat().st_mtime
    for ages in used.values():
        for path in sorted(ages, key=ages.__getitem__, reverse=True)[_KEPT:]:
            with suppress(OSError):
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def _user_cache() -> Path:
    return platformdirs.user_cache_path("outflank", appauthor=False)


@cache
def _group_folder(root: Path, group: str) -> Path | None:
    folder = root / f"{group}-{digest(group, root)}"
    is_new = not folder.exists()
    if _writable(folder) is None:
        return None
    with suppress(OSError):
        os.utime(folder)
        if is_new:
            prune(root)
    return folder


@cache
def _writable(folder: Path) -> Path | None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return None
    return folder


def _header(path: Path) -> Stored | None:
    try:
        with path.open("rb") as file:
            header = json.loads(file.readline())
        return Stored(path, tuple(header["kernels"]), header["processor"], header["checksum"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(path: Path, data: bytes) -> None:
    """Write a file, or do without it."""
    with suppress(OSError):
        write_whole(path, data)
