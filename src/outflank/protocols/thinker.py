"""Run searches on a separate thread, one at a time, and deliver the results to the conversation's thread."""

import threading
import time
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Any, cast

from outflank.engine.engine import Engine
from outflank.engine.plain import PlainSearch
from outflank.engine.player import EnginePlayer
from outflank.engine.timing import allowance
from outflank.errors import OutflankError
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.clock import TimeLeft
from outflank.play.limit import Limit
from outflank.protocols.settings import SLOW_SECONDS, Settings
from outflank.rules import PASS, DiscPosition, Position

Hear = Callable[[Analysis], None]
Post = Callable[[Callable[[], None]], None]
"""Schedules a function to run on the conversation's thread. Safe to call from any thread."""

_AGAIN = 0.005  # seconds after which a stop is repeated, in case the search had not started and so missed it
_AT_EXIT = 1.0  # seconds to wait for a search to end when the program exits


class Thought:
    """A search in the background. `work` runs the search, once the engine has loaded.

    The search waits for the engine for at most `wait` seconds. Unless the search is dropped, exactly one callback is
    called, and only once: `done` with the result, or `failed` with the reason why there is no result. The callback is
    never called before the Thinker method that created the search has returned.
    """

    def __init__(
        self,
        thinker: "Thinker",
        position: DiscPosition,
        work: Callable[[Engine, float], Analysis],
        done: Hear,
        failed: Callable[[str], None],
        wait: float = float("inf"),
    ):
        self.position, self.work, self.wait = position, work, wait
        self.stopping = threading.Event()
        self.is_dropped = False
        self._thinker, self._done, self._failed = thinker, done, failed

    def stop(self) -> None:
        """Make the search end soon. Its current results are still reported."""
        if not self.stopping.is_set():
            self.stopping.set()
            self._thinker.interrupt(self)

    def drop(self) -> None:
        """Make the search end soon, and do not call any callback."""
        self.is_dropped = True
        self.stop()

    # --- called in the talking thread ---------------------------------------------------------------------------

    def finish(self, found: Analysis) -> None:
        """Report the result of the search, unless it was dropped."""
        if not self.is_dropped:
            self._done(found)

    def fail(self, reason: str) -> None:
        """Report why the search has no result, unless it was dropped."""
        if not self.is_dropped:
            self._failed(reason)


class Thinker:
    """The engine, and a thread that searches with it. The engine starts loading in the background immediately.

    Results are delivered through `post`. If the engine fails to load, the error is raised on the conversation's thread.
    """

    def __init__(self, settings: Settings, post: Post):
        self._settings, self._post = settings, post
        self._engine: Engine | None = None
        self._is_loaded = threading.Event()
        self._jobs: SimpleQueue[Thought | None] = SimpleQueue()
        self._current: Thought | None = None
        self._lock = threading.Lock()
        threading.Thread(target=self._load, name="loading", daemon=True).start()
        self._worker = threading.Thread(target=self._work, name="thinking", daemon=True)
        self._worker.start()

    def wait(self, seconds: float) -> None:
        """Wait for the engine to load, but no longer than `seconds`."""
        self._is_loaded.wait(seconds)

    @property
    def nodes(self) -> int:
        """Number of nodes in the current or last search."""
        return 0 if self._engine is None else self._engine.nodes

    def choose(
        self,
        position: DiscPosition,
        limit: Limit,
        time_left: TimeLeft | None,
        done: Hear,
        failed: Callable[[str], None],
    ) -> Thought:
        """Start choosing a move within a limit and within the time left on the clock."""

        def work(engine: Engine, waited: float) -> Analysis:
            left = time_left
            if left is not None:
                left = TimeLeft(max(left.seconds - waited, 0.0), left.increment, left.per_move)
            player = EnginePlayer()
            player.engine, player.limit = engine, limit
            if not Engine.deepens_on(position):
                player.limit = Limit(seconds=limit.seconds or SLOW_SECONDS)
            return player.choose(cast(Position, position), left)  # its engine also handles other boards

        wait = float("inf") if time_left is None else allowance(time_left, position.n_empties).hard
        return self._begin(Thought(self, position, work, done, failed, wait))

    def analyse(
        self, position: DiscPosition, limit: Limit, top: int, news: Hear, done: Hear, failed: Callable[[str], None]
    ) -> Thought:
        """Start evaluating the `top` best moves in a position."""

        def tell(known: Analysis) -> None:
            if not job.is_dropped:
                news(known)

        def work(engine: Engine, _: float) -> Analysis:
            return engine.analyse(position, limit, top=top, watch=lambda known: self._post(partial(tell, known)))

        job = Thought(self, position, work, done, failed)
        return self._begin(job)

    def forget(self) -> None:
        """Discard the results of earlier searches."""
        if self._engine is not None:
            self._engine.clear()

    def close(self) -> None:
        """Stop the running search, and end the thread."""
        with self._lock:
            current = self._current
        if current is not None:
            current.drop()
        self._jobs.put(None)
        self._worker.join(_AT_EXIT)

    def interrupt(self, job: Thought) -> None:
        """Make sure that a job stops, even if its search is only about to start.

        The job must already be marked as stopping.
        """
        threading.Thread(target=self._insist, args=(job,), name="stopping", daemon=True).start()

    # --- in other threads ---------------------------------------------------------------------------------------

    def _insist(self, job: Thought) -> None:
        while True:
            with self._lock:  # only this job's search may be stopped
                if self._current is not job:
                    return
                if self._engine is not None:
                    self._engine.stop()
            time.sleep(_AGAIN)

    def _load(self) -> None:
        settings = self._settings
        try:
            engine = Engine(settings.megabytes, settings.threads, settings.weights)
            engine.load()
        except BaseException as error:
            self._post(partial(_raise, error))
            return
        self._engine = engine
        self._is_loaded.set()

    def _begin(self, job: Thought) -> Thought:
        self._jobs.put(job)
        return job

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            if job.is_dropped:
                continue
            with self._lock:
                self._current = job
            try:
                tell = partial(job.finish, self._found(job))
            except OutflankError as error:
                tell = partial(job.fail, str(error))
            except Exception as error:  # out of memory, for example: this search fails, but the next one may not
                tell = partial(job.fail, f"{type(error).__name__}: {error}")
            with self._lock:
                self._current = None
            self._post(tell)

    def _found(self, job: Thought) -> Analysis:
        """Run a job, and return its result.

        If the job was stopped, or waited too long, before it could start, the result is from a one-ply search.
        """
        began = time.perf_counter()
        while not self._is_loaded.wait(_AGAIN):
            if job.stopping.is_set() or time.perf_counter() - began > job.wait:
                break
        if self._engine is None or job.stopping.is_set():
            return glance(job.position)
        return job.work(self._engine, time.perf_counter() - began)


def glance(position: DiscPosition) -> Analysis:
    """Choose a move without the engine, using a one-ply search in plain Python."""
    if position.is_over or position.must_pass:
        move = PASS if position.must_pass else None
        return Analysis(move, () if move is None else (MoveValue(move, pv=(move,)),))
    return PlainSearch().run(position, Limit(depth=1), 1, threading.Event(), None)


def _raise(error: BaseException) -> Any:
    raise error
