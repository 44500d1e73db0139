"""The decorators `kernel` and `intrinsic`, and control over when kernels are compiled."""

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

_units: dict[str, "Unit"] = {}  # for each group, the unit to which the next kernel is added


def kernel(signature: Any) -> Callable[[F], F]:
    """Compile a function with a fixed signature, such as ``"int64(uint64, uint64)"``. The function releases the GIL.

    Kernels and Python code can both call it, and pass and receive plain integers. Arguments are converted without
    checks.
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
            if group is None:  # outside this package, there is no way to tell that cached machine code is stale
                made.lower(compiler.Unit(module, lambda _unit: None))
            elif not _restore(made, group):
                progress.plan.begin(module)
                unit = _units.get(group)
                if unit is None or not unit.is_open:
                    unit = _units[group] = compiler.Unit(group, functools.partial(_save, group))
                made.lower(unit)
        return cast(F, made)

    return decorate


def intrinsic(signature: Any, emit: Callable[..., Any], *others: tuple[Any, Callable[..., Any]]) -> Callable[[F], F]:
    """Replace calls from kernels with inlined LLVM code, which `emit(builder, *arguments)` generates.

    The decorated function must do the same in plain Python. Calls from Python run it directly. With `others`, pairs of
    a signature and a function that emits code, it also accepts arguments of other types, such as vectors. Arguments
    that are numbers are converted without checks.
    """

    def decorate(function: F) -> F:
        if INTERPRETED:
            return interpreted(function, signature, intrinsic=True)
        from numba import extending, types

        type_callable: Callable[..., Any] = extending.type_callable
        lower_builtin: Callable[..., Any] = extending.lower_builtin
        versions = [(*types_of(each), how) for each, how in ((signature, emit), *others)]

        @functools.wraps(function)  # Numba counts its parameters
        def typed(*arguments: Any) -> Any:
            for kinds, result, _ in versions:
                pairs = list(zip(kinds, arguments, strict=True))
                if all(kind == each or isinstance(kind, types.Number) == isinstance(each, types.Number | types.Boolean)
                       for kind, each in pairs):  # fmt: skip
                    return result(*kinds)
            return None

        type_callable(function)(lambda _context: typed)
        for kinds, _, how in versions:
            lower_builtin(function, *kinds)(
                lambda _context, builder, _signature, values, how=how: how(builder, *values)
            )
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
    """Compile pending kernels now. Otherwise, their first call would do so, perhaps while a clock is running."""
    for unit in list(_units.values()):
        unit.close()


def is_cold(modules: Iterable[str] = KERNEL_MODULES) -> bool:
    """Return whether importing `modules` requires compilation, which takes seconds. Does not import Numba."""
    if INTERPRETED:
        return False
    if cache.cache_folder() is None:
        return not all(module in sys.modules for module in modules)
    return not all(cache.is_stored(module) for module in modules)


@functools.cache
def _saved_kernels(group: str) -> dict[str, Any]:
    """Load all cached kernels of a group for this processor, along with the arguments of `Kernel.restore`."""
    from outflank.jit import compiler

    found: dict[str, Any] = {}
    for file in cache.stored(group):
        if file.processor != compiler.processor() or (data := cache.load(file)) is None:
            continue
        try:
            library, kernels = compiler.undump(data)
        except Exception:  # a file with a valid checksum may still fail to load; compile instead of crashing
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
