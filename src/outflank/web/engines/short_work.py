"""Short, time-limited tasks that run outside the event loop, such as parsing, replaying games and querying databases.

Pasted text is parsed in processes, because these can be killed and do not block other work. Database queries and
replays of single games run in threads. Each page has a time budget and must wait once it is used up. When tasks queue,
the network addresses take turns.
"""

import asyncio
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar

from outflank.web.engines import jobs
from outflank.web.engines.pool import Pool
from outflank.web.engines.threads import in_thread
from outflank.web.shares import Turns
from outflank.web.wire import MessageError

LONGEST = 5.0
"""Maximum number of seconds for one task in a process."""

_LONGEST_START = 60.0  # seconds until a process starts on a task, including the start of the process itself

BURST, RATE = 10.0, 0.25
"""The time budget of a page: its maximum in seconds, and the number of seconds that it regains per second."""

_THREADS = Turns(4)

P = ParamSpec("P")
T = TypeVar("T")


class PageBudget:
    """The seconds of processing time that a page has left. The page must wait while this number is negative."""

    def __init__(self, now: Callable[[], float] = time.monotonic):
        self._now = now
        self._seconds, self._counted_at = BURST, now()

    @property
    def wait_seconds(self) -> float:
        """Number of seconds until the page may start more work."""
        self._grow()
        return max(0.0, -self._seconds / RATE)

    def charge(self, seconds: float) -> None:
        """Subtract the time that a task took."""
        self._grow()
        self._seconds -= seconds

    def _grow(self) -> None:
        now = self._now()
        self._seconds = min(BURST, self._seconds + RATE * (now - self._counted_at))
        self._counted_at = now

    async def wait(self) -> None:
        """Wait until the page may start more work."""
        while (seconds := self.wait_seconds) > 0:
            await asyncio.sleep(seconds)


BUDGET: ContextVar[PageBudget | None] = ContextVar("budget", default=None)
"""The budget of the page whose message is being handled."""


def _charge(seconds: float) -> None:
    budget = BUDGET.get()
    if budget is not None:
        budget.charge(seconds)


async def beside(do: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """Run a function in a thread, and charge its processor time to the page's budget."""
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
            return await in_thread(timed)
        finally:
            _charge(spent)


class Desk:
    """A group of `size` processes that parse, replay and write games."""

    def __init__(self, size: int = 2, longest: float = LONGEST):
        self.pool, self._longest = Pool(size, nice=5), longest
        self._free = Turns(size)

    async def answer(self, function: Callable[..., dict[str, Any]], *arguments: Any) -> str:
        """Call a function in a process, and return its result as JSON text.

        Raises OutflankError if the function raises it or takes too long.
        """
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
                raise MessageError("slow", "this takes too long to read; try a shorter text") from None

    async def close(self) -> None:
        """Terminate the processes."""
        await self.pool.close()
