"""Processes of this machine that do what is submitted to them."""

import multiprocessing
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from queue import PriorityQueue
from typing import Any

from outflank import processes
from outflank.errors import OutflankError
from outflank.text import Text
from outflank.workers.executor import Workers

_PATIENCE = 3  # times that a task is begun whose process ends
_PARTING = 1.0  # seconds in which a process ends that has closed its connection


class Watch:
    """Follows a task and its process from a thread of the pool; this one has tasks begun again whose process ends."""

    owners: frozenset[Any] = frozenset()
    """Whose code the task runs. A process that has run the code of others is replaced before."""

    def hear(self, message: Any) -> None:
        """Hear what the task says with `tell_watch`."""

    def patience(self) -> float | None:
        """Seconds for which the process may say nothing from now on; None for ever."""
        return None

    def ended(self, how: str | None) -> Any:
        """The result of a task whose process has ended, in words, or said nothing for too long; None to begin it again.

        Raises OutflankError.
        """


_WATCH = Watch()


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
        self, function: Callable[..., Any], /, *arguments: Any, priority: float = 0, watch: Watch = _WATCH
    ) -> Future[Any]:
        """Have some process call a function, those of higher priority first; the future raises what that raised."""
        if self._closing.is_set():
            raise RuntimeError("the processes have been ended")
        future: Future[Any] = Future()
        self._tasks.put((-priority, next(self._numbers), (future, watch, function, arguments)))
        return future

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
        owners: frozenset[Any] = frozenset()  # whose code the process has run
        while not self._closing.is_set() and (task := self._tasks.get()[2]) is not None:
            future, watch, *call = task
            if not future.set_running_or_notify_cancel():
                continue
            try:
                message = ForkingPickler.dumps(call)
            except Exception as error:
                future.set_exception(OutflankError(_words(error)))
                continue
            if owners - watch.owners:
                connection = None
                self._end(place)
            owners = watch.owners
            for _ in range(_PATIENCE):
                try:
                    connection = connection or self._start(place)
                    connection.send_bytes(message)
                    result = _result(connection, watch)
                except (EOFError, OSError) as error:  # it has ended, or has to
                    connection = None
                    if self._closing.is_set():
                        return
                    result = self._ended(place, watch, is_late=isinstance(error, TimeoutError))
                    if result is None:
                        continue
                with suppress(InvalidStateError):
                    future.set_exception(result) if isinstance(result, OutflankError) else future.set_result(result)
                break
            else:
                future.set_exception(OutflankError("processes that work here keep ending at once: is memory short?"))

    def _ended(self, place: int, watch: Watch, *, is_late: bool) -> Any:
        """What a task comes to whose process has ended, or has to; None if it is to be begun again."""
        process = self._running[place]
        how = None if is_late or process is None else _how_it_ended(process)
        self._end(place)
        try:
            return watch.ended(how)
        except OutflankError as error:
            return error

    def _start(self, place: int) -> Connection:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs,), daemon=True)
        with self._starting, processes.undisturbed(), processes.without_main():
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


def _result(connection: Connection, watch: Watch) -> Any:
    """What a task comes to, an OutflankError if it fails; `watch` hears what it says. Raises OSError, EOFError."""
    while connection.poll(watch.patience()):
        is_said, what = connection.recv()
        if not is_said:
            return what
        watch.hear(what)
    raise TimeoutError


def _how_it_ended(process: Any) -> str:
    """Wait for a process to end, and say how it did."""
    process.join(_PARTING)
    if process.exitcode is None:
        return "it closed its connection"
    if process.exitcode >= 0:
        return f"exit code {process.exitcode}"
    number = -process.exitcode
    if number != signal.SIGKILL:
        time.sleep(0.3)  # whoever ended it may be about to end us as well: then it was no fault
    return signal.Signals(number).name if number in set(signal.Signals) else f"signal {number}"


# --- within the process -----------------------------------------------------------------------------------------------

_parent: Connection | None = None


def tell_watch(message: Any) -> None:
    """In a task of a ProcessPool: let the watch of the task hear something."""
    if _parent is not None:
        _parent.send((True, message))


def _work(connection: Connection) -> None:
    """The life of a process: call what comes, and send back what that came to."""
    global _parent
    _parent = connection
    processes.serve_parent()
    with suppress(EOFError, OSError):
        while True:
            function, arguments = connection.recv()
            try:
                answer = ForkingPickler.dumps((False, function(*arguments)))
            except Exception as error:
                wrong = error if isinstance(error, OutflankError) else OutflankError(_words(error))
                answer = ForkingPickler.dumps((False, wrong))
            connection.send_bytes(answer)


def _words(error: Exception) -> Text:
    return Text("{kind}: {reason}", kind=type(error).__name__, reason=error)
