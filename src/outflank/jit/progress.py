"""Compilation progress to show to waiting users: modules done, modules in total, and estimated seconds left.

The modules to compile are those that the imports in progress will reach; they are found by reading the sources without
importing them. The estimate combines the relative costs of modules (`groups.GROUPS`) with the pace so far.
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
    """The module that is being compiled, the modules done and in total, and the approximate seconds left."""

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
        """True once everything is compiled."""
        return self.done == self.total


Watch = Callable[[CompileProgress], object]


class CompilePlan:
    """The modules to compile, and the kernels started so far."""

    def __init__(self) -> None:
        self.watch: Watch | None = None
        self._modules: set[str] = set()
        self._kernels: Counter[str] = Counter()  # number of kernels started, by module
        self._began = 0.0

    def expect(self, modules: Iterable[str]) -> None:
        """Expect `modules` to be imported; modules in the cache do not count."""
        self._modules.update(module for module in modules if not is_stored(module))

    def begin(self, module: str) -> None:
        """Report that compilation of a module's next kernel is starting."""
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
        """Report that all pending kernels are compiled, unless more are still to come."""
        watch = self.watch
        if watch is None or not self._kernels or (_importing() and not self._modules <= self._kernels.keys()):
            return
        n = len(self._modules)
        self._modules, self._kernels, self._began = set(), Counter(), 0.0
        watch(CompileProgress("", n, n, 0.0))


plan = CompilePlan()
"""The compilation plan for this process."""


@contextmanager
def watching(callback: Watch) -> Iterator[None]:
    """Inside the `with` block, call `callback` when a module starts to compile and when all are done.

    If blocks are nested, only the innermost callback is called.
    """
    before, plan.watch = plan.watch, callback
    try:
        yield
    finally:
        plan.watch = before


def in_words(say: Callable[[str], object]) -> Watch:
    """Make a callback that passes progress to `say` in words, and stays silent when everything is done."""

    def watch(progress: CompileProgress) -> None:
        if not progress.is_over:
            say(str(progress))

    return watch


@cache
def _sources() -> Sources:
    return Sources()


def _importing() -> list[str]:
    """The modules of this package whose import is in progress."""
    return [
        name
        for name, module in list(sys.modules.items())
        if name.startswith("outflank") and getattr(getattr(module, "__spec__", None), "_initializing", False)
    ]


def _coming(importing: Iterable[str]) -> list[str]:
    """The kernel modules that the imports in progress will reach."""
    found = _sources().imports(importing)
    return [module for module in KERNEL_MODULES if module in found]
