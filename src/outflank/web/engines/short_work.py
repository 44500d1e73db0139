"""Read, replay and look up for pages, beside the event loop and within bounds of time.

Text that anybody may have written is read in processes, where it holds up nobody and can be ended; what asks the
database, or plays a few moves, is done in threads. A page that has used up its time waits for its next turn;
where several wait, their addresses take turns.
"""

import asyncio
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar

from outflank.web.engines import jobs
from outflank.web.engines.pool import Pool
from outflank.web.shares import Turns
from outflank.web.wire import MessageError

LONGEST = 5.0
"""Seconds that one text may take."""

_LONGEST_START = 60.0  # seconds until a process has begun with a text, as it may have to start

BURST, RATE = 10.0, 0.25
"""Seconds of work that a page has at once, and how many more it gets each second."""

_THREADS = Turns(4)

P = ParamSpec("P")
T = TypeVar("T")


class PageBudget:
    """The seconds of work that a page may still ask for at once; below zero it has to wait."""

    def __init__(self, now: Callable[[], float] = time.monotonic):
        self._now = now
        self._seconds, self._counted_at = BURST, now()

    @property
    def wait_seconds(self) -> float:
        """The seconds to wait until something may begin."""
        self._grow()
        return max(0.0, -self._seconds / RATE)

    def charge(self, seconds: float) -> None:
        """Something took so long."""
        self._grow()
        self._seconds -= seconds

    def _grow(self) -> None:
        now = self._now()
        self._seconds = min(BURST, self._seconds + RATE * (now - self._counted_at))
        self._counted_at = now

    async def wait(self) -> None:
        """Return when something may begin."""
        while (seconds := self.wait_seconds) > 0:
            await asyncio.sleep(seconds)


BUDGET: ContextVar[PageBudget | None] = ContextVar("budget", default=None)
"""That of the page whose message is being answered."""


def _charge(seconds: float) -> None:
    budget = BUDGET.get()
    if budget is not None:
        budget.charge(seconds)


async def beside(do: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """The result of a function, in a thread; the processor's time that it takes is the page's."""
    spent = 0.0

    def timed() -> T:
        nonlocal spent
        began = time.thread_time()
        try:
            return do(*arguments, **named)
        finally:
            spent = time.thread_time() - began

    async with _THREADS:
        try:
            return await asyncio.to_thread(timed)
        finally:
            _charge(spent)


class Desk:
    """The processes in which text is read, replayed and written, `size` of them."""

    def __init__(self, size: int = 2, longest: float = LONGEST):
        self.pool, self._longest = Pool(size, nice=5), longest
        self._free = Turns(size)

    async def answer(self, function: Callable[..., dict[str, Any]], *arguments: Any) -> str:
        """The answer that a function gives, as text in JSON. Raises OutflankError, also if it takes too long."""
        async with self._free:
            try:
                async with asyncio.timeout(_LONGEST_START) as limit:

                    def hear(_ready: Any) -> None:
                        if not limit.expired():
                            limit.reschedule(asyncio.get_running_loop().time() + self._longest)

                    text, spent = await self.pool.run(jobs.as_json, function, *arguments, hear=hear, is_counted=False)
                    _charge(spent)
                    return text
            except TimeoutError:
                _charge(self._longest)
                raise MessageError("slow", "this takes too long to read; take less of it at once") from None

    async def close(self) -> None:
        """End the processes."""
        await self.pool.close()
