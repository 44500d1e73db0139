"""A Dask cluster: sends out functions with arguments, and returns results as standard-library futures.

If a worker is killed, Dask gives its task to another. Needs the extra `cluster`.
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
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # failures are reported in one line
        try:
            self.client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise OutflankError(f"no Dask scheduler answers at {address}: {error}") from None

    @property
    def n_threads(self) -> int:
        """Number of tasks that the current workers run at once. Raises OutflankError."""
        with failures():
            return sum(each["nthreads"] for each in self.client.scheduler_info(n_workers=-1)["workers"].values())

    def listen(self, topic: str, hear: Callable[[Mapping[str, Any]], Any]) -> None:
        """Subscribe `hear` to what tasks `tell` under a topic; it runs on another thread. Raises OutflankError."""
        with failures():
            self.client.subscribe_topic(topic, lambda event: hear(event[1]))

    def check(self) -> None:
        """Raise OutflankError if the scheduler is gone."""
        if self.client.status != "running":
            raise OutflankError("the scheduler no longer answers")

    def submit(  # type: ignore[override]  # see `Workers`
        self, function: Callable[..., Any], /, *arguments: Any, priority: float = 0
    ) -> Future[Any]:
        """Call a function on some worker, higher priority first.

        The future raises OutflankError if the cluster fails, or else the function's exception. A cancelled future's
        task does not begin; a running one can find out with `wanted_test`.
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
                with suppress(Exception):  # the cluster is gone, and the task with it
                    self.client.loop.add_callback(self.client.cancel, [task], asynchronous=True)

        future.add_done_callback(give_up)
        task.add_done_callback(hand_on)
        return future

    def close(self) -> None:
        """Leave the cluster, which goes on and forgets this client's tasks."""
        self.client.close()


@contextmanager
def failures() -> Iterator[None]:
    """Turn the cluster's exceptions into OutflankError."""
    from asyncio import CancelledError  # slow to import; everyone who may use a cluster imports this module

    try:
        yield
    except OutflankError:
        raise
    except (Exception, CancelledError) as error:
        raise OutflankError(f"the cluster failed: {type(error).__name__}: {error}") from None


def tell(topic: str, what: Mapping[str, Any]) -> None:
    """Inside a task: send a message to the topic's listeners. Does nothing elsewhere."""
    with suppress(KeyError, ValueError, AttributeError):
        sys.modules["distributed.worker"].get_worker().log_event(topic, dict(what))


def worker_address() -> str:
    """Inside a task: the address of its worker; elsewhere empty."""
    try:
        return str(sys.modules["distributed.worker"].get_worker().address)
    except (KeyError, ValueError, AttributeError):
        return ""


def wanted_test() -> Callable[[], bool]:
    """Inside a task: return a test of whether anybody still waits for its result. Elsewhere it is always true.

    A task unknown to Dask counts as wanted: at worst it runs in vain.
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
