"""Processes of this machine that do what is submitted to them."""

import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from queue import PriorityQueue
from typing import Any

from outflank import processes
from outflank.errors import OutflankError
from outflank.text import Text
from outflank.workers.executor import Workers

_PATIENCE = 3  # times that a task is begun whose process ends


class ProcessPool(Workers):
    """So many processes, each of which starts when there is something to do. Use within `with`, which ends them all.

    One that dies is replaced, and what it was at is begun again.
    """

    def __init__(self, n_processes: int):
        self._context = multiprocessing.get_context("spawn")  # a fork would copy the locks of whatever threads run here
        self._tasks: PriorityQueue[tuple[float, int, Any]] = PriorityQueue()
        self._numbers = count()
        self._starting = threading.Lock()  # so that none starts behind the back of `close`
        self._closing = threading.Event()
        self._running: list[Any] = [None] * n_processes
        for place in range(n_processes):
            threading.Thread(target=self._serve, args=(place,), name="processes", daemon=True).start()

    @property
    def n_threads(self) -> int:
        """The number of processes."""
        return len(self._running)

    def submit(  # type: ignore[override]  # see `Workers`
        self, function: Callable[..., Any], /, *arguments: Any, priority: float = 0
    ) -> Future[Any]:
        """Have some process call a function, those of higher priority first; the future raises what that raised."""
        if self._closing.is_set():
            raise RuntimeError("the processes have been ended")
        future: Future[Any] = Future()
        self._tasks.put((-priority, next(self._numbers), (future, function, arguments)))
        return future

    def share(self, path: Path) -> Path:
        """The path itself."""
        return path

    def check(self) -> None:
        """Nothing: what fails is raised by the futures."""

    def close(self) -> None:
        """End the processes, whatever they are at."""
        with self._starting:
            self._closing.set()
        for place, process in enumerate(self._running):
            self._tasks.put((float("-inf"), next(self._numbers), None))
            if process is not None:
                self._end(place)

    def _serve(self, place: int) -> None:
        """The life of a thread, which starts a process when there is something to do, and speaks with it."""
        connection: Connection | None = None
        while not self._closing.is_set() and (task := self._tasks.get()[2]) is not None:
            future, *call = task
            if not future.set_running_or_notify_cancel():
                continue
            try:
                message = ForkingPickler.dumps(call)
            except Exception as error:
                future.set_exception(OutflankError(_words(error)))
                continue
            for _ in range(_PATIENCE):
                try:
                    connection = connection or self._start(place)
                    connection.send_bytes(message)
                    is_good, result = connection.recv()
                except (EOFError, OSError):  # it has ended
                    connection = None
                    if self._closing.is_set():
                        return
                    self._end(place)
                    continue
                with suppress(InvalidStateError):
                    future.set_result(result) if is_good else future.set_exception(OutflankError(result))
                break
            else:
                future.set_exception(OutflankError("processes that work here keep ending at once: is memory short?"))

    def _start(self, place: int) -> Connection:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs,), daemon=True)
        with self._starting, processes.undisturbed():
            if self._closing.is_set():
                raise EOFError
            process.start()
            self._running[place] = process
        theirs.close()
        return ours

    def _end(self, place: int) -> None:
        process = self._running[place]
        if process is not None:
            process.kill()
            process.join()


def _work(connection: Connection) -> None:
    """The life of a process: call what comes, and send back what that came to."""
    processes.serve_parent()
    with suppress(EOFError, OSError):
        while True:
            function, arguments = connection.recv()
            try:
                answer = ForkingPickler.dumps((True, function(*arguments)))
            except Exception as error:
                answer = ForkingPickler.dumps((False, _words(error)))
            connection.send_bytes(answer)


def _words(error: Exception) -> str:
    if isinstance(error, OutflankError):
        return str(error)
    return Text("{kind}: {reason}", kind=type(error).__name__, reason=error)
