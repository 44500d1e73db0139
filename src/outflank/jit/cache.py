"""The machine code cache: files of compiled kernels, with a folder for each group and each version of its sources.

The first line of a file lists its kernels, and their machine code follows. A file is used only if its checksum is
correct, because other processes may be reading, writing and removing files at the same time.
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

_KEPT = 4  # folders kept per group, so that a few installations and versions can coexist
_SWITCHES = ("NUMBA_BOUNDSCHECK", "NUMBA_CPU_FEATURES", "NUMBA_CPU_NAME", "NUMBA_DEBUGINFO", "NUMBA_OPT")
_SUFFIX = ".kernels"


class Stored(NamedTuple):
    """Header of a cache file: the kernels, the target processor, and the checksum of the machine code."""

    path: Path
    kernels: tuple[str, ...]
    processor: str
    checksum: str


def cache_folder() -> Path | None:
    """The folder for compiled kernels, or None if it is not writable. In that case, every process must compile.

    The folder is inside OUTFLANK_CACHE_DIR or, if this is not set, inside the user's cache.
    """
    return _writable(Path(os.environ.get("OUTFLANK_CACHE_DIR") or _user_cache(), "kernels"))


def group_folder(group: str) -> Path | None:
    """The folder for a group's kernels with the current sources, or None if it is not writable."""
    root = cache_folder()
    return None if root is None else _group_folder(root, group)


def stored(group: str) -> list[Stored]:
    """List the cache files of a group."""
    folder = group_folder(group)
    return [] if folder is None else [each for path in sorted(folder.glob(f"*{_SUFFIX}")) if (each := _header(path))]


def is_stored(module: str) -> bool:
    """Return whether the cache contains any kernels of a module."""
    return any(name.rpartition(".")[0] == module for each in stored(GROUP_OF[module]) for name in each.kernels)


def load(file: Stored) -> bytes | None:
    """Read the machine code from a cache file. If the file is damaged, remove it and return None."""
    with suppress(OSError):
        data = file.path.read_bytes().partition(b"\n")[2]
        if hashlib.sha256(data).hexdigest() == file.checksum:
            return data
    forget(file)
    return None


def forget(file: Stored) -> None:
    """Remove a cache file."""
    with suppress(OSError):
        file.path.unlink(missing_ok=True)


def save(group: str, kernels: Sequence[str], processor: str, data: bytes) -> None:
    """Save the machine code of one or more kernels in the cache, if it is writable."""
    folder = group_folder(group)
    if folder is None:
        return
    header = {"kernels": kernels, "processor": processor, "checksum": hashlib.sha256(data).hexdigest()}
    line = json.dumps(header).encode()
    # All processes that compile the same kernels get the same name.
    name = hashlib.sha256(line.rpartition(b'"checksum"')[0]).hexdigest()[:16]
    _write(folder / f"{name}{_SUFFIX}", line + b"\n" + data)


def digest(group: str, root: Path | None) -> str:
    """A digest of everything that affects a group's machine code except the processor.

    Reading the kernels' sources takes a tenth of a second. The result is therefore stored in `root` for later
    processes.
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
    """Remove all except the most recently used folders of each group. Other processes may do the same concurrently."""
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
    """Write a file. Errors are ignored."""
    with suppress(OSError):
        write_whole(path, data)
