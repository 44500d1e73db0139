"""A Dask cluster that runs functions with their arguments and returns the results as standard-library futures.

If a worker is killed, Dask gives its task to another one. Needs the extra `cluster`.
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


class Cluster(Workers):
    """The workers of a scheduler. Raises OutflankError if no scheduler answers at the address."""

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
        """Number of tasks that the current workers can run at the same time. Raises OutflankError."""
        with failures():
            return sum(each["nthreads"] for each in self.client.scheduler_info(n_workers=-1)["workers"].values())

    def listen(self, topic: str, hear: Callable[[Mapping[str, Any]], Any]) -> None:
        """Call `hear`, on another thread, with every message that tasks `tell` under a topic. Raises OutflankError."""
        with failures():
            self.client.subscribe_topic(topic, lambda event: hear(event[1]))

    def check(self) -> None:
        """Raise OutflankError if the scheduler is gone."""
        if self.client.status != "running":
            raise OutflankError("the scheduler no longer answers")

    def submit(  # type: ignore[override]  # see `Workers`
        self, function: Callable[..., Any], /, *arguments: Any, priority: float = 0
    ) -> Future[Any]:
        """Call a function on any worker; calls with higher priority come first.

        The future raises OutflankError if the cluster fails, otherwise the function's own exception. If a future is
        cancelled, its task does not start; a task that is already running can find out with `wanted_test`.
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
        """Disconnect from the cluster, which keeps running and forgets this client's tasks."""
        self.client.close()


@contextmanager
def failures() -> Iterator[None]:
    """Turn the cluster's exceptions into OutflankError."""
    from asyncio import CancelledError  # slow to import, and many modules that may never use a cluster import this one

    try:
        yield
    except OutflankError:
        raise
    except (Exception, CancelledError) as error:
        raise OutflankError(f"the cluster failed: {type(error).__name__}: {error}") from None


def tell(topic: str, what: Mapping[str, Any]) -> None:
    """Send a message from inside a task to the topic's listeners. Do nothing outside a task."""
    with suppress(KeyError, ValueError, AttributeError):
        sys.modules["distributed.worker"].get_worker().log_event(topic, dict(what))


def worker_address() -> str:
    """The address of the worker that is running the current task, or an empty string outside a task."""
    try:
        return str(sys.modules["distributed.worker"].get_worker().address)
    except (KeyError, ValueError, AttributeError):
        return ""


def wanted_test() -> Callable[[], bool]:
    """Return a function that tests whether anybody is still waiting for the current task's result.

    Outside a task, and in a task that Dask does not know, the test always returns True: at worst, the work is wasted.
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
