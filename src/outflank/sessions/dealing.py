"""Submit calls to workers, only a few more than can run at a time, and yield the results as they arrive."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any, TypeVar

from outflank.errors import OutflankError
from outflank.workers import Workers

_LOOK = 0.5  # seconds between checks of the workers
_MOST_FAILURES = 10  # failures in a row; after that, the games are not to blame

K = TypeVar("K")
Call = tuple[Callable[..., Any], tuple[Any, ...]]


def dealt(
    workers: Workers, calls: Iterable[tuple[K, Call | None]], n_ahead: int, failed: Callable[[int, OutflankError], str]
) -> Iterator[tuple[K, Any]]:
    """Yield each key with the result of its call as soon as that result arrives.

    If a key has no call, its result is None; if a call fails, its result is the OutflankError. Raises OutflankError if
    the workers fail, or if ten calls fail in a row; in the second case, `failed` supplies the message.
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
