"""Pools of worker processes, and compilation of the engine in one of those processes.

To stop a job, cancel the task that awaits it. Processes start only when they are needed.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

from outflank.characters import stands_for
from outflank.cluster import Cluster
from outflank.cluster_tasks import ClusterTasks
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
"""Default number of seconds that a cancelled job has to stop before its process is killed."""

ENGINE, PEOPLE = "engine", "people"

T = TypeVar("T")
Hear = Callable[[Any], object]
"""A callback for a job's reports: a `Notice`, a `Ready`, or the job's own data. It is called on the event loop."""


def needs_engine(player: str) -> bool:
    """True if a player is the compiled engine, or one that searches with it."""
    return stands_for(player).partition(":")[0] in (ENGINE, PEOPLE)


class _JobWatch(Watch):
    """Forwards a job's reports to the event loop, and makes the job fail if its process exits."""

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
    """A pool of worker processes that runs at most `size` jobs at a time.

    Other jobs wait their turn (see `shares.Turns`).

    `nice` lowers the priority of the processes. A cancelled job has `grace` seconds to stop before its process is
    killed. With the address of a Dask `scheduler`, jobs run on its workers, and in processes here only if it fails.
    """

    def __init__(self, size: int, nice: int = 0, grace: float = GRACE, scheduler: str = ""):
        self.size, self.nice, self.grace, self._scheduler = size, nice, grace, scheduler
        self._free = Turns(size)
        self._opening = asyncio.Lock()
        self._processes: ProcessPool | ClusterTasks | None = None
        self._futures: set[Future[Any]] = set()
        self.running = 0

    @property
    def is_full(self) -> bool:
        """True if a new job would have to wait."""
        return self._free.locked()

    async def warm(self) -> None:
        """Start a process in advance, so that the next job does not have to wait for it.

        Raises OutflankError if the process cannot be started.
        """
        if not self.is_full:
            await self._call(settle_in)

    async def run(
        self, job: Callable[..., T], *arguments: Any, hear: Hear = lambda _message: None, is_counted: bool = True
    ) -> T:
        """Run a job and return its result. Cancelling this call stops the job.

        `running` counts the job only if `is_counted` is true.

        Raises OutflankError if the job raises it, if the process cannot be started, or if the process exits.
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
        async with self._opening:
            processes = self._processes = self._processes or await self._open()
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

    async def _open(self) -> ProcessPool | ClusterTasks:
        if self._scheduler:
            try:
                cluster = await asyncio.to_thread(Cluster, self._scheduler)
                return ClusterTasks(cluster, self.size, nice=self.nice)
            except OutflankError as error:
                logs.event(logs.WARNING, "cluster not used", reason=str(error))
        return ProcessPool(self.size, nice=self.nice)

    async def settle(self) -> None:
        """Wait until all cancelled jobs have stopped."""
        while self._futures:
            await asyncio.gather(*map(asyncio.wrap_future, self._futures), return_exceptions=True)
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Terminate all processes."""
        if self._processes is not None:
            self._processes.close()
            self._processes = None


class Warming:
    """Compiles the engine in one low-priority process while users can already open pages.

    Jobs that need the engine wait for this compilation. If several processes compiled at the same time, all of them
    would be slower.
    """

    def __init__(self, pool: Pool):
        self._pool = pool
        self._task: asyncio.Task[None] | None = None
        self._listeners: set[Callable[[str], object]] = set()
        self.notice = ""
        """A message about the progress of compilation; empty when nothing is being compiled."""

    @property
    def is_done(self) -> bool:
        """False while the engine is loading. True before `begin` is called and after loading has finished."""
        return self._task is None or self._task.done()

    def begin(self) -> None:
        """Start loading the engine in a worker process."""
        self._task = asyncio.ensure_future(self._load(is_cold=Engine.is_cold()))

    async def wait(self, tell: Callable[[str], object]) -> None:
        """Wait until the engine is loaded, and pass progress messages to `tell` meanwhile."""
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
        """Stop loading the engine."""
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
