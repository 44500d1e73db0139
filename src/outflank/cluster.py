"""A Dask cluster: work goes out as function and arguments, results come back as futures of the standard library.

A worker that is killed loses what it was at, which Dask gives to another. Needs the extra `cluster`.
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
    """The workers behind a scheduler. Raises OutflankError if none answers at the address."""

    def __init__(self, address: str):
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise OutflankError("a cluster needs an extra: pip install 'outflank[cluster]'") from None
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what fails is said in a line
        try:
            self.client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise OutflankError(f"no Dask scheduler answers at {address}: {error}") from None

    @property
    def n_threads(self) -> int:
        """Number of tasks that the present workers do at once. Raises OutflankError."""
        with failures():
            return sum(each["nthreads"] for each in self.client.scheduler_info(n_workers=-1)["workers"].values())

    def listen(self, topic: str, hear: Callable[[Mapping[str, Any]], Any]) -> None:
        """Subscribes `hear` to what tasks `tell` under a topic; it runs on another thread. Raises OutflankError."""
        with failures():
            self.client.subscribe_topic(topic, lambda event: hear(event[1]))

    def check(self) -> None:
        """Raise OutflankError if the scheduler has gone."""
        if self.client.status != "running":
            raise OutflankError("the scheduler no longer answers")

    def submit(  # type: ignore[override]  # see `Workers`
        self, function: Callable[..., Any], /, *arguments: Any, priority: float = 0
    ) -> Future[Any]:
        """Have some worker call a function, those of higher priority first.

        The future raises OutflankError if the cluster fails, or whatever the function raised. A task of a future that
        is cancelled is not begun; one that has begun can find out with `wanted_test`.
        """
        future: Future[Any] = Future()
        with failures():
            task = self.client.submit(function, *arguments, priority=priority, pure=False)

        def hand_on(_task: Any) -> None:
            try:
                with failures():
                    result = task.result()
            except OutflankError as error:
                with suppress(InvalidStateError):  # cancelled meanwhile
                    future.set_exception(error)
            else:
                with suppress(InvalidStateError):
                    future.set_result(result)

        def give_up(_future: Future[Any]) -> None:
            if future.cancelled():
                with suppress(Exception):  # the cluster has gone, and the task with it
                    self.client.loop.add_callback(self.client.cancel, [task], asynchronous=True)

        future.add_done_callback(give_up)
        task.add_done_callback(hand_on)
        return future

    def close(self) -> None:
        """Leave the cluster, which goes on, and forgets what this client asked for."""
        self.client.close()


@contextmanager
def failures() -> Iterator[None]:
    """Whatever the cluster raises as an OutflankError."""
    from asyncio import CancelledError  # slow to import, and all who can use a cluster import this module

    try:
        yield
    except OutflankError:
        raise
    except (Exception, CancelledError) as error:
        raise OutflankError(f"the cluster failed: {type(error).__name__}: {error}") from None


def tell(topic: str, what: Mapping[str, Any]) -> None:
    """In a task: let whoever listens know something. Outside of one nobody does."""
    with suppress(KeyError, ValueError, AttributeError):
        sys.modules["distributed.worker"].get_worker().log_event(topic, dict(what))


def worker_address() -> str:
    """In a task: the address of the worker that it is on; outside of one, nothing."""
    try:
        return str(sys.modules["distributed.worker"].get_worker().address)
    except (KeyError, ValueError, AttributeError):
        return ""


def wanted_test() -> Callable[[], bool]:
    """In a task: tests if anybody still waits for its result. Outside of one, somebody always does.

    A task that Dask cannot tell of is wanted, so that it is done at worst in vain.
    """
    try:
        worker: Any = sys.modules["distributed.worker"]  # which whoever runs a task has loaded
        tasks, key = worker.get_worker().state.tasks, worker.thread_state.key
    except (KeyError, ValueError, AttributeError):
        return lambda: True

    def is_wanted() -> bool:
        task = tasks.get(key)
        return task is not None and task.state not in ("cancelled", "released", "forgotten")

    return is_wanted
