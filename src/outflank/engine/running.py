"""An analysis that goes on in a thread of its own, to be followed, stopped and waited for; in `async` code too."""

import atexit
import threading
import weakref
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from contextlib import suppress
from typing import Any, Self

from outflank.errors import OutflankError
from outflank.play.analysis import Analysis

_running: "weakref.WeakSet[RunningAnalysis]" = weakref.WeakSet()
_AT_EXIT = 1.0  # seconds that a search has to end when the program does


class RunningAnalysis:
    """An analysis that runs. Iterating gives what is known each time it is more, until the analysis ends.

        with engine.analysis(position) as analysis:
            for info in analysis:
                if info.depth >= 12:
                    break

    Leaving the block stops it. In `async` code the same is written with `async with` and `async for`, and `await
    analysis` waits for the end. Errors of the search are raised where it is waited for or iterated over.
    """

    def __init__(self, run: Callable[[Callable[[Analysis], None]], Analysis], stop: Callable[[], None]):
        """Begin `run`, which is given what to call with news, and which `stop` lets return soon."""
        self._stop = stop
        self._news = threading.Condition()
        self._infos: list[Analysis] = []
        self._last: Analysis | None = None
        self._error: BaseException | None = None
        self._listeners: set[Callable[[], None]] = set()
        self._thread = threading.Thread(target=self._work, args=(run,), name="analysis", daemon=True)
        _running.add(self)
        self._thread.start()

    def stop(self) -> None:
        """Let the analysis end with what it knows, at once; from any thread, and as often as you like."""
        self._stop()

    @property
    def info(self) -> Analysis:
        """What is known so far."""
        with self._news:
            return self._last or (self._infos[-1] if self._infos else Analysis())

    @property
    def is_running(self) -> bool:
        """Whether more may become known."""
        with self._news:
            return not self._is_done

    def wait(self, timeout: float | None = None) -> Analysis:
        """The result, once the analysis has ended. Raises TimeoutError after `timeout` seconds without stopping it."""
        with self._news:
            if not self._news.wait_for(lambda: self._is_done, timeout):
                raise TimeoutError(f"the analysis has not ended within {timeout:g} s")
        return self._result()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()
        with self._news:
            self._news.wait_for(lambda: self._is_done)

    def __iter__(self) -> Iterator[Analysis]:
        seen = 0
        while True:
            with self._news:
                self._news.wait_for(lambda: self._is_done or len(self._infos) > seen)  # noqa: B023
                fresh, is_done = self._infos[seen:], self._is_done
            yield from fresh
            seen += len(fresh)
            if is_done and not fresh:
                self._result()  # which raises what the search did
                return

    # --- async ----------------------------------------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        self.stop()
        await self._until(lambda: self._is_done)

    async def __aiter__(self) -> AsyncIterator[Analysis]:
        seen = 0
        while True:
            await self._until(lambda: self._is_done or len(self._infos) > seen)  # noqa: B023
            with self._news:
                fresh, is_done = self._infos[seen:], self._is_done
            for info in fresh:
                yield info
            seen += len(fresh)
            if is_done and not fresh:
                self._result()
                return

    def __await__(self) -> Generator[Any, None, Analysis]:
        return self._wait_async().__await__()

    async def _wait_async(self) -> Analysis:
        await self._until(lambda: self._is_done)
        return self._result()

    async def _until(self, condition: Callable[[], bool]) -> None:
        """Wait, without blocking the loop, until something holds that news may have made so."""
        import asyncio  # seldom needed, and slow to import

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

    @property
    def _is_done(self) -> bool:
        return self._last is not None or self._error is not None

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

    def _result(self) -> Analysis:
        if self._error is not None:
            raise self._error
        if self._last is None:
            raise OutflankError("the analysis is still running: wait for it")
        return self._last


@atexit.register
def _stop_all() -> None:
    """Searches end before the memory that they write to goes."""
    for analysis in tuple(_running):
        analysis.stop()
    for analysis in tuple(_running):
        analysis._thread.join(_AT_EXIT)
