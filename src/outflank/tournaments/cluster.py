"""Games on a Dask cluster: each with a core of its own, on workers that come and go, and only where clocks are fair.

A worker plays each game in a process, as `arena.workers` does, so no player can harm it. One that is so busy that its
clocks would not be fair refuses the game, which another gets. What a worker that dies was at, Dask gives to another.
"""

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from typing import Any

from outflank.arena.game import GameResult
from outflank.arena.schedule import Pairing
from outflank.arena.workers import GameProcesses, UnderWay
from outflank.cluster import Cluster, tell, wanted_test, worker_address
from outflank.errors import OptionError, OutflankError
from outflank.play import TimeControl
from outflank.tournaments.plan import Plan
from outflank.tournaments.running import TELLING, Take

_AVOIDED = 10.0  # seconds for which a worker that refused a game gets none, if there are others
_MEASURE_EACH = 2.0  # seconds between two looks at how busy a worker is
_COUNTED_EACH = 1.0  # seconds between two looks at how many workers there are
_MOST_FAILURES = 5  # of tasks, one after the other, with which something else than a worker is wrong


@dataclass(frozen=True, slots=True)
class Terms:
    """What a worker has to know of a tournament: see `arena.workers.GameProcesses`, and `Plan.fair_clock`."""

    players: tuple[str, ...]
    control: TimeControl
    start: Any
    fair_clock: float | None
    topic: str


@dataclass(frozen=True, slots=True)
class Played:
    """A game that a worker has played, or refused, with how busy it was: how many times as long everything took."""

    result: GameResult | None
    machine: str
    load: float = 1.0


class ClusterBoards:
    """Boards on a cluster. Use within `with`. `told` gets a line for each worker that refuses a game."""

    def __init__(self, cluster: Cluster, players: Sequence[str], plan: Plan, told: Callable[[str], None]):
        self._cluster, self._told = cluster, told
        topic = f"outflank-arena-{os.urandom(8).hex()}"
        self._terms = Terms(tuple(players), plan.control, plan.start(), plan.fair_clock, topic)
        self._running: dict[Future[Played], tuple[int, Pairing]] = {}
        self._later: list[tuple[float, int, Pairing]] = []
        self._avoided: dict[str, float] = {}
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
        """A game for each thread of the workers that are not too busy."""
        if time.monotonic() - self._counted > _COUNTED_EACH:
            self._counted = time.monotonic()
            threads, avoided = self._cluster.threads(), self._avoided_now()
            self._n_at_once = sum(n for address, n in threads.items() if address not in avoided)
        return max(1, self._n_at_once)

    def begin(self, number: int, pairing: Pairing) -> None:
        """Have a game played."""
        future = self._cluster.submit(
            play_there, self._terms, number, pairing, priority=-number, besides=self._avoided_now()
        )
        self._running[future] = number, pairing

    def hear(self, take: Take, patience: float) -> None:
        """Wait for what happens. Raises OutflankError if the cluster fails, or has other players than we have."""
        self._cluster.check()
        now = time.monotonic()
        due = [each for each in self._later if each[0] <= now]
        self._later = [each for each in self._later if each[0] > now]
        for _, number, pairing in due:
            self.begin(number, pairing)
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
            if played.result is None:
                self._refused(number, pairing, played)
            else:
                self._moves.pop(number, None)
                take(number, played.result, played.machine)

    def under_way(self) -> Iterator[UnderWay]:
        """The games that workers have said something of."""
        known = dict(self._moves)
        for number, pairing in self._running.values():
            if number in known:
                yield UnderWay(number, pairing, known[number])

    def _refused(self, number: int, pairing: Pairing, played: Played) -> None:
        if played.machine not in self._avoided_now():
            self._told(
                f"worker {played.machine} is too busy for fair clocks (everything takes {played.load:.1f} times as"
                f" long): no games for it for {_AVOIDED:g} s"
            )
        self._avoided[played.machine] = time.monotonic() + _AVOIDED
        self._counted = float("-inf")
        if self._cluster.threads().keys() - self._avoided_now():
            self.begin(number, pairing)
        else:  # there is nobody else: perhaps it is less busy soon
            self._later.append((time.monotonic() + _AVOIDED, number, pairing))

    def _avoided_now(self) -> set[str]:
        now = time.monotonic()
        return {address for address, until in self._avoided.items() if until > now}

    def _note(self, said: Mapping[str, Any]) -> None:
        self._moves[said["number"]] = tuple(said["moves"])


# --- on a worker ------------------------------------------------------------------------------------------------------


class _Table(threading.local):
    """The process of a thread in which games are played, for whom it was made, and when it was last measured."""

    terms: Terms | None = None
    processes: GameProcesses | None = None
    measured = float("-inf")


_table = _Table()


def play_there(terms: Terms, number: int, pairing: Pairing) -> Played:
    """What a worker does: play a game, and say meanwhile how far it is. Raises OutflankError."""
    is_wanted, machine = wanted_test(), worker_address()
    processes = _processes(terms)
    if terms.fair_clock is not None and time.monotonic() - _table.measured > _MEASURE_EACH:
        load = processes.load()
        if load > terms.fair_clock:
            return Played(None, machine, load)
        _table.measured = time.monotonic()
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
    _table.terms, _table.processes, _table.measured = terms, made, float("-inf")
    return made


def _close() -> None:
    if _table.processes is not None:
        _table.processes.__exit__(OutflankError)
        _table.processes = None
