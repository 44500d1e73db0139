"""The interface of executors that let many workers search, solve or play."""

from abc import abstractmethod
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class Workers(Executor):
    """An executor whose tasks have priorities, such as `ProcessPool` and `cluster.Cluster`. Use it in a `with` block.

    If a task fails, its future raises OutflankError. If a future is cancelled in time, its task does not start. If a
    worker dies, its task starts over.
    """

    @property
    @abstractmethod
    def n_threads(self) -> int:
        """Number of tasks that can run at the same time. Raises OutflankError."""

    @abstractmethod
    def submit(  # type: ignore[override]  # the base class passes keywords to the function; we need none
        self, function: Callable[..., Any], /, *arguments: Any, priority: float = 0
    ) -> Future[Any]:
        """Call a function on a worker; calls with higher priority come first."""

    @abstractmethod
    def check(self) -> None:
        """Raise OutflankError if no workers are left."""

    @abstractmethod
    def close(self) -> None:
        """Abandon unfinished tasks, and accept no new ones."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002  see the docstring
        """Close immediately; the end of a `with` block calls this too.

        Unlike most executors, this one does not wait for results that nobody needs.
        """
        self.close()
