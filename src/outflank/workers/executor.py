"""The executor that everything which is searched, solved or played by many is given to."""

from abc import abstractmethod
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class Workers(Executor):
    """An executor whose tasks have priorities; `ProcessPool` and `cluster.Cluster` are two. Use within `with`.

    What fails is an OutflankError of its future. A task of a future that is cancelled in time is not begun, and one
    whose worker dies is begun again.
    """

    @property
    @abstractmethod
    def n_threads(self) -> int:
        """The number of tasks that are done at once. Raises OutflankError."""

    @abstractmethod
    def submit(  # type: ignore[override]  # the base has keywords for the function, of which none is needed
        self, function: Callable[..., Any], /, *arguments: Any, priority: float = 0
    ) -> Future[Any]:
        """Have a function called, those of higher priority first."""

    @abstractmethod
    def check(self) -> None:
        """Raise OutflankError if nobody works any more."""

    @abstractmethod
    def close(self) -> None:
        """Give up what is not done, and take no more tasks."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002  see the docstring
        """Close at once, at the end of `with` too: unlike usual executors, nobody waits for what nobody needs."""
        self.close()
