"""The games of a generation on a Dask cluster: small batches of numbers go out, games come back to the one who writes.

A worker that is killed loses the batch it was playing, which Dask gives to another; each batch comes back once. Needs
the extra `cluster`.
"""

import queue
import threading
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import numpy as np

from outflank.cluster import Cluster, failures
from outflank.training.dataset import GAME, Appender
from outflank.training.folder import append_new
from outflank.training.plan import PlaySettings
from outflank.training.workers import Task

_BATCH = 16
_AHEAD = 3  # batches given out for each thread of the cluster, so that none waits for the network


class DaskWorkers:
    """The workers of a cluster. Raises OutflankError if there is none at the address."""

    def __init__(self, address: str, batch: int = _BATCH):
        self._cluster = Cluster(address)
        self._client = self._cluster.client
        self._batch = batch

    def play(self, task: Task, numbers: Iterator[int], enough: Callable[[], bool]) -> Iterator[list[int]]:
        """See `workers.Workers.play`."""
        content = b"" if task.weights is None else task.weights.read_bytes()
        with failures():
            weights = self._client.submit(bytes, content, pure=False)  # made again if the worker that has it is killed
        appender = Appender(append_new(task.folder))
        waiting: set[Any] = set()
        ended: queue.SimpleQueue[Any] = queue.SimpleQueue()

        def submit() -> None:
            batch = list(islice(numbers, self._batch))
            if batch:
                future = self._client.submit(play_batch, weights, task.settings, task.seed, batch, pure=False)
                waiting.add(future)
                future.add_done_callback(ended.put)

        try:
            for _ in range(_AHEAD * max(self._cluster.n_threads, 1)):
                submit()
            while waiting:
                try:
                    future = ended.get(timeout=0.5)
                except queue.Empty:
                    self._cluster.check()
                    yield []
                    continue
                waiting.discard(future)
                with failures():
                    games = np.frombuffer(future.result(), GAME)
                for game in games:
                    appender.add(game)
                yield games["number"].tolist()
                if enough():
                    break
                submit()
        finally:
            appender.close()
            self._client.cancel(list(waiting))

    def close(self) -> None:
        """Leave the cluster, which goes on."""
        self._cluster.close()


_local = threading.local()


def play_batch(content: bytes, settings: PlaySettings, seed: int, numbers: list[int]) -> bytes:
    """What a worker does: the games with these numbers, one after another.

    `content` is that of a file of weights, and empty for those that know nothing.
    """
    from outflank.evaluation.weights import Weights
    from outflank.training.selfplay import SelfPlay  # compiled code, which whoever gives out batches need not load

    key = (hash(content), settings)
    if getattr(_local, "key", None) != key:
        weights = Weights.parse(content, "the scheduler") if content else Weights.zero()
        _local.play, _local.key = SelfPlay(weights, settings), key
    return b"".join(_local.play.game(number, seed).tobytes() for number in numbers)
