"""Run functions on a Dask cluster and return their results as standard-library futures.

If a worker is killed, Dask assigns its task to another worker. This module requires the extra `cluster`.
"""

import importlib
import logging
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, InvalidStateError
from contextlib import contextmanager, suppress
from typing import Any

from outflank.errors import OutflankError
from outflank.workers import Workers

CONNECT_SECONDS = 10


class ClusterError(OutflankError):
    """Raised if the cluster fails, or if a function fails with an exception that is not one of Outflank's."""


class Cluster(Workers):
    """A connection to the workers of a Dask scheduler. Raises OutflankError if there is no scheduler at the address."""

    def __init__(self, address: str):
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise OutflankError("a cluster needs an extra: pip install 'outflank[cluster]'") from None
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # failures are reported in one line
        try:
            self.client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise OutflankError(f"no Dask scheduler answers at {address}: {error}") from None

    @property
    def n_threads(self) -> int:
        """Number of tasks that the connected workers can run simultaneously. Raises OutflankError."""
        with failures():
            return sum(each["nthreads"] for each in self.client.scheduler_info(n_workers=-1)["workers"].values())

    def listen(self, topic: str, hear: Callable[[Mapping[str, Any]], Any]) -> None:
        """Subscribe `hear` to the messages that tasks `tell` under a topic; it runs on another thread.

        Raises OutflankError.
        """
        with failures():
            self.client.subscribe_topic(topic, lambda event: hear(event[1]))

    def check(self) -> None:
        """Raise OutflankError if the connection to the scheduler is lost."""
        if self.client.status != "running":
            raise OutflankError("the scheduler no longer answers")

    def submit(  # type: ignore[override]  # see `Workers`
        self, function: Callable[..., Any], /, *arguments: Any, priority: float = 0
    ) -> Future[Any]:
        """Call a function on any worker. Calls with a higher priority are started first.

        The future raises OutflankError if the cluster fails, or else the exception raised by the function. If a future
        is cancelled, its task does not start; if the task is already running, `wanted_test` lets it detect this.
        """
        future: Future[Any] = Future()
        with failures():
            task = self.client.submit(function, *arguments, priority=priority, pure=False)

        def hand_on(_task: Any) -> None:
            try:
                with failures():
                    result = task.result()
            except OutflankError as error:
                with suppress(InvalidStateError):  # cancelled in the meantime
                    future.set_exception(error)
            else:
                with suppress(InvalidStateError):
                    future.set_result(result)

        def give_up(_future: Future[Any]) -> None:
            if future.cancelled():
                with suppress(Exception):  # the cluster is gone, and so is the task
                    self.client.loop.add_callback(self.client.cancel, [task], asynchronous=True)

        future.add_done_callback(give_up)
        task.add_done_callback(hand_on)
        return future

    def close(self) -> None:
        """Disconnect from the cluster. The cluster keeps running, but drops this client's tasks."""
        self.client.close()


@contextmanager
def failures() -> Iterator[None]:
    """Convert exceptions from the cluster to OutflankError."""
    from asyncio import CancelledError  # slow to import, and many modules that may never use a cluster import this one

    try:
        yield
    except OutflankError:
        raise
    except (Exception, CancelledError) as error:
        raise ClusterError(f"the cluster failed: {type(error).__name__}: {error}") from None


def tell(topic: str, what: Mapping[str, Any]) -> None:
    """Send a message from a task to the listeners of a topic. Outside a task, do nothing."""
    with suppress(KeyError, ValueError, AttributeError):
        sys.modules["distributed.worker"].get_worker().log_event(topic, dict(what))


def worker_address() -> str:
    """Address of the worker that is running the current task. Outside a task, it is an empty string."""
    try:
        return str(sys.modules["distributed.worker"].get_worker().address)
    except (KeyError, ValueError, AttributeError):
        return ""


def wanted_test() -> Callable[[], bool]:
    """Return a function that tests whether anyone is still waiting for the result of the current task.

    Outside a task, or if Dask does not know the task, the test always returns True. At worst, some work is wasted.
    """
    try:
        worker: Any = sys.modules["distributed.worker"]  # loaded in every process that runs a task
        tasks, key = worker.get_worker().state.tasks, worker.thread_state.key
    except (KeyError, ValueError, AttributeError):
        return lambda: True

    def is_wanted() -> bool:
        task = tasks.get(key)
        return task is not None and task.state not in ("cancelled", "released", "forgotten")

    return is_wanted
