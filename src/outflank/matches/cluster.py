"""Games on a Dask cluster: each with a core of its own, on workers that come and go.

A worker plays each game in a process, as `matches.workers` does, so no player can harm it. What a worker that dies was
at, Dask gives to another.
"""

import multiprocessing
import os
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from typing import Any

from outflank.cluster import Cluster, tell, wanted_test, worker_address
from outflank.errors import OptionError, OutflankError
from outflank.matches.game import GameResult
from outflank.matches.plan import Plan
from outflank.matches.running import TELLING, Take
from outflank.matches.schedule import Pairing
from outflank.matches.workers import GameProcesses, UnderWay
from outflank.play import TimeControl

_COUNTED_EACH = 1.0  # seconds between two looks at how many workers there are
_MOST_FAILURES = 5  # of tasks, one after the other, with which something else than a worker is wrong


@dataclass(frozen=True, slots=True)
class Terms:
    """The facts of a tournament that a worker needs: see `matches.workers.GameProcesses`."""

    players: tuple[str, ...]
    control: TimeControl
    start: Any
    topic: str


@dataclass(frozen=True, slots=True)
class Played:
    """A game, and the machine on which it was played."""

    result: GameResult
    machine: str


class ClusterBoards:
    """Boards on a cluster. Use within `with`."""

    def __init__(self, cluster: Cluster, players: Sequence[str], plan: Plan):
        self._cluster = cluster
        topic = f"outflank-arena-{os.urandom(8).hex()}"
        self._terms = Terms(tuple(players), plan.control, plan.start(), topic)
        self._running: dict[Future[Played], tuple[int, Pairing]] = {}
        self._moves: dict[int, tuple[str, ...]] = {}
        self._n_failures = 0
        self._counted = float("-inf")
        self._n_at_once = 1

    def __enter__(self) -> "ClusterBoards":
        self._cluster.listen(self._terms.topic, self._note)
        return self

    def __exit__(self, *_error: object) -> None:
        for future in self._running:
            future.cancel()

    @property
    def n_at_once(self) -> int:
        """A game for each thread of the workers."""
        if time.monotonic() - self._counted > _COUNTED_EACH:
            self._counted = time.monotonic()
            self._n_at_once = self._cluster.n_threads
        return max(1, self._n_at_once)

    def begin(self, number: int, pairing: Pairing) -> None:
        """Have a game played."""
        future = self._cluster.submit(play_there, self._terms, number, pairing, priority=-number)
        self._running[future] = number, pairing

    def hear(self, take: Take, patience: float) -> None:
        """Wait for what happens. Raises OutflankError if the cluster fails, or has other players than we have."""
        self._cluster.check()
        if not self._running:
            time.sleep(patience)
        for future in wait(self._running, patience, FIRST_COMPLETED).done:
            number, pairing = self._running.pop(future)
            try:
                played = future.result()
            except OptionError as error:
                raise OutflankError(f"a worker of the cluster cannot play: {error}") from None
            except OutflankError:
                self._n_failures += 1
                if self._n_failures == _MOST_FAILURES:
                    raise
                self.begin(number, pairing)
                continue
            self._n_failures = 0
            self._moves.pop(number, None)
            take(number, played.result, played.machine)

    def under_way(self) -> Iterator[UnderWay]:
        """The games that workers have said something of."""
        known = dict(self._moves)
        for number, pairing in self._running.values():
            if number in known:
                yield UnderWay(number, pairing, known[number])

    def _note(self, said: Mapping[str, Any]) -> None:
        self._moves[said["number"]] = tuple(said["moves"])


# --- on a worker ------------------------------------------------------------------------------------------------------


class _Table(threading.local):
    """The process of a thread in which games are played, and for whom it was made."""

    terms: Terms | None = None
    processes: GameProcesses | None = None


_table = _Table()


def play_there(terms: Terms, number: int, pairing: Pairing) -> Played:
    """What a worker does: play a game, and say meanwhile how far it is. Raises OutflankError."""
    is_wanted, machine = wanted_test(), worker_address()
    processes = _processes(terms)
    found: list[GameResult] = []
    told = pairing.opening
    try:
        processes.begin(0, pairing)
        while not found:
            processes.hear(lambda _number, result: found.append(result), TELLING)
            if not found and not is_wanted():
                raise OutflankError("nobody waits for this game any more")
            for game in processes.under_way():
                if game.moves != told:
                    told = game.moves
                    tell(terms.topic, {"number": number, "moves": list(told)})
    except BaseException:
        _close()  # it is still at this game, and would give its result for the next one
        raise
    return Played(found[0], machine)


def _processes(terms: Terms) -> GameProcesses:
    """The process of this thread, for the players of a tournament."""
    if _table.processes is not None and _table.terms == terms:
        return _table.processes
    _close()
    multiprocessing.current_process().daemon = False  # as workers of Dask are, who could start no process then
    made = GameProcesses(terms.players, terms.control, 1, telling=TELLING, is_lenient=True)
    made.__enter__()
    try:
        made.check(terms.start)
    except BaseException as error:
        made.__exit__(type(error))
        raise
    _table.terms, _table.processes = terms, made
    return made


def _close() -> None:
    if _table.processes is not None:
        _table.processes.__exit__(OutflankError)
        _table.processes = None
