"""Boards on which a tournament is played: in this process, in others of this machine, or on a Dask cluster.

A worker of a cluster plays each game in a process of its own, as this machine does, so no player can harm it. Dask
gives the game of a worker that dies to another.
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

_COUNTED_EACH = 1.0  # seconds between two looks at how many workers there are
_MOST_FAILURES = 5  # of tasks, one after the other, with which something else than a worker is wrong


class Boards(ABC):
    """Places to play games at. Use within `with`. `moves` are those of games under way, by number, as far as known."""

    def __init__(self) -> None:
        self.moves: dict[int, Moves] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:  # noqa: B027  most have nothing to give up
        """Give up the games that have not ended."""

    @property
    @abstractmethod
    def n_at_once(self) -> int:
        """The number of games played at a time."""

    def check(self) -> None:  # noqa: B027
        """Raise OutflankError if no game can be played any more."""

    @abstractmethod
    def submit(self, number: int, pairing: Pairing) -> Future[GameResult]:
        """Have a game played; `number` stands for it. Raises OutflankError."""

    def result(self, future: Future[GameResult]) -> GameResult | None:
        """The game of a future that is done; None if it has to be played again. Raises OutflankError."""
        return future.result()


class BoardsHere(Boards):
    """Plays in this process, each game when it is submitted."""

    n_at_once = 0  # besides the one that is being submitted

    def __init__(self, players: Sequence[PlayerLike], control: TimeControl):
        super().__init__()
        self._players, self._control = players, control

    def submit(self, _number: int, pairing: Pairing) -> Future[GameResult]:
        """Play a game."""
        future: Future[GameResult] = Future()
        future.set_result(play_pairing(self._players, pairing, self._control))
        return future


class ProcessBoards(Boards):
    """Processes of this machine. Raises OptionError, before a game, for a foreign player that cannot be made."""

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
        """Have a game played, after those that were submitted before."""

        def hear(moves: Moves) -> None:
            self.moves[number] = moves

        return self._pool.submit(play_game, self._terms, pairing, watch=GameWatch(self._terms, pairing, hear))


class ClusterBoards(Boards):
    """Threads of the workers of a cluster."""

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
        """Raise OutflankError if the scheduler has gone."""
        self._cluster.check()

    @property
    def n_at_once(self) -> int:
        """A game for each thread of the workers."""
        if time.monotonic() - self._counted > _COUNTED_EACH:
            self._counted = time.monotonic()
            self._n_threads = self._cluster.n_threads
        return max(1, self._n_threads)

    def submit(self, number: int, pairing: Pairing) -> Future[GameResult]:
        """Have a game played."""
        task = self._terms, self._start, self._topic, number, pairing
        future = self._cluster.submit(play_there, *task, priority=-number)
        self._running.add(future)
        return future

    def result(self, future: Future[GameResult]) -> GameResult | None:
        """The game, None if the task failed. Raises OutflankError if others failed too, or it lacks a player."""
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
    """The process of a thread of a worker, and the terms for which it has seen that there are all players."""

    terms: GameTerms | None = None
    pool: ProcessPool | None = None

    def close(self) -> None:
        if self.pool is not None:
            self.pool.close()
        self.pool = self.terms = None


_own = _ThreadProcess()


def play_there(terms: GameTerms, start: Any, topic: str, number: int, pairing: Pairing) -> GameResult:
    """Do the task of a worker: play a game, and tell of its moves meanwhile. Raises OutflankError."""
    is_wanted, machine = wanted_test(), worker_address()
    known = moves = pairing.opening

    def hear(now: Moves) -> None:
        nonlocal moves
        moves = now

    try:
        game = _pool(terms, start).submit(play_game, terms, pairing, watch=GameWatch(terms, pairing, hear))
        while wait([game], TELLING).not_done:
            if not is_wanted():
                raise OutflankError("nobody waits for this game any more")
            if moves != known:
                known = moves
                tell(topic, {"number": number, "moves": list(known)})
        result: GameResult = game.result()
        return replace(result, machine=machine)
    except BaseException:
        _own.close()  # it may still be at this game
        raise


def _pool(terms: GameTerms, start: Any) -> ProcessPool:
    """The process of this thread, in which all players of a tournament can be made. Raises OutflankError."""
    if _own.pool is None or _own.terms != terms:
        _own.close()
        multiprocessing.current_process().daemon = False  # as workers of Dask are, who could start no process then
        _own.pool, _own.terms = ProcessPool(1), terms
        _own.pool.submit(make_players, terms, start, watch=MakingWatch(terms)).result()
    return _own.pool
