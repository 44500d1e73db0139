"""The decorators `kernel` and `intrinsic`, and whether what they make has to be compiled."""

import functools
import importlib
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, cast

from outflank.jit import cache, progress
from outflank.jit.groups import GROUP_OF, GROUPS, KERNEL_MODULES
from outflank.jit.interpreted import INTERPRETED, F, interpreted, types_of
from outflank.processes import in_one_go

if TYPE_CHECKING:
    from outflank.jit.compiler import Kernel, Unit

_units: dict[str, "Unit"] = {}  # of each group, the one that takes the next kernel


def kernel(signature: Any) -> Callable[[F], F]:
    """A function compiled with one signature, such as ``"int64(uint64, uint64)"``, that releases the GIL.

    Callable from kernels and from Python, with plain integers in and out. Arguments are converted, not checked.
    """

    def decorate(function: F) -> F:
        if INTERPRETED:
            return interpreted(function, signature)
        module = function.__module__
        group = GROUP_OF.get(module)
        if module.startswith("outflank.") and group is None:
            raise ImportError(f"{module} holds a kernel: add it to GROUPS in jit/groups.py")
        with in_one_go():
            from outflank.jit import compiler
        with compiler.lock, in_one_go():
            made = compiler.Kernel(function, *types_of(signature))
            functools.update_wrapper(cast(Any, made), function)
            if group is None:  # not of this package: nobody would know when its machine code is stale
                made.lower(compiler.Unit(module, lambda _unit: None))
            elif not _restore(made, group):
                progress.plan.begin(module)
                unit = _units.get(group)
                if unit is None or not unit.is_open:
                    unit = _units[group] = compiler.Unit(group, functools.partial(_save, group))
                made.lower(unit)
        return cast(F, made)

    return decorate


def intrinsic(signature: str, emit: Callable[..., Any]) -> Callable[[F], F]:
    """A function for which kernels get the LLVM code that `emit(builder, *arguments)` builds, inlined.

    The function itself says the same in plain Python, and is what Python calls.
    """

    def decorate(function: F) -> F:
        if INTERPRETED:
            return interpreted(function, signature, intrinsic=True)
        from numba import extending

        type_callable: Callable[..., Any] = extending.type_callable
        lower_builtin: Callable[..., Any] = extending.lower_builtin
        kinds, result = types_of(signature)
        typed = functools.wraps(function)(lambda *_kinds: result(*kinds))  # Numba looks at how many arguments it takes
        type_callable(function)(lambda _context: typed)
        lower_builtin(function, *kinds)(lambda _context, builder, _signature, values: emit(builder, *values))
        return function

    return decorate


def warm() -> None:
    """Compile all kernels that are not in the cache yet."""
    for modules in GROUPS.values():
        progress.plan.expect(modules)
        for module in modules:
            importlib.import_module(module)
        finish()


def finish() -> None:
    """Compile now what would be when it is first called, at a time when somebody's clock may be running."""
    for unit in list(_units.values()):
        unit.close()


def is_cold(modules: Iterable[str] = KERNEL_MODULES) -> bool:
    """Whether importing `modules` will have to compile, which takes seconds. Answers without importing Numba."""
    if INTERPRETED:
        return False
    if cache.cache_folder() is None:
        return not all(module in sys.modules for module in modules)
    return not all(cache.is_stored(module) for module in modules)


@functools.cache
def _saved_kernels(group: str) -> dict[str, Any]:
    """The kernels of a group that are in the cache for this processor: what restores each."""
    from outflank.jit import compiler

    found: dict[str, Any] = {}
    for file in cache.stored(group):
        if file.processor != compiler.processor() or (data := cache.load(file)) is None:
            continue
        try:
            library, kernels = compiler.undump(data)
        except Exception:  # whatever a file of the right checksum may hold: better compiled than not started
            cache.forget(file)
            continue
        found.update({name: (library, *parts) for name, parts in kernels.items()})
    return found


def _restore(made: "Kernel", group: str) -> bool:
    saved = _saved_kernels(group).get(made.name)
    if saved is not None:
        made.restore(*saved)
    return saved is not None


def _save(group: str, unit: "Unit") -> None:
    from outflank.jit import compiler

    cache.save(group, [each.name for each in unit.kernels], compiler.processor(), compiler.dump(unit))
    progress.plan.end()
