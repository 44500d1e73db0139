"""An analysis that goes on in a thread of its own, to be followed, stopped and waited for; in `async` code too.

Outside of a `with` block, an analysis ends as soon as nobody waits for it or follows it any more: whoever is cancelled,
runs out of time, leaves the loop or forgets the analysis leaves no search behind. In a block it ends with the block.
"""

import atexit
import threading
import weakref
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Self

from outflank.errors import OutflankError
from outflank.play.analysis import Analysis

_AT_EXIT = 1.0  # seconds that a search has to end when the program does
_AFTER_STOP = 1.0  # seconds that whoever is cancelled waits for the search to end that nobody wants any more


class RunningAnalysis:
    """An analysis that runs. Iterating gives what is known each time it is more, until the analysis ends.

        with engine.analysis(position) as analysis:
            for info in analysis:
                if info.depth >= 12:
                    break

    Leaving the block stops it; without a block, leaving the loop does. In `async` code the same is written with `async
    with` and `async for`, and `await analysis` waits for the end; cancelled, it stops the search: `asyncio.shield` lets
    it go on. Errors of the search are raised where it is waited for or iterated over.
    """

    def __init__(self, run: Callable[[Callable[[Analysis], None]], Analysis], stop: Callable[[], None]):
        """Begin `run`, which is given what to call with news, and which `stop` lets return soon."""
        self._search = _SearchThread(run, stop)

    def __del__(self) -> None:
        if hasattr(self, "_search"):  # its thread may not have begun
            self._search.stop()

    def stop(self) -> None:
        """Let the analysis end with what it knows, at once; from any thread, and as often as you like."""
        self._search.stop()

    @property
    def info(self) -> Analysis:
        """Latest analysis."""
        return self._search.info

    @property
    def is_running(self) -> bool:
        """Tells whether the analysis goes on."""
        return not self._search.is_done

    def wait(self, timeout: float | None = None) -> Analysis:
        """The result, once the analysis has ended. Raises TimeoutError after `timeout` seconds without stopping it."""
        with self._search.followed():
            is_done = self._search.wait_for(lambda: self._search.is_done, timeout)
        if not is_done:
            raise TimeoutError(f"the analysis has not ended within {timeout:g} s")
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
                    search.result()  # which raises what the search did
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
    """The iterator behind `async for info in analysis`. A loop that is left, `aclose`, or a cancelled task ends it."""

    def __init__(self, analysis: RunningAnalysis, search: "_SearchThread"):
        self._analysis: RunningAnalysis | None = analysis  # which would stop the search if nobody held it
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
        """End the iteration, and the search if nobody else follows it."""
        self._leave()
        await self._search.ended_if_stopped()

    def __del__(self) -> None:
        self._leave()

    def _leave(self) -> None:
        if self._analysis is not None:
            self._analysis = None
            self._search.leave()


class _SearchThread:
    """The news from the thread of an analysis, and the tasks that wait for more.

    The thread holds this and not the analysis, so that an analysis which nobody holds any more is gone, and stops it.
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
        """Let the search end with what it knows."""
        self._is_stopped = True
        self._stop()

    def follow(self) -> None:
        """Somebody wants to know more, until they `leave`."""
        with self._news:
            self._n_followers += 1

    def leave(self) -> None:
        """Nobody else may want to know more: then the search ends, unless a block says when."""
        with self._news:
            self._n_followers -= 1
            is_wanted = bool(self._n_followers) or self.is_in_block
        if not is_wanted:
            self.stop()

    @contextmanager
    def followed(self) -> Iterator[None]:
        """Follow within this, and leave it by an error; a loop that is left is one to the iterator."""
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
        """Latest analysis."""
        with self._news:
            return self._last or (self._infos[-1] if self._infos else Analysis())

    @property
    def is_done(self) -> bool:
        """True if there is a result, or an error."""
        return self._last is not None or self._error is not None

    def has_more_than(self, seen: int) -> bool:
        """True if there is more than so many pieces of news, or will never be."""
        return self.is_done or len(self._infos) > seen

    def news(self, seen: int) -> tuple[list[Analysis], bool]:
        """All news but the first so many, and whether there will be no more."""
        with self._news:
            return self._infos[seen:], self.is_done

    def result(self) -> Analysis:
        """The result. Raises what the search raised."""
        if self._error is not None:
            raise self._error
        if self._last is None:
            raise OutflankError("the analysis is still running: wait for it")
        return self._last

    def wait_for(self, condition: Callable[[], bool], timeout: float | None = None) -> bool:
        """Wait until something holds that news may have made so, or some seconds; whether it does."""
        with self._news:
            return self._news.wait_for(condition, timeout)

    async def ended_if_stopped(self) -> None:
        """Wait for the end of a search that was stopped, for a second at most, as when it is being compiled."""
        import asyncio

        if self._is_stopped:
            with suppress(TimeoutError):
                async with asyncio.timeout(_AFTER_STOP):
                    await self.until(lambda: self.is_done)

    async def until(self, condition: Callable[[], bool]) -> None:
        """The same without a limit, and without blocking the loop."""
        import asyncio

        loop, changed = asyncio.get_running_loop(), asyncio.Event()

        def tell() -> None:
            with suppress(RuntimeError):  # the loop has closed: nobody listens any more
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
    """Searches end before the memory that they write to goes."""
    for search in tuple(_running):
        search.stop()
    for search in tuple(_running):
        search.thread.join(_AT_EXIT)
