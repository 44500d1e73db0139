"""Play a generation's games in worker processes, which receive small batches of game numbers and return the games.

If a process is killed, its batch is played again. No batch is returned twice.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from outflank.errors import OutflankError
from outflank.training.dataset import GAME, Appender
from outflank.training.folder import append_new
from outflank.training.plan import PlaySettings
from outflank.workers import Workers

if TYPE_CHECKING:
    from outflank.training.selfplay import SelfPlay

_BATCH_SECONDS = 0.3
_MOST_IN_A_BATCH = 256
_AHEAD = 3  # batches to submit in advance for each process, so that none has to wait


@dataclass(frozen=True, slots=True)
class Task:
    """The games that workers play, and where to save them."""

    folder: Path
    """Folder in which to save the games."""

    weights: Path | None
    """Path of the weights file, or None for weights without knowledge."""

    settings: PlaySettings
    """Settings for the games."""

    seed: int
    """Seed for the games."""


def play(workers: Workers, task: Task, numbers: Iterator[int], enough: Callable[[], bool]) -> Iterator[list[int]]:
    """Play the games with these numbers until no more are left or `enough` returns True.

    Yields the numbers of saved games, several at a time. If there are no new ones for a while, yields an empty list.
    Raises OutflankError.
    """
    batches: dict[Future[Any], list[int]] = {}
    size = 1

    def submit() -> None:
        if batch := list(islice(numbers, size)):
            batches[workers.submit(play_batch, task.weights, task.settings, task.seed, batch)] = batch

    with closing(Appender(append_new(task.folder))) as appender:
        try:
            for _ in range(_AHEAD * workers.n_threads):
                submit()
            while batches:
                if not (ended := wait(batches, 0.5, FIRST_COMPLETED).done):
                    yield []
                for future in ended:
                    batch = batches.pop(future)
                    content, seconds = future.result()
                    for game in np.frombuffer(content, GAME):
                        _write(appender, game, task)
                    if seconds < _BATCH_SECONDS / 2 and len(batch) == size:
                        size = min(2 * size, _MOST_IN_A_BATCH)
                    elif seconds > 2 * _BATCH_SECONDS:
                        size = max(len(batch) // 2, 1)
                    yield batch
                    if enough():
                        return
                    submit()
        finally:
            for future in batches:
                future.cancel()


def _write(appender: Appender, game: Any, task: Task) -> None:
    try:
        appender.add(game)
    except OSError as error:
        raise OutflankError(
            "cannot write a game: {reason} ({folder})", reason=error.strerror, folder=task.folder
        ) from None


def play_batch(source: Path | None, settings: PlaySettings, seed: int, numbers: list[int]) -> tuple[bytes, float]:
    """Play the games with these numbers in a worker process. Return the games, and the time they took in seconds.

    `source` is the path of a weights file, or None for weights without knowledge.
    """
    player = _self_play(source, settings)
    began = time.monotonic()
    games = b"".join(player.game(number, seed).tobytes() for number in numbers)
    return games, time.monotonic() - began


@lru_cache(1)
def _self_play(source: Path | None, settings: PlaySettings) -> "SelfPlay":
    """Create the player for a generation's games.

    Later batches reuse it, because a process plays one batch at a time.
    """
    from outflank.evaluation.weights import Weights
    from outflank.training.selfplay import SelfPlay  # compiled code that only workers need

    return SelfPlay(Weights.zero() if source is None else Weights.load(source), settings)
