"""Run tournament games in this process, in other processes, or on a Dask cluster.

A cluster worker plays each game in a separate process, as this machine does, so no player can harm the worker. If a
worker dies, Dask assigns its game to another worker.
"""

import multiprocessing
import os
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, wait
from dataclasses import replace
from typing import Any, Self

from outflank.cluster import Cluster, tell, wanted_test, worker_address
from outflank.errors import OptionError, OutflankError
from outflank.matches.game import GameResult, Moves, Pairing, play_pairing
from outflank.matches.playing import TELLING, GameTerms, GameWatch, MakingWatch, make_players, play_game
from outflank.play import PlayerLike, TimeControl
from outflank.workers import ProcessPool

_COUNTED_EACH = 1.0  # seconds between counts of the worker threads
_MOST_FAILURES = 5  # failed tasks in a row that suggest that the cluster itself is broken


class Boards(ABC):
    """A place where games are played. Use it in a `with` block.

    `moves` maps the number of each game in progress to the moves made so far, if they are known.
    """

    def __init__(self) -> None:
        self.moves: dict[int, Moves] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:  # noqa: B027  most subclasses have nothing to abandon
        """Abandon the games in progress."""

    @property
    @abstractmethod
    def n_at_once(self) -> int:
        """Number of games to play at the same time."""

    def check(self) -> None:  # noqa: B027
        """Raise OutflankError if no more games can be played."""

    @abstractmethod
    def submit(self, number: int, pairing: Pairing) -> Future[GameResult]:
        """Start a game that is identified by `number`. Raises OutflankError."""

    def result(self, future: Future[GameResult]) -> GameResult | None:
        """Return the result from a finished future, or None if the game must be replayed. Raises OutflankError."""
        return future.result()


class BoardsHere(Boards):
    """Plays each game in this process, and returns from `submit` only when the game is over."""

    n_at_once = 0  # in addition to the submitted game

    def __init__(self, players: Sequence[PlayerLike], control: TimeControl):
        super().__init__()
        self._players, self._control = players, control

    def submit(self, _number: int, pairing: Pairing) -> Future[GameResult]:
        """Play a game to the end and return a future that is already finished."""
        future: Future[GameResult] = Future()
        future.set_result(play_pairing(self._players, pairing, self._control))
        return future


class ProcessBoards(Boards):
    """Plays games in other processes on this machine.

    The constructor raises OptionError if a third-party player cannot be created.
    """

    n_at_once = 0

    def __init__(self, terms: GameTerms, start: Any, n_at_once: int):
        super().__init__()
        self._terms, self.n_at_once = terms, n_at_once
        self._pool = ProcessPool(n_at_once)
        try:
            if terms.foreign:
                self._pool.submit(make_players, terms, start, watch=MakingWatch(terms)).result()
        except BaseException:
            self._pool.close()
            raise

    def __exit__(self, *_error: object) -> None:
        self._pool.close()

    def submit(self, number: int, pairing: Pairing) -> Future[GameResult]:
        """Add a game to the queue of the process pool."""

        def hear(moves: Moves) -> None:
            self.moves[number] = moves

        return self._pool.submit(play_game, self._terms, pairing, watch=GameWatch(self._terms, pairing, hear))


class ClusterBoards(Boards):
    """Plays games in the worker threads of a Dask cluster."""

    def __init__(self, cluster: Cluster, terms: GameTerms, start: Any):
        super().__init__()
        self._cluster, self._terms, self._start = cluster, terms, start
        self._topic = f"outflank-arena-{os.urandom(8).hex()}"
        self._running: set[Future[GameResult]] = set()
        self._n_failures = 0
        self._counted = float("-inf")
        self._n_threads = 1

    def __enter__(self) -> Self:
        self._cluster.listen(self._topic, self._note)
        return self

    def __exit__(self, *_error: object) -> None:
        for future in self._running:
            future.cancel()

    def _note(self, event: Mapping[str, Any]) -> None:
        self.moves[event["number"]] = tuple(event["moves"])

    def check(self) -> None:
        """Raise OutflankError if the connection to the scheduler is lost."""
        self._cluster.check()

    @property
    def n_at_once(self) -> int:
        """Number of worker threads, each of which plays one game at a time."""
        if time.monotonic() - self._counted > _COUNTED_EACH:
            self._counted = time.monotonic()
            self._n_threads = self._cluster.n_threads
        return max(1, self._n_threads)

    def submit(self, number: int, pairing: Pairing) -> Future[GameResult]:
        """Submit a game to the cluster."""
        task = self._terms, self._start, self._topic, number, pairing
        future = self._cluster.submit(play_there, *task, priority=-number)
        self._running.add(future)
        return future

    def result(self, future: Future[GameResult]) -> GameResult | None:
        """Return the result of a game, or None if its task failed.

        Raises OutflankError after several failures in a row, or if one of the players is missing on a worker.
        """
        self._running.discard(future)
        try:
            game = future.result()
        except OptionError as error:
            raise OutflankError(f"a worker of the cluster cannot play: {error}") from None
        except OutflankError:
            self._n_failures += 1
            if self._n_failures == _MOST_FAILURES:
                raise
            return None
        self._n_failures = 0
        return game


# --- on a worker ------------------------------------------------------------------------------------------------------


class _ThreadProcess(threading.local):
    """The process that belongs to a worker thread, and the game terms for which its players have been checked."""

    terms: GameTerms | None = None
    pool: ProcessPool | None = None

    def close(self) -> None:
        if self.pool is not None:
            self.pool.close()
        self.pool = self.terms = None


_own = _ThreadProcess()


def play_there(terms: GameTerms, start: Any, topic: str, number: int, pairing: Pairing) -> GameResult:
    """Play a game on a worker and report its moves as they are made. Raises OutflankError."""
    is_wanted, machine = wanted_test(), worker_address()
    known = moves = pairing.opening

    def hear(now: Moves) -> None:
        nonlocal moves
        moves = now

    try:
        game = _pool(terms, start).submit(play_game, terms, pairing, watch=GameWatch(terms, pairing, hear))
        while wait([game], TELLING).not_done:
            if not is_wanted():
                raise OutflankError("nobody is waiting for this game any longer")
            if moves != known:
                known = moves
                tell(topic, {"number": number, "moves": list(known)})
        result: GameResult = game.result()
        return replace(result, machine=machine)
    except BaseException:
        _own.close()  # the process may still be playing
        raise


def _pool(terms: GameTerms, start: Any) -> ProcessPool:
    """Return this thread's process pool after checking all players of the tournament in it. Raises OutflankError."""
    if _own.pool is None or _own.terms != terms:
        _own.close()
        multiprocessing.current_process().daemon = False  # Dask workers are daemons, which may not start processes
        _own.pool, _own.terms = ProcessPool(1), terms
        _own.pool.submit(make_players, terms, start, watch=MakingWatch(terms)).result()
    return _own.pool
