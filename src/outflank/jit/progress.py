"""How far compiling has come, for whoever waits: modules done, modules to do, and about how long it still takes.

What is to do is worked out from the imports that are under way, without following them. The time left comes from what
modules cost in comparison (`groups.GROUPS`) and the pace so far.
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
_TRANSLATION = 0.25  # of all the time, what LLVM takes for a unit when its kernels are there


@dataclass(frozen=True, slots=True)
class CompileProgress:
    """Which module is being compiled, how many are done of how many, and about how many seconds are left."""

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
        """Whether there is nothing more to compile."""
        return self.done == self.total


Watch = Callable[[CompileProgress], object]


class CompilePlan:
    """What is to be compiled, and what has been done of it."""

    def __init__(self) -> None:
        self.watch: Watch | None = None
        self._modules: set[str] = set()
        self._kernels: Counter[str] = Counter()  # of each module those that have begun
        self._began = 0.0

    def expect(self, modules: Iterable[str]) -> None:
        """Count on modules that are going to be imported."""
        self._modules.update(module for module in modules if not is_stored(module))

    def begin(self, module: str) -> None:
        """The next kernel of a module is going to be compiled."""
        watch = self.watch  # which another thread may take away
        if watch is None:
            return
        if module not in self._modules:
            self.expect(_coming(_importing()))
            self._modules.add(module)
        self._began = self._began or time.perf_counter()
        total = sum(_COSTS[each] for each in self._modules)
        spent = sum(_COSTS[each] * min(n / _sources().n_kernels(each), 1) for each, n in self._kernels.items())
        # As stated, until there is something to go by: as if two seconds had gone by at that pace before.
        pace = (time.perf_counter() - self._began + 2) / (spent + 2)
        self._kernels[module] += 1
        seconds_left = pace * (total / (1 - _TRANSLATION) - spent)
        watch(CompileProgress(module, len(self._kernels) - 1, len(self._modules), seconds_left))

    def end(self) -> None:
        """What had begun is machine code now."""
        watch = self.watch
        if watch is None or not self._kernels or (_importing() and not self._modules <= self._kernels.keys()):
            return
        n = len(self._modules)
        self._modules, self._kernels, self._began = set(), Counter(), 0.0
        watch(CompileProgress("", n, n, 0.0))


plan = CompilePlan()
"""That of this process."""


@contextmanager
def watching(callback: Watch) -> Iterator[None]:
    """Let `callback` alone be told within this each time that something is about to be compiled, and when all is done.

    Of several, one within the other, that is the innermost.
    """
    before, plan.watch = plan.watch, callback
    try:
        yield
    finally:
        plan.watch = before


def in_words(say: Callable[[str], object]) -> Watch:
    """A watch that says how far things are, and nothing once they are done."""

    def told(progress: CompileProgress) -> None:
        if not progress.is_over:
            say(str(progress))

    return told


@cache
def _sources() -> Sources:
    return Sources()


def _importing() -> list[str]:
    """The modules of the package that are being imported."""
    return [
        name
        for name, module in list(sys.modules.items())
        if name.startswith("outflank") and getattr(getattr(module, "__spec__", None), "_initializing", False)
    ]


def _coming(importing: Iterable[str]) -> list[str]:
    """The modules of kernels that imports will get to."""
    found = _sources().imports(importing)
    return [module for module in KERNEL_MODULES if module in found]
