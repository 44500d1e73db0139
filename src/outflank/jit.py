"""Python as fast as C++: the decorators of compiled functions, and the cache of their machine code.

A module of kernels is compiled by Numba for the processor at hand when it is first imported, and loaded from the cache
ever after. Numba alone would not notice that a function *called* by a kernel has changed, so the cache folder is named
by a digest of all sources that kernels are made of.

With NUMBA_DISABLE_JIT=1 nothing is compiled: kernels run as the Python they are written in, on NumPy's integers, for
debuggers, coverage and tests.

Importing this module imports neither Numba nor NumPy.
"""

import functools
import hashlib
import importlib
import os
import pickle
import re
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import platformdirs

KERNEL_MODULES = (
    "outflank.board.symmetry",
    "outflank.board.perft",
    "outflank.board.stability",
    "outflank.board.parity",
    "outflank.board.mobility",
    "outflank.evaluation.evaluate",
    "outflank.search.score",
    "outflank.search.table",
    "outflank.search.ordering",
    "outflank.search.endgame",
    "outflank.search.probcut",
    "outflank.search.shallow",
    "outflank.search.midgame",
    "outflank.training.selfplay",
    "outflank.training.labels",
    "outflank.training.match",
    "outflank.training.fit",
    "outflank.training.verify",
    "outflank.tribolo.compiled.moves",
    "outflank.tribolo.compiled.evaluate",
    "outflank.tribolo.compiled.search",
)
"""The modules that hold kernels. Everything in their folders goes into the cache's digest."""

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""Whether kernels run as plain Python."""

on_compile: Callable[[str], object] | None = None
"""For interfaces to set: told the name of a module before its kernels are compiled because the cache lacks them."""

_PACKAGE = Path(__file__).parent
_FOLDERS_KEPT = 4  # of the cache, so that a few installations and versions can live side by side
_SWITCHES = ("NUMBA_BOUNDSCHECK", "NUMBA_CPU_FEATURES", "NUMBA_CPU_NAME", "NUMBA_DEBUGINFO", "NUMBA_OPT")

F = TypeVar("F", bound=Callable[..., Any])

# --- the decorators -----------------------------------------------------------------------------------------------


def kernel(signature: Any) -> Callable[[F], F]:
    """A function compiled at once with one signature, such as ``"int64(uint64, uint64)"``, that releases the GIL.

    Callable from kernels and from Python, with plain integers in and out. Arguments are converted, not checked.
    A kernel that calls itself must not do so with literals: Numba looks for a version of it that takes those, and the
    process ends when that is to be loaded from the cache.
    """

    def decorate(function: F) -> F:
        if INTERPRETED:
            return _interpreted(function, signature)
        module = function.__module__
        if module.startswith("outflank.") and module not in KERNEL_MODULES:
            raise ImportError(f"{module} holds a kernel: add it to KERNEL_MODULES in jit.py")
        import numba

        compiler: Callable[..., Any] = functools.partial(numba.njit, signature, nogil=True, error_model="numpy")
        folder = cache_folder()
        if on_compile is not None and (folder is None or not _is_compiled(module, folder)):
            on_compile(module)
        if folder is not None:
            try:
                with _numba_caching_in(folder):
                    return cast(F, compiler(cache=True)(function))
            except (OSError, EOFError, pickle.PickleError):  # a full disk, a file cut short: start afresh next time
                shutil.rmtree(folder, ignore_errors=True)
        return cast(F, compiler()(function))

    return decorate


def intrinsic(signature: str, emit: Callable[..., Any]) -> Callable[[F], F]:
    """A function for which kernels get the LLVM code that `emit(builder, *arguments)` builds, inlined.

    The function itself says the same in plain Python, and is what Python calls.
    """

    def decorate(function: F) -> F:
        if INTERPRETED:
            return _interpreted(function, signature, intrinsic=True)
        from numba import extending

        type_callable: Callable[..., Any] = extending.type_callable
        lower_builtin: Callable[..., Any] = extending.lower_builtin
        kinds, result = _types(signature)
        typed = functools.wraps(function)(lambda *_kinds: result(*kinds))  # Numba looks at how many arguments it takes
        type_callable(function)(lambda _context: typed)
        lower_builtin(function, *kinds)(lambda _context, builder, _signature, values: emit(builder, *values))
        return function

    return decorate


def _types(signature: str) -> tuple[tuple[Any, ...], Any]:
    """The Numba types of a signature: of the arguments, and of the result."""
    from numba.core import sigutils

    normalize: Callable[..., Any] = sigutils.normalize_signature
    kinds, result = normalize(signature)
    return kinds, result


class _State(threading.local):
    in_kernel = False


_state = _State()


def _interpreted(function: F, signature: str, *, intrinsic: bool = False) -> F:
    """`function` as it is, with what compiled code would do to its arguments and its result.

    In a kernel every number is NumPy's, of the type that the signature says, and wraps round in silence. An intrinsic
    is written for plain numbers, and those are what Python gets.
    """
    import numpy as np

    kinds, result = _types(signature)
    converters, result_of = [_plain if intrinsic else _converter(kind) for kind in kinds], _converter(result)

    @functools.wraps(function)
    def call(*values: Any) -> Any:
        called_from_kernel = _state.in_kernel
        _state.in_kernel = not intrinsic
        try:
            with np.errstate(all="ignore"):
                value = function(*(convert(value) for convert, value in zip(converters, values, strict=True)))
        finally:
            _state.in_kernel = called_from_kernel
        return result_of(value) if called_from_kernel else _plain(value)

    return cast(F, call)


def _converter(kind: Any) -> Callable[[Any], Any]:
    """What turns a value into NumPy's number, or tuple of numbers, of a Numba type; all else is left as it is."""
    import numba
    import numpy as np

    types: Any = numba.types
    if isinstance(kind, types.BaseTuple):
        converters = [_converter(each) for each in kind]
        return lambda values: tuple(convert(value) for convert, value in zip(converters, values, strict=True))
    return np.dtype(str(kind)).type if isinstance(kind, types.Number | types.Boolean) else lambda value: value


def _plain(value: Any) -> Any:
    """`value` with Python's numbers in the place of NumPy's."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    import numpy as np

    return value.item() if isinstance(value, np.number | np.bool_) else value


@contextmanager
def _numba_caching_in(folder: Path) -> Iterator[None]:
    """Point Numba's cache to `folder` for one decoration, which is when it looks; other code keeps its own place."""
    from numba import config
    from numba.core.compiler_lock import global_compiler_lock

    settings = {"CACHE_DIR": str(folder), "CACHE_LOCATOR_CLASSES": ""}
    with global_compiler_lock:
        kept = {name: getattr(config, name, "") for name in settings}
        vars(config).update(settings)
        try:
            yield
        finally:
            vars(config).update(kept)


# --- the cache ----------------------------------------------------------------------------------------------------


def warm(progress: Callable[[str], object] = lambda _module: None) -> None:
    """Compile all kernels that are not in the cache yet, calling `progress` with the name of each module before it."""
    for module in KERNEL_MODULES:
        progress(module)
        importlib.import_module(module)


def is_cold(modules: Iterable[str] = KERNEL_MODULES) -> bool:
    """Whether importing `modules` will have to compile, which takes seconds. Answers without importing Numba."""
    if INTERPRETED:
        return False
    folder = cache_folder()
    if folder is None:
        return not all(module in sys.modules for module in modules)
    return not all(_is_compiled(module, folder) for module in modules)


def _is_compiled(module: str, folder: Path) -> bool:
    *_, package, name = module.split(".")
    return any(folder.glob(f"{package}_*/{name}.*.nbi"))  # the names of Numba's index files


@functools.cache
def cache_folder() -> Path | None:
    """Where compiled kernels are kept; None where nothing can be written, and every process compiles for itself.

    The folder lies in the user's cache, or in the one that OUTFLANK_CACHE_DIR names.
    """
    root = os.environ.get("OUTFLANK_CACHE_DIR") or platformdirs.user_cache_path("outflank", appauthor=False)
    folder = Path(root, "kernels", digest(_PACKAGE))
    try:
        is_new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
        os.utime(folder)
    except OSError:
        return None
    if is_new:
        prune(folder.parent)
    return folder


def digest(package: Path) -> str:
    """A name for all that machine code is made from, except the processor, which Numba tells apart itself."""
    from importlib.metadata import version

    folders = sorted({"/".join(module.split(".")[1:-1]) for module in KERNEL_MODULES})
    sources = [package / "jit.py", *sorted(path for folder in folders for path in (package / folder).rglob("*.py"))]
    state = hashlib.sha256()
    for source in sources:
        state.update(f"{source}\0".encode())
        state.update(source.read_bytes())
    versions = [sys.version, version("numba"), version("llvmlite")]
    switches = [os.environ.get(name, "") for name in _SWITCHES]
    state.update("\0".join(versions + switches).encode())
    return state.hexdigest()[:16]


def prune(root: Path) -> None:
    """Remove all but the most recently used folders of the cache. Another process may be doing the same."""
    used = {}
    for folder in root.iterdir():
        if re.fullmatch(r"[0-9a-f]{16}", folder.name):
            with suppress(OSError):
                used[folder] = folder.stat().st_mtime
    for folder in sorted(used, key=used.__getitem__, reverse=True)[_FOLDERS_KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)
