"""Null windows on one or more threads, within limits.

Several threads search the same window at the same time. They share a table, avoid searching the same moves, and stop as
soon as the first of them has a result. A single thread always visits the same nodes.
"""

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any, Generic, Protocol, TypeVar

from outflank.play.limit import Limit
from outflank.rules import DiscPosition

P = TypeVar("P", bound=DiscPosition)

# Null windows of up to this many nodes run on the calling thread; the numbers are for one thread and for several. With
# one thread, Ctrl-C waits for less than a tenth of a second; with several, waking them would take longer.
_SHORT, _SHORT_FOR_SEVERAL = 1_000_000, 10_000


class Stopped(Exception):  # noqa: N818  an event, not an error
    """The search was stopped or reached a limit before it had a result."""


class State(Protocol):
    """The state of one thread's search."""

    record: Any
    """The record that the kernel receives, with the fields `nodes` and `stopped`."""

    def begin(self, node_limit: int | None = None) -> None:
        """Prepare for a search: reset the stop flag and the node count, and copy the table's settings."""

    def place(self, player: int, opponent: int) -> None:
        """Prepare for this position."""

    def stop(self) -> None:
        """Make the search return within about a millisecond. Any thread may call this."""


class NullWindows(ABC, Generic[P]):
    """The threads that search null windows together, each with its state. Only one search runs at a time.

    `kernel` receives the arguments of a window and the record of a state. Its result is meaningless if the record says
    that the search was stopped. `n_threads` is the number of threads that the next windows run on; by default, there is
    one for each state.
    """

    def __init__(self, kernel: Callable[..., int], states: Sequence[State]):
        self._kernel, self.states, self.n_threads = kernel, states, len(states)
        self._workers: _Workers | None = None
        self._limit = Limit()
        self._stopping = threading.Event()
        self._nodes = self._last_nodes = 0  # in all finished null windows, and in the last of them
        self._began = self._ended = 0.0

    @contextmanager
    def search(self, limit: Limit, stopping: threading.Event) -> Iterator[None]:
        """Context manager within which null windows may run until the limit is reached or `stopping` is set.

        After that, null windows raise Stopped. To stop the search from another thread, set the event and call
        `interrupt`.
        """
        self._stopping, self._limit = stopping, limit
        self._nodes = self._last_nodes = 0
        self._began = time.perf_counter()
        self._workers = _Workers()
        clock = None
        if limit.seconds is not None:
            clock = threading.Timer(min(limit.seconds, threading.TIMEOUT_MAX), self.interrupt)
            clock.daemon = True
        try:
            if clock is not None:
                clock.start()
            yield
        finally:
            self._ended = time.perf_counter()
            self._workers.close()
            self._workers = None
            if clock is not None:
                clock.cancel()

    @property
    def nodes(self) -> int:
        """Nodes visited by all threads in the current or most recent search. May be read from any thread."""
        return self._nodes + sum(int(state.record["nodes"]) for state in self.states)

    @property
    def seconds(self) -> float:
        """Elapsed time of the current search, or the duration of the most recent one, in seconds."""
        return (self._ended if self._ended > self._began else time.perf_counter()) - self._began

    def interrupt(self) -> None:
        """End the current null window so that the search checks whether it should stop."""
        for state in self.states:
            state.stop()

    def run(self, *window: int) -> int:
        """Search a null window, whose first two arguments are the position. Raises Stopped.

        It runs on all threads if that is faster.
        """
        before, short = self._nodes, _SHORT if self.n_threads == 1 else _SHORT_FOR_SEVERAL
        value = self.run_within(short, *window) if 2 * self._last_nodes <= short else None
        if value is None:
            value = self._run_beside(window)
        self._last_nodes = self._nodes - before
        return value

    def run_within(self, most_nodes: int, *window: int) -> int | None:
        """Search a null window on the calling thread. Raises Stopped.

        Returns None if `most_nodes` nodes are not enough.
        """
        nodes_left, state = self.nodes_left, self.states[0]
        self.place(window[0], window[1], [state], most_nodes if nodes_left is None else min(most_nodes, nodes_left))
        value = self._kernel(*window, state.record)
        self.count()
        return None if state.record["stopped"] else int(value)

    def _run_beside(self, window: tuple[int, ...]) -> int:
        """Search a null window on worker threads, so that the calling thread can respond to Ctrl-C. Raises Stopped."""
        assert self._workers is not None, "search within `with root.search(…)`"
        nodes_left, states = self.nodes_left, self.states[: self.n_threads]
        self.place(window[0], window[1], states, None if nodes_left is None else nodes_left // len(states))
        self._workers.start(len(states))
        running = {self._workers.submit(self._kernel, *window, state.record): state for state in states}
        try:
            wait(running, None, FIRST_COMPLETED)
        finally:
            for state in states:
                state.stop()
            wait(running)
            self.count()
        for future, state in running.items():
            if not state.record["stopped"]:
                return int(future.result())
        raise Stopped

    def place(self, player: int, opponent: int, states: Sequence[State], nodes_left: int | None) -> None:
        """Prepare the threads' states for searching a position. Raises Stopped if the search should end."""
        for state in states:
            state.begin(nodes_left)
            state.place(player, opponent)
        is_late = self._limit.seconds is not None and self.seconds >= self._limit.seconds
        if is_late or self._stopping.is_set():  # checked after `begin`, which would cancel a stop
            raise Stopped

    @property
    def nodes_left(self) -> int | None:
        """Nodes that the limit leaves; None for no limit."""
        return None if self._limit.nodes is None else max(0, self._limit.nodes - self._nodes)

    def count(self) -> None:
        """Add the node counts of finished null windows to the total."""
        for state in self.states:
            self._nodes += int(state.record["nodes"])
            state.record["nodes"] = 0

    # --- lines ----------------------------------------------------------------------------------------------------

    @abstractmethod
    def move_that_holds(self, position: P, score: int) -> str:
        """A move that achieves at least `score`, which must be possible. Raises Stopped."""

    def proven_line(self, position: P, score: int) -> tuple[str, ...]:
        """A line for both sides, from the position to the end of the game, in which every move keeps the exact score.

        Raises Stopped.
        """
        line = []
        while not position.is_over:
            line.append(self.move_that_holds(position, score))
            position, score = position.play(line[-1]), -score
        return tuple(line)


class _Workers:
    """A pool of daemon threads, which do not delay the program's exit as an executor's threads would.

    The threads start when they are needed, because some searches never need them.
    """

    def __init__(self) -> None:
        self._tasks: SimpleQueue[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]] | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []

    def start(self, n_threads: int) -> None:
        """Make sure that at least `n_threads` threads exist."""
        while len(self._threads) < n_threads:
            self._threads.append(threading.Thread(target=self._work, name="search", daemon=True))
            self._threads[-1].start()

    def submit(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        self._tasks.put((future, function, arguments))
        return future

    def close(self) -> None:
        for _ in self._threads:
            self._tasks.put(None)

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            future, function, arguments = task
            try:
                future.set_result(function(*arguments))
            except BaseException as error:
                future.set_exception(error)
