"""Calls dealt to workers: a few ahead of what they are at, results as they come."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any, TypeVar

from outflank.errors import OutflankError
from outflank.workers import Workers

_LOOK = 0.5  # seconds between two looks whether anybody works any more
_MOST_FAILURES = 10  # one after the other, with which something else than the games is wrong

K = TypeVar("K")
Call = tuple[Callable[..., Any], tuple[Any, ...]]


def dealt(
    workers: Workers, calls: Iterable[tuple[K, Call | None]], n_ahead: int, failed: Callable[[int, OutflankError], str]
) -> Iterator[tuple[K, Any]]:
    """The results of calls, each with its key, as they come; None at once where there is nothing to call.

    What fails has its OutflankError as the result. Raises OutflankError in the words of `failed` if ten calls fail one
    after the other, and if the workers fail.
    """
    waiting = iter(calls)
    running: dict[Future[Any], K] = {}
    n_failures = 0
    try:
        while True:
            while len(running) < n_ahead and (each := next(waiting, None)) is not None:
                key, call = each
                if call is None:
                    yield key, None
                else:
                    running[workers.submit(call[0], *call[1])] = key
            if not running:
                return
            for future in wait(running, _LOOK, FIRST_COMPLETED).done:
                key = running.pop(future)
                try:
                    result = future.result()
                except OutflankError as error:
                    workers.check()
                    n_failures += 1
                    yield key, error
                    if n_failures == _MOST_FAILURES:
                        raise OutflankError(failed(n_failures, error)) from None
                else:
                    n_failures = 0
                    yield key, result
            workers.check()
    finally:
        for future in running:
            future.cancel()
