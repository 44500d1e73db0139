"""The games of a generation on a Dask cluster: small batches of numbers go out, games come back to the one who writes.

A worker that is killed loses the batch it was playing, which Dask gives to another. A game that comes twice is written
once. Needs the extra `cluster`.
"""

import importlib
import threading
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import numpy as np

from outflank.errors import OutflankError
from outflank.evaluation.weights import Weights
from outflank.training.crew import Task
from outflank.training.dataset import GAME, Appender
from outflank.training.folder import append_new
from outflank.training.selfplay import SelfPlay, Settings

_BATCH = 16
_AHEAD = 3  # batches given out for each thread of the cluster, so that none waits for the network
_RETRIES = 100  # deaths of workers that a batch may live through


class DaskCrew:
    """The workers of a cluster. Raises OutflankError if there is none at the address."""

    def __init__(self, address: str, batch: int = _BATCH):
        try:
            self._distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise OutflankError("a cluster needs an extra: pip install 'outflank[cluster]'") from None
        try:
            self._client = self._distributed.Client(address, timeout=10, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise OutflankError(f"no Dask scheduler answers at {address}: {error}") from None
        self._batch = batch

    def play(self, task: Task, numbers: Iterator[int], enough: Callable[[], bool]) -> Iterator[list[int]]:
        """See `crew.Crew.play`."""
        content = None if task.weights is None else task.weights.read_bytes()
        weights = self._client.scatter(content, broadcast=True)
        appender = Appender(append_new(task.folder))
        written: set[int] = set()

        def submit() -> list[Any]:
            batch = list(islice(numbers, self._batch))
            if not batch:
                return []
            arguments = (weights, task.settings, task.seed, batch)
            return [self._client.submit(play_batch, *arguments, pure=False, retries=_RETRIES)]

        threads = sum(worker["nthreads"] for worker in self._client.scheduler_info(n_workers=-1)["workers"].values())
        first = [future for _ in range(_AHEAD * max(threads, 1)) for future in submit()]
        waiting = self._distributed.as_completed(first)
        try:
            for future in waiting:
                games = [game for game in np.frombuffer(future.result(), GAME) if int(game["number"]) not in written]
                for game in games:
                    appender.add(game)
                    written.add(int(game["number"]))
                yield [int(game["number"]) for game in games]
                if not enough():
                    waiting.update(submit())
        finally:
            appender.close()
            self._client.cancel(list(waiting.futures))

    def close(self) -> None:
        """Leave the cluster, which goes on."""
        self._client.close()


_local = threading.local()


def play_batch(content: bytes | None, settings: Settings, seed: int, numbers: list[int]) -> bytes:
    """What a worker does: the games with these numbers, one after another; `content` is that of a file of weights."""
    key = (hash(content), settings)
    if getattr(_local, "key", None) != key:
        weights = Weights.zero() if content is None else Weights.parse(content, "the scheduler")
        _local.play, _local.key = SelfPlay(weights, settings), key
    return b"".join(_local.play.game(number, seed).tobytes() for number in numbers)
