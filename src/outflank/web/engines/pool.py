"""Pools of worker processes, and compilation of the engine in one of them.

Cancelling the task that awaits a job stops the job. Processes start when they are first needed.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

from outflank.characters import stands_for
from outflank.engine.engine import Engine
from outflank.errors import OutflankError
from outflank.text import Text
from outflank.web import logs
from outflank.web.engines import jobs
from outflank.web.engines.jobs import Notice
from outflank.web.engines.process import settle_in
from outflank.web.shares import Turns
from outflank.workers import NotStartedError, ProcessPool, Watch

GRACE = 0.08
"""Default time in seconds that a job gets to stop before its process is killed."""

ENGINE = "engine"

T = TypeVar("T")
Hear = Callable[[Any], object]
"""A function that receives a job's reports on the event loop: a `Notice`, a `Ready`, or the job's own data."""


def needs_engine(player: str) -> bool:
    """True if a player is the compiled engine, or a character that the engine plays."""
    return stands_for(player).partition(":")[0] == ENGINE


class _JobWatch(Watch):
    """A bridge that passes a job's reports to the event loop. If the job's process exits, the job fails."""

    def __init__(self, hear: Hear):
        self._loop, self._hear = asyncio.get_running_loop(), hear
        self.is_over = False
        """True once nobody is waiting for the job."""

    def hear(self, message: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._pass_on, message)

    def _pass_on(self, message: Any) -> None:
        if not self.is_over:
            self._hear(message)

    def ended(self, how: str | None) -> Any:  # noqa: ARG002  the cause makes no difference
        logs.event(logs.WARNING, "engine ended unexpectedly")
        raise OutflankError("the engine process ended unexpectedly")


class Pool:
    """A pool that runs at most `size` jobs at a time; other jobs wait their turn (see `shares.Turns`).

    `nice` lowers the priority of the processes. A cancelled job gets `grace` seconds to stop before its process is
    killed.
    """

    def __init__(self, size: int, nice: int = 0, grace: float = GRACE):
        self.size, self.nice, self.grace = size, nice, grace
        self._free = Turns(size)
        self._processes: ProcessPool | None = None
        self._futures: set[Future[Any]] = set()
        self.running = 0

    @property
    def is_full(self) -> bool:
        """True if another job would have to wait."""
        return self._free.locked()

    async def warm(self) -> None:
        """Start a process for the next job.

        Raises OutflankError if the process cannot be started.
        """
        if not self.is_full:
            await self._call(settle_in)

    async def run(
        self, job: Callable[..., T], *arguments: Any, hear: Hear = lambda _message: None, is_counted: bool = True
    ) -> T:
        """Run a job and return its result. Cancelling the call stops the job.

        If `is_counted`, the job is included in `running`.

        Raises OutflankError if the job does, or if its process cannot be started or exits.
        """
        result: T = await self._call(jobs.carry_out, job, arguments, hear=hear, is_counted=is_counted)
        return result

    async def _call(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        hear: Hear = lambda _message: None,
        is_counted: bool = False,
    ) -> Any:
        await self._free.acquire()
        loop = asyncio.get_running_loop()
        processes = self._processes = self._processes or ProcessPool(self.size, nice=self.nice)
        watch = _JobWatch(hear)
        future = processes.submit(function, *arguments, watch=watch)
        self._futures.add(future)
        self.running += is_counted

        def release() -> None:
            self._futures.discard(future)
            self.running -= is_counted
            self._free.release()

        def end(_future: Future[Any]) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(release)

        future.add_done_callback(end)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            processes.stop(future, self.grace)
            raise
        except NotStartedError as error:
            logs.event(logs.ERROR, "engine not started", reason=error.reason)
            raise OutflankError("cannot start an engine process: {reason}", reason=error.reason) from None
        finally:
            watch.is_over = True

    async def settle(self) -> None:
        """Wait until all cancelled jobs have stopped."""
        while self._futures:
            await asyncio.gather(*map(asyncio.wrap_future, self._futures), return_exceptions=True)
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Stop all processes."""
        if self._processes is not None:
            self._processes.close()
            self._processes = None


class Warming:
    """Compilation of the engine in one low-priority process, while pages can already be used.

    Every job that needs the engine waits for the compilation, because several processes compiling at
    the same time would all take longer.
    """

    def __init__(self, pool: Pool):
        self._pool = pool
        self._task: asyncio.Task[None] | None = None
        self._listeners: set[Callable[[str], object]] = set()
        self.notice = ""
        """The progress of compilation in words; empty when nothing is being compiled."""

    @property
    def is_done(self) -> bool:
        """True unless the engine is being loaded: before `begin`, and again once loading has finished."""
        return self._task is None or self._task.done()

    def begin(self) -> None:
        """Start loading the engine in a process."""
        self._task = asyncio.ensure_future(self._load(is_cold=Engine.is_cold()))

    async def wait(self, tell: Callable[[str], object]) -> None:
        """Wait until the engine is loaded, passing the progress to `tell`."""
        if self._task is None or self.is_done:
            return
        if self.notice:
            tell(self.notice)
        self._listeners.add(tell)
        try:
            await asyncio.shield(self._task)
        finally:
            self._listeners.discard(tell)

    async def end(self) -> None:
        """Stop loading."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _load(self, *, is_cold: bool) -> None:
        self.notice = Text("compiling the engine for this processor, once") if is_cold else ""
        with suppress(OutflankError):  # the next job that needs the engine reports the error
            await self._pool.run(jobs.load_engine, hear=self._hear, is_counted=False)
        self.notice = ""

    def _hear(self, notice: Notice) -> None:
        self.notice = notice.words
        for tell in tuple(self._listeners):
            tell(self.notice)
