"""Analyses that run in their own thread, where they can be followed, stopped and awaited, with or without `async`.

Outside a `with` block, an analysis stops as soon as nobody follows it or waits for it. Therefore, no search keeps
running after a task is cancelled, a timeout expires, a loop is left early, or the object is garbage-collected. Inside a
`with` block, the analysis runs until the block ends.
"""

import atexit
import threading
import weakref
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Self

from outflank.errors import OutflankError
from outflank.play.analysis import Analysis

_AT_EXIT = 1.0  # seconds that the program's exit waits for a search to end
_AFTER_STOP = 1.0  # seconds that a cancelled task waits for its search to end


class RunningAnalysis:
    """An analysis in progress. Iterating over it yields every new state until the analysis ends.

        with engine.analysis(position) as analysis:
            for info in analysis:
                if info.depth >= 12:
                    break

    Leaving the `with` block stops the analysis. Without a `with` block, leaving the loop stops it. In `async` code, use
    `async with` and `async for` in the same way. `await analysis` waits for the result, and cancelling it stops the
    search unless the wait is protected by `asyncio.shield`. If the search fails, its exception is raised wherever the
    analysis is awaited or iterated over.
    """

    def __init__(self, run: Callable[[Callable[[Analysis], None]], Analysis], stop: Callable[[], None]):
        """Start `run` in a new thread with a callback for new results; calling `stop` must make it return soon."""
        self._search = _SearchThread(run, stop)

    def __del__(self) -> None:
        if hasattr(self, "_search"):  # the attribute is missing if the thread could not start
            self._search.stop()

    def stop(self) -> None:
        """Stop the analysis and keep its current results. May be called from any thread, and more than once."""
        self._search.stop()

    @property
    def info(self) -> Analysis:
        """The latest state of the analysis."""
        return self._search.info

    @property
    def is_running(self) -> bool:
        """True while the analysis is running."""
        return not self._search.is_done

    def wait(self, timeout: float | None = None) -> Analysis:
        """Wait for the result and return it.

        Raises TimeoutError after `timeout` seconds, but lets the analysis continue.
        """
        with self._search.followed():
            is_done = self._search.wait_for(lambda: self._search.is_done, timeout)
        if not is_done:
            raise TimeoutError(f"the analysis has not finished within {timeout:g} s")
        return self._search.result()

    def __enter__(self) -> Self:
        self._search.is_in_block = True
        return self

    def __exit__(self, *_error: object) -> None:
        self._search.is_in_block = False
        self.stop()
        self._search.wait_for(lambda: self._search.is_done)

    def __iter__(self) -> Iterator[Analysis]:
        seen, search = 0, self._search
        with search.followed():
            while True:
                search.wait_for(lambda: search.has_more_than(seen))  # noqa: B023
                fresh, is_done = search.news(seen)
                yield from fresh
                seen += len(fresh)
                if is_done and not fresh:
                    search.result()  # raises the error of the search
                    return

    # --- async ----------------------------------------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        self._search.is_in_block = True
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._search.is_in_block = False
        self.stop()
        await self._search.until(lambda: self._search.is_done)

    def __aiter__(self) -> "AsyncInfos":
        return AsyncInfos(self, self._search)

    def __await__(self) -> Generator[Any, None, Analysis]:
        return self._wait_async().__await__()

    async def _wait_async(self) -> Analysis:
        try:
            with self._search.followed():
                await self._search.until(lambda: self._search.is_done)
        finally:
            await self._search.ended_if_stopped()
        return self._search.result()


class AsyncInfos(AsyncIterator[Analysis]):
    """Iterator for `async for info in analysis`, which lasts until the loop, its task or `aclose` ends it."""

    def __init__(self, analysis: RunningAnalysis, search: "_SearchThread"):
        self._analysis: RunningAnalysis | None = analysis  # keeps it alive: without any reference it would stop
        self._search = search
        self._infos: list[Analysis] = []
        self._seen = 0
        search.follow()

    async def __anext__(self) -> Analysis:
        if self._analysis is None:
            raise StopAsyncIteration
        if not self._infos:
            try:
                await self._search.until(lambda: self._search.has_more_than(self._seen))
            except BaseException:
                await self.aclose()
                raise
            self._infos, is_done = self._search.news(self._seen)
            self._seen += len(self._infos)
            if is_done and not self._infos:
                self._leave()
                self._search.result()
                raise StopAsyncIteration
        return self._infos.pop(0)

    async def aclose(self) -> None:
        """End the iteration. The search also ends, unless somebody else is following it."""
        self._leave()
        await self._search.ended_if_stopped()

    def __del__(self) -> None:
        self._leave()

    def _leave(self) -> None:
        if self._analysis is not None:
            self._analysis = None
            self._search.leave()


class _SearchThread:
    """The thread of an analysis, its results so far, and the tasks that wait for more results.

    The thread holds a reference to this object rather than to the `RunningAnalysis`. An analysis that nobody else
    refers to is therefore garbage-collected, which stops the thread.
    """

    def __init__(self, run: Callable[[Callable[[Analysis], None]], Analysis], stop: Callable[[], None]):
        self.is_in_block = False
        self._stop, self._is_stopped = stop, False
        self._n_followers = 0
        self._news = threading.Condition()
        self._infos: list[Analysis] = []
        self._last: Analysis | None = None
        self._error: BaseException | None = None
        self._listeners: set[Callable[[], None]] = set()
        self.thread = threading.Thread(target=self._work, args=(run,), name="analysis", daemon=True)
        _running.add(self)
        self.thread.start()

    def stop(self) -> None:
        """Stop the search and keep its current results."""
        self._is_stopped = True
        self._stop()

    def follow(self) -> None:
        """Add a follower, who must call `leave` when finished."""
        with self._news:
            self._n_followers += 1

    def leave(self) -> None:
        """Remove a follower. When the last one leaves, the search stops, unless it is in a `with` block."""
        with self._news:
            self._n_followers -= 1
            is_wanted = bool(self._n_followers) or self.is_in_block
        if not is_wanted:
            self.stop()

    @contextmanager
    def followed(self) -> Iterator[None]:
        """Follow the analysis inside a `with` block, and call `leave` if the block ends with an exception.

        Leaving a loop early is such a case, because it closes the generator.
        """
        self.follow()
        try:
            yield
        except BaseException:
            self.leave()
            raise
        with self._news:
            self._n_followers -= 1

    @property
    def info(self) -> Analysis:
        """The latest state of the analysis."""
        with self._news:
            return self._last or (self._infos[-1] if self._infos else Analysis())

    @property
    def is_done(self) -> bool:
        """True if the search has finished or failed."""
        return self._last is not None or self._error is not None

    def has_more_than(self, seen: int) -> bool:
        """Return whether there are more than `seen` results, or no further results will follow."""
        return self.is_done or len(self._infos) > seen

    def news(self, seen: int) -> tuple[list[Analysis], bool]:
        """All results except the first `seen`, and whether these are the last ones."""
        with self._news:
            return self._infos[seen:], self.is_done

    def result(self) -> Analysis:
        """The final result. If the search failed, its exception is raised."""
        if self._error is not None:
            raise self._error
        if self._last is None:
            raise OutflankError("the analysis is still running: wait for it")
        return self._last

    def wait_for(self, condition: Callable[[], bool], timeout: float | None = None) -> bool:
        """Wait until `condition` is true, for at most `timeout` seconds. Returns whether it is true."""
        with self._news:
            return self._news.wait_for(condition, timeout)

    async def ended_if_stopped(self) -> None:
        """Wait until a stopped search has ended, for at most a second because it may still be compiling."""
        import asyncio

        if self._is_stopped:
            with suppress(TimeoutError):
                async with asyncio.timeout(_AFTER_STOP):
                    await self.until(lambda: self.is_done)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until `condition` is true, without a time limit and without blocking the event loop."""
        import asyncio

        loop, changed = asyncio.get_running_loop(), asyncio.Event()

        def tell() -> None:
            with suppress(RuntimeError):  # the loop has closed, so nobody is listening
                loop.call_soon_threadsafe(changed.set)

        with self._news:
            self._listeners.add(tell)
        try:
            while True:
                with self._news:
                    if condition():
                        return
                    changed.clear()
                await changed.wait()
        finally:
            with self._news:
                self._listeners.discard(tell)

    # --- the thread -----------------------------------------------------------------------------------------------

    def _work(self, run: Callable[[Callable[[Analysis], None]], Analysis]) -> None:
        last, error = None, None
        try:
            last = run(self._hear)
        except BaseException as raised:
            error = raised
        with self._news:
            self._last, self._error = last, error
            self._tell_all()

    def _hear(self, info: Analysis) -> None:
        with self._news:
            self._infos.append(info)
            self._tell_all()

    def _tell_all(self) -> None:
        self._news.notify_all()
        for tell in tuple(self._listeners):
            tell()


_running: "weakref.WeakSet[_SearchThread]" = weakref.WeakSet()


@atexit.register
def _stop_all() -> None:
    """Stop all searches at exit, before the memory that they write to is freed."""
    for search in tuple(_running):
        search.stop()
    for search in tuple(_running):
        search.thread.join(_AT_EXIT)
