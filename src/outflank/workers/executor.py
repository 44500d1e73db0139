"""The interface of executors, whose workers search, solve or play in parallel."""

from abc import abstractmethod
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class Workers(Executor):
    """An executor whose tasks have priorities. Use it in a `with` statement.

    Examples are `ProcessPool` and `cluster.Cluster`. If a task fails, its future raises OutflankError. If a future is
    cancelled before its task has started, the task never runs. If a worker dies, its task starts again from the
    beginning.
    """

    @property
    @abstractmethod
    def n_threads(self) -> int:
        """The number of tasks that can run at the same time. Raises OutflankError if the workers cannot be reached."""

    @abstractmethod
    def submit(  # type: ignore[override]  # the base class passes keywords to the function; we need none
        self, function: Callable[..., Any], /, *arguments: Any, priority: float = 0
    ) -> Future[Any]:
        """Schedule a function call on a worker; calls with higher priority run first."""

    @abstractmethod
    def check(self) -> None:
        """Raise OutflankError if no workers are left."""

    @abstractmethod
    def close(self) -> None:
        """Abandon unfinished tasks and stop accepting new ones."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002  see the docstring
        """Close the executor immediately, which also happens at the end of a `with` statement.

        Unlike most executors, this one does not wait for results that nobody will use.
        """
        self.close()
