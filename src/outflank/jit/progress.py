"""Progress of compilation, for users who are waiting: modules compiled, modules in total, and time left.

The modules to compile are those that the current imports will reach. They are determined by reading the sources,
without importing anything. The time is estimated from the relative costs of the modules (`groups.GROUPS`) and the speed
so far.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

from outflank.jit.cache import is_stored
from outflank.jit.groups import GROUPS, KERNEL_MODULES
from outflank.jit.sources import Sources
from outflank.text import Text

_COSTS = {module: cost for modules in GROUPS.values() for module, cost in modules.items()}
_TRANSLATION = 0.25  # fraction of the total time that LLVM takes to translate a unit


@dataclass(frozen=True, slots=True)
class CompileProgress:
    """The module being compiled, the number of modules done and in total, and the estimated seconds left."""

    module: str
    done: int
    total: int
    seconds_left: float

    def __str__(self) -> str:
        left = max(round(self.seconds_left), 1)
        return Text(
            "compiling for this processor, once: {number} of {total}, about {seconds} s left",
            number=self.done + 1,
            total=self.total,
            seconds=left,
        )

    @property
    def is_over(self) -> bool:
        """True when everything has been compiled."""
        return self.done == self.total


Watch = Callable[[CompileProgress], object]


class CompilePlan:
    """The modules that need to be compiled, and the kernels whose compilation has started."""

    def __init__(self) -> None:
        self.watch: Watch | None = None
        self._modules: set[str] = set()
        self._kernels: Counter[str] = Counter()  # number of kernels started, by module
        self._began = 0.0

    def expect(self, modules: Iterable[str]) -> None:
        """Add modules that will be imported. Modules in the cache are ignored."""
        self._modules.update(module for module in modules if not is_stored(module))

    def begin(self, module: str) -> None:
        """Report that the next kernel of a module is about to be compiled."""
        watch = self.watch  # another thread may replace it
        if watch is None:
            return
        if module not in self._modules:
            self.expect(_coming(_importing()))
            self._modules.add(module)
        self._began = self._began or time.perf_counter()
        total = sum(_COSTS[each] for each in self._modules)
        spent = sum(_COSTS[each] * min(n / _sources().n_kernels(each), 1) for each, n in self._kernels.items())
        # Start from the estimates in GROUPS, as if two seconds had already been spent at their pace.
        pace = (time.perf_counter() - self._began + 2) / (spent + 2)
        self._kernels[module] += 1
        seconds_left = pace * (total / (1 - _TRANSLATION) - spent)
        watch(CompileProgress(module, len(self._kernels) - 1, len(self._modules), seconds_left))

    def end(self) -> None:
        """Report that compilation is complete, unless more modules are expected."""
        watch = self.watch
        if watch is None or not self._kernels or (_importing() and not self._modules <= self._kernels.keys()):
            return
        n = len(self._modules)
        self._modules, self._kernels, self._began = set(), Counter(), 0.0
        watch(CompileProgress("", n, n, 0.0))


plan = CompilePlan()
"""The compilation plan of this process."""


@contextmanager
def watching(callback: Watch) -> Iterator[None]:
    """Context manager that calls `callback` when compilation of a module starts and when everything has been compiled.

    If several `with` blocks are nested, only the innermost callback is called.
    """
    before, plan.watch = plan.watch, callback
    try:
        yield
    finally:
        plan.watch = before


def in_words(say: Callable[[str], object]) -> Watch:
    """Create a callback that passes progress messages to `say`. At the end, it sends no message."""

    def watch(progress: CompileProgress) -> None:
        if not progress.is_over:
            say(str(progress))

    return watch


@cache
def _sources() -> Sources:
    return Sources()


def _importing() -> list[str]:
    """The modules of this package that are currently being imported."""
    return [
        name
        for name, module in list(sys.modules.items())
        if name.startswith("outflank") and getattr(getattr(module, "__spec__", None), "_initializing", False)
    ]


def _coming(importing: Iterable[str]) -> list[str]:
    """The modules with kernels that the current imports will reach."""
    found = _sources().imports(importing)
    return [module for module in KERNEL_MODULES if module in found]
