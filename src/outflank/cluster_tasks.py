"""Tasks on a Dask cluster that are watched and stopped like those of a `ProcessPool`.

If the cluster fails, tasks run in processes of this machine.
"""

import itertools
import pickle
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from typing import Any

from outflank.cluster import Cluster, ClusterError, tell, wanted_test
from outflank.errors import OutflankError
from outflank.workers import ProcessPool, Watch, watched_task

_EACH = 0.05  # seconds between two looks whether anybody still waits for a task


class ClusterTasks:
    """The part of `ProcessPool` that watches and stops tasks, on the workers of a cluster.

    If the cluster fails, its unfinished tasks and the next ones run in at most `n_processes` local processes with the
    priority `nice`.
    """

    def __init__(self, cluster: Cluster, n_processes: int, *, nice: int = 0):
        self._cluster, self._here = cluster, ProcessPool(n_processes, nice=nice)
        self._topic, self._numbers = f"outflank-{secrets.token_hex(8)}", itertools.count()
        self._watches: dict[int, Watch] = {}
        self._local: dict[Future[Any], Future[Any]] = {}
        self._is_closed = False
        cluster.listen(self._topic, self._hear)

    def submit(self, function: Callable[..., Any], /, *arguments: Any, watch: Watch) -> Future[Any]:
        """Call a function on any worker. If it raises an exception, the future raises OutflankError."""
        future, number = Future[Any](), next(self._numbers)
        self._watches[number] = watch
        try:
            self._cluster.check()
            task = self._cluster.submit(_carry_out, self._topic, number, function, arguments)
        except OutflankError:
            del self._watches[number]
            self._submit_here(future, watch, function, arguments)
            return future

        def finish(task: Future[Any]) -> None:
            self._watches.pop(number, None)
            error = None if task.cancelled() else task.exception()
            if isinstance(error, ClusterError) and not future.cancelled() and not self._is_closed:
                self._submit_here(future, watch, function, arguments)
            else:
                _hand_on(task, future)

        future.add_done_callback(lambda done: task.cancel() if done.cancelled() else None)
        task.add_done_callback(finish)
        return future

    def _submit_here(self, future: Future[Any], watch: Watch, function: Any, arguments: Sequence[Any]) -> None:
        here = self._local[future] = self._here.submit(function, *arguments, watch=watch)

        def finish(task: Future[Any]) -> None:
            self._local.pop(future, None)
            _hand_on(task, future)

        here.add_done_callback(finish)

    def stop(self, future: Future[Any], grace: float) -> None:
        """Stop a task. One on the cluster stops within a moment, as it looks by itself whether somebody still waits."""
        here = self._local.get(future)
        if here is not None:
            self._here.stop(here, grace)
        future.cancel()

    def close(self) -> None:
        """Abandon all tasks. The cluster goes on."""
        self._is_closed = True
        self._here.close()
        self._cluster.close()

    def _hear(self, message: Mapping[str, Any]) -> None:
        watch = self._watches.get(message["task"])
        if watch is not None:
            watch.hear(pickle.loads(message["message"]))


def _hand_on(task: Future[Any], future: Future[Any]) -> None:
    """Give the outcome of a task to the future of its caller, unless the caller has cancelled it."""
    with suppress(InvalidStateError):
        if task.cancelled():
            future.set_exception(OutflankError("the task was stopped"))
        elif (error := task.exception()) is not None:
            future.set_exception(error)
        else:
            future.set_result(task.result())


def _carry_out(topic: str, number: int, function: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """Run a task on a worker of the cluster, and stop it as soon as nobody waits for it."""
    is_wanted, is_over = wanted_test(), threading.Event()

    def send(message: Any) -> None:
        tell(topic, {"task": number, "message": pickle.dumps(message)})

    with watched_task(send) as stop:

        def look() -> None:
            while not is_over.wait(_EACH):
                if not is_wanted():
                    stop()

        threading.Thread(target=look, name="wanted", daemon=True).start()
        try:
            return function(*arguments)
        finally:
            is_over.set()
