"""Processes that play the games of a generation, each adding what it has played to a file of its own.

They share nothing: a process that is killed costs the game it was playing, and its other games are played by the rest.
"""

import multiprocessing
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Protocol

from outflank import processes
from outflank.errors import OutflankError
from outflank.training.dataset import Appender
from outflank.training.folder import append_new
from outflank.training.plan import PlaySettings

_PATIENCE = 3  # processes in a row that may end without having played a game
_BATCH_SECONDS = 0.3
_MOST_IN_A_BATCH = 256


@dataclass(frozen=True, slots=True)
class Task:
    """What games to play: into which folder, with which weights (None for those that know nothing), how, and which."""

    folder: Path
    weights: Path | None
    settings: PlaySettings
    seed: int


class Workers(Protocol):
    """Whoever plays the games of a generation."""

    def play(self, task: Task, numbers: Iterator[int], enough: Callable[[], bool]) -> Iterator[list[int]]:
        """Play the games with these numbers, until there are no more or `enough` says so.

        Yields the numbers of games that are on disk, some at a time, and an empty list now and then while there is
        nothing to say. A number may come more than once.
        """
        ...


@dataclass(slots=True)
class _LocalWorker:
    process: Any
    connection: Connection
    batch: list[int]
    size: int = 1
    since: float = 0.0


class LocalWorkers:
    """So many processes on this machine."""

    def __init__(self, n_workers: int):
        self._n_workers = n_workers
        self._context = multiprocessing.get_context("spawn")

    def play(self, task: Task, numbers: Iterator[int], enough: Callable[[], bool]) -> Iterator[list[int]]:
        """See `Workers.play`."""
        workers = [self._start(task) for _ in range(self._n_workers)]
        returned: list[int] = []  # what processes that died had been given
        deaths = 0
        try:
            for worker in workers:
                self._give(worker, numbers, returned)
            while any(worker.batch for worker in workers):
                ready = wait([worker.connection for worker in workers if worker.batch], timeout=0.5)
                if not ready:
                    yield []
                for i, worker in enumerate(workers):
                    if worker.connection not in ready:
                        continue
                    try:
                        complaint = worker.connection.recv()
                    except (EOFError, OSError):
                        deaths += 1
                        if deaths >= _PATIENCE:
                            raise OutflankError(
                                "processes that play games keep ending at once: is memory short?"
                            ) from None
                        returned += worker.batch
                        self._end([worker])
                        workers[i] = worker = self._start(task)
                        self._give(worker, numbers, returned)
                        continue
                    if complaint:
                        raise OutflankError(complaint)
                    deaths = 0
                    done, worker.batch = worker.batch, []
                    seconds = time.monotonic() - worker.since
                    if seconds < _BATCH_SECONDS / 2:
                        worker.size = min(2 * worker.size, _MOST_IN_A_BATCH)
                    elif seconds > 2 * _BATCH_SECONDS:
                        worker.size = max(worker.size // 2, 1)
                    yield done
                    if not enough():
                        self._give(worker, numbers, returned)
        finally:
            self._end(workers)

    def _start(self, task: Task) -> _LocalWorker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs, task), daemon=True)
        with processes.undisturbed():
            process.start()
        theirs.close()
        return _LocalWorker(process, ours, [])

    def _give(self, worker: _LocalWorker, numbers: Iterator[int], returned: list[int]) -> None:
        batch = returned[: worker.size]
        del returned[: worker.size]
        batch += islice(numbers, worker.size - len(batch))
        worker.batch, worker.since = batch, time.monotonic()
        if batch:
            with suppress(OSError):  # it is dead, which the next look at the connection shows
                worker.connection.send(batch)

    def _end(self, workers: list[_LocalWorker]) -> None:
        for worker in workers:
            worker.process.kill()
        for worker in workers:
            worker.process.join()
            worker.connection.close()


def _work(connection: Connection, task: Task) -> None:
    """The life of a process: play the batches of numbers that come, and say when each is done."""
    processes.serve_parent()
    from outflank.evaluation.weights import Weights
    from outflank.training.selfplay import SelfPlay  # compiled code, which the parent need not load

    try:
        play = SelfPlay(Weights.zero() if task.weights is None else Weights.load(task.weights), task.settings)
        appender = Appender(append_new(task.folder))
        while True:
            for number in connection.recv():
                appender.add(play.game(number, task.seed))
            connection.send("")
    except EOFError:
        pass
    except OutflankError as error:
        connection.send(str(error))
    except OSError as error:
        connection.send(f"writing a game failed: {error.strerror} ({task.folder})")
