"""A pool of local processes that run submitted tasks."""

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, InvalidStateError
from contextlib import contextmanager, suppress
from heapq import heappop, heappush
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from queue import SimpleQueue
from typing import Any

from outflank import processes
from outflank.errors import OutflankError
from outflank.text import Text
from outflank.workers.executor import Workers

_PATIENCE = 3  # number of attempts to run a task whose process keeps dying
_STOP = b"stop"  # sent instead of a pickled task
_UNREAD = (BrokenPipeError, ConnectionResetError)  # the process exited before it read its task
_PARTING = 1.0  # seconds that a process may take to exit after it closed its connection


class NotStartedError(OutflankError):
    """Raised if the operating system refuses to start another process; `reason` is the system's message."""

    def __init__(self, reason: str):
        super().__init__("no process could be started: {reason}", reason=reason)
        self.reason = reason


class Watch:
    """Follows a task and its process on one of the pool's threads.

    By default, a task is started again if its process dies.
    """

    owners: frozenset[Any] = frozenset()
    """The owners of the code that the task runs.

    If its process has already run code by anybody else, the process is replaced before the task starts.
    """

    def hear(self, message: Any) -> None:
        """Handle a message that the task sent with `tell_watch`."""

    def patience(self) -> float | None:
        """Return the seconds for which the process may now stay silent, or None if there is no limit."""
        return None

    def ended(self, how: str | None) -> Any:
        """Return the result of a task whose process exited or stayed silent for too long, or None to restart the task.

        `how` describes how the process exited, or is None if it stayed silent. Raises OutflankError to make the task
        fail.
        """


_WATCH = Watch()


class ProcessPool(Workers):
    """A pool of processes, each of which is started when it is first needed.

    Use it in a `with` statement, which kills the processes when it ends. If a process dies, it is replaced and its task
    starts again. A new task goes to the idle process that was busy most recently, because its caches are warm. `nice`
    lowers the priority of the processes.
    """

    def __init__(self, n_processes: int, *, nice: int = 0):
        self._context = multiprocessing.get_context("spawn")  # a fork would copy the locks of other threads
        self._nice = nice
        self._starting = threading.Lock()  # held while a process starts
        self._lock = threading.Lock()  # protects the following fields
        self._tasks: list[tuple[float, int, Any]] = []  # a heap of waiting tasks
        self._numbers = count()
        self._closing = threading.Event()
        self._places: list[_Place] = []
        self._idle: list[_Place] = []  # the one that was busy most recently is last
        self._stopping: set[Future[Any]] = set()
        self._n_processes = n_processes

    @property
    def n_threads(self) -> int:
        """The maximum number of processes."""
        return self._n_processes

    def submit(  # type: ignore[override]  # see `Workers`
        self, function: Callable[..., Any], /, *arguments: Any, priority: float = 0, watch: Watch = _WATCH
    ) -> Future[Any]:
        """Schedule a function call in one of the processes; calls with higher priority run first.

        If the function raises an exception, the future raises OutflankError.
        """
        future: Future[Any] = Future()
        task = (future, watch, function, arguments)
        with self._lock:
            if self._closing.is_set():
                raise RuntimeError("the processes have been ended")
            if self._idle:
                self._idle.pop().tasks.put(task)
            elif len(self._places) < self._n_processes:
                place = _Place()
                place.tasks.put(task)
                self._places.append(place)
                threading.Thread(target=self._serve, args=(place,), name="processes", daemon=True).start()
            else:
                heappush(self._tasks, (-priority, next(self._numbers), task))
        return future

    def stop(self, future: Future[Any], grace: float) -> None:
        """Cancel a task that is still waiting, or stop one that is running.

        A running task is asked to stop (see `heed_stop`), and its process is killed if it has not done so after `grace`
        seconds.
        """
        if future.cancel():
            return
        with self._lock:
            if future.done() or future in self._stopping:
                return
            self._stopping.add(future)
            for place in self._places:
                if place.future is future:
                    place.say_stop()
        timer = threading.Timer(grace, self._kill, (future,))
        timer.daemon = True
        timer.start()

    def _kill(self, future: Future[Any]) -> None:
        with self._lock:
            for place in self._places:
                if place.future is future and place.process is not None:
                    place.process.kill()

    def check(self) -> None:
        """Do nothing, because all errors are raised by the futures."""

    def close(self) -> None:
        """Kill the processes even if they are busy, and cancel all tasks that are still waiting."""
        self._closing.set()
        # A process that is starting gets the data that it waits for; otherwise it would report that they are missing.
        with self._starting, self._lock:
            waiting, self._tasks = [task[0] for _, _, task in self._tasks], []
            for place in self._places:
                place.tasks.put(None)
                place.end()
        for future in waiting:
            if future.cancel():
                future.set_running_or_notify_cancel()  # wakes up threads that wait for several futures

    def _serve(self, place: "_Place") -> None:
        """Run one of the pool's threads, which starts a process when there is work and communicates with it."""
        while (task := place.tasks.get()) is not None:
            future, watch, *call = task
            is_wanted = future.set_running_or_notify_cancel()
            result = self._done(place, future, watch, call) if is_wanted else None
            with self._lock:
                place.future = None
                self._stopping.discard(future)
                if self._tasks:
                    place.tasks.put(heappop(self._tasks)[2])
                else:  # before the result is set, because its receiver may submit the next task immediately
                    self._idle.append(place)
            if is_wanted:
                with suppress(InvalidStateError):
                    future.set_exception(result) if isinstance(result, OutflankError) else future.set_result(result)

    def _done(self, place: "_Place", future: Future[Any], watch: Watch, call: Any) -> Any:
        """Run a task in the process at a place; return its result, or an OutflankError if it fails."""
        if self._closing.is_set():
            return OutflankError("the processes have been ended")
        try:
            message = ForkingPickler.dumps(call)
        except Exception as error:
            return OutflankError(_words(error))
        if place.owners - watch.owners:
            place.end()
        place.owners = watch.owners
        for _ in range(_PATIENCE):
            try:
                connection = place.connection or self._start(place)
            except OSError as error:
                return NotStartedError(error.strerror or type(error).__name__)
            except EOFError:
                return OutflankError("the processes have been ended")
            try:
                connection.send_bytes(message)
                with self._lock:
                    place.future = future
                    if future in self._stopping:
                        place.say_stop()
                return _result(connection, watch)
            except (EOFError, OSError) as error:  # the process has exited or must be killed
                process, is_unread = place.process, isinstance(error, _UNREAD)
                has_reason = process is not None and not is_unread and not isinstance(error, TimeoutError)
                how = _how_it_ended(process) if has_reason else None
                place.end()
                if self._closing.is_set():
                    return OutflankError("the processes have been ended")
                if future in self._stopping:
                    return OutflankError("the task was stopped")
                if is_unread:
                    continue  # it exited while it had nothing to do, so this task is not to blame
                try:
                    result = watch.ended(how)
                except OutflankError as ended:
                    return ended
                if result is not None:
                    return result
            except Exception as error:  # a message cannot be unpickled, and the result may still arrive
                place.end()
                return OutflankError(_words(error))
        return OutflankError("worker processes keep exiting immediately: is the machine short of memory?")

    def _start(self, place: "_Place") -> Connection:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs, self._nice), daemon=True)
        with self._starting:
            if self._closing.is_set():
                raise EOFError
            with processes.undisturbed(), processes.without_main():
                process.start()
            theirs.close()
            with self._lock:
                place.process, place.connection = process, ours
        return ours


class _Place:
    """A place for one process, which is served by its own thread, with its tasks and the future of the current one."""

    def __init__(self) -> None:
        self.tasks: SimpleQueue[Any] = SimpleQueue()
        self.process: Any = None
        self.connection: Connection | None = None
        self.owners: frozenset[Any] = frozenset()  # owners of the code that the process has run
        self.future: Future[Any] | None = None

    def say_stop(self) -> None:
        """Ask the process to stop its current task."""
        with suppress(OSError):
            if self.connection is not None:
                self.connection.send_bytes(_STOP)

    def end(self) -> None:
        """Kill the process if there is one."""
        process, self.process, self.connection = self.process, None, None
        if process is not None:
            process.kill()
            process.join()


def _result(connection: Connection, watch: Watch) -> Any:
    """Wait for a task to finish, passing its messages to `watch`, and return its result or an OutflankError.

    Raises OSError or EOFError if the process exits, and TimeoutError if it stays silent for too long.
    """
    while connection.poll(watch.patience()):
        is_said, what = connection.recv()
        if not is_said:
            return what
        watch.hear(what)
    raise TimeoutError


def _how_it_ended(process: Any) -> str:
    """Wait for a process to exit, and describe how it exited."""
    process.join(_PARTING)
    if process.exitcode is None:
        return "it closed its connection"
    if process.exitcode >= 0:
        return f"exit code {process.exitcode}"
    number = -process.exitcode
    if number != signal.SIGKILL:
        time.sleep(0.3)  # the killer may be about to kill this process too, and then the task is not at fault
    return signal.Signals(number).name if number in set(signal.Signals) else f"signal {number}"


# --- inside the process -----------------------------------------------------------------------------------------------

_AGAIN = 0.005  # seconds until a running task is asked again to stop

_parent: Connection | None = None
_elsewhere: Callable[[Any], object] | None = None
_speaking = threading.Lock()
_one_task = threading.Lock()


class _Stopped(BaseException):
    """Raised inside a task to stop it, unless the task has chosen another way to be stopped."""


class _Task:
    """The task that this process is running, and the way to stop it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread = threading.get_ident()
        self._number = 0
        self._is_running = self._is_stopped = False
        self._stop: Callable[[], object] | None = None

    def begin(self) -> None:
        with self._lock:
            self._number += 1
            self._is_running, self._is_stopped, self._stop = True, False, None

    def end(self) -> None:
        with self._lock:
            self._is_running = False

    def heed(self, stop: Callable[[], object] | None) -> None:
        with self._lock:
            self._stop = stop or self._interrupt
            if self._is_stopped:
                self._stop_now()

    def stop(self) -> None:
        """Stop the task as soon as it has called `heed`, because it may still be importing modules until then."""
        with self._lock:
            if self._is_running and not self._is_stopped:
                self._is_stopped = True
                self._stop_now()

    def _stop_now(self) -> None:
        if self._stop == self._interrupt:
            self._interrupt()
        elif self._stop is not None:
            threading.Thread(target=self._insist, args=(self._number, self._stop), daemon=True).start()

    def _insist(self, number: int, stop: Callable[[], object]) -> None:
        """Call `stop` repeatedly until the task ends, because a search ignores calls before it has started."""
        while True:
            with self._lock:
                if not self._is_running or self._number != number:
                    return
                stop()
            time.sleep(_AGAIN)

    def _interrupt(self) -> None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(_Stopped))


_task = _Task()  # the main thread's


def tell_watch(message: Any) -> None:
    """Send a message from a task in a ProcessPool, or in `watched_task`, to the watch that follows the task."""
    if _elsewhere is not None:
        _elsewhere(message)
    elif _parent is not None:
        _say(ForkingPickler.dumps((True, message)))


@contextmanager
def watched_task(tell: Callable[[Any], object]) -> Iterator[Callable[[], None]]:
    """Run a task in the `with` block that would otherwise run in a ProcessPool, one at a time in this process.

    `tell` receives the task's messages for its watch. The block gets a function that asks the task to stop, which any
    thread may call. If this stops the task by an exception, `watched_task` raises OutflankError.
    """
    global _task, _elsewhere
    with _one_task:
        before, _task, _elsewhere = _task, _Task(), tell
        _task.begin()
        try:
            yield _task.stop
        except _Stopped:
            raise OutflankError("the task was stopped") from None
        finally:
            _task.end()
            _task, _elsewhere = before, None


def heed_stop(stop: Callable[[], object] | None) -> None:
    """Choose how the current task in a ProcessPool can be stopped: by calling `stop` repeatedly until the task ends.

    If `stop` is None, an exception is raised inside the task instead. Until a task has called this function,
    `ProcessPool.stop` can only kill its process after the grace period.
    """
    _task.heed(stop)


def _say(message: Any) -> None:
    assert _parent is not None
    with _speaking:
        _parent.send_bytes(message)


def _work(connection: Connection, nice: int) -> None:
    """Run a worker process, which receives function calls and sends back their results."""
    global _parent, _task
    _parent, _task = connection, _Task()
    processes.serve_parent()
    if nice and sys.platform != "win32":
        os.nice(nice)
    tasks: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(connection, tasks), name="tasks", daemon=True).start()
    with suppress(OSError):
        while True:
            _say(_answer(tasks.get()))


def _listen(connection: Connection, tasks: "SimpleQueue[bytes]") -> None:
    with suppress(EOFError, OSError):
        while True:
            message = connection.recv_bytes()
            if message == _STOP:
                _task.stop()
            else:
                _task.begin()  # already here, because the next message may stop it
                tasks.put(message)
    os._exit(0)  # the parent is gone


def _answer(message: bytes) -> Any:
    """Run a pickled function call, and return its result or error, also pickled."""
    try:
        try:
            function, arguments = ForkingPickler.loads(message)
            return ForkingPickler.dumps((False, function(*arguments)))
        finally:
            _task.end()
    except _Stopped:
        return ForkingPickler.dumps((False, OutflankError("the task was stopped")))
    except (Exception, SystemExit) as error:
        return ForkingPickler.dumps(
            (False, error if isinstance(error, OutflankError) else OutflankError(_words(error)))
        )


def _words(error: BaseException) -> Text:
    return Text("{kind}: {reason}", kind=type(error).__name__, reason=error)
