"""The executor for everything that many workers search, solve or play."""

from abc import abstractmethod
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class Workers(Executor):
    """An executor whose tasks have priorities, such as `ProcessPool` and `cluster.Cluster`. Use `with`.

    A failure is an OutflankError of its future. A future that is cancelled in time does not begin; a task whose worker
    dies begins again.
    """

    @property
    @abstractmethod
    def n_threads(self) -> int:
        """Number of tasks that run at once. Raises OutflankError."""

    @abstractmethod
    def submit(  # type: ignore[override]  # the base has keywords for the function; none is needed
        self, function: Callable[..., Any], /, *arguments: Any, priority: float = 0
    ) -> Future[Any]:
        """Call a function on a worker, higher priority first."""

    @abstractmethod
    def check(self) -> None:
        """Raise OutflankError if no worker is left."""

    @abstractmethod
    def close(self) -> None:
        """Give up unfinished tasks, and accept no more."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002  see the docstring
        """Close at once, also at the end of `with`.

        Unlike usual executors, this one does not wait for unneeded results.
        """
        self.close()
