"""The games of a match in processes of their own, so that whatever a player does, the match goes on.

Before each turn a process says whose it is. If it then ends, or does not answer in time, that player has forfeited the
game, and a new process takes the place of the old one.
"""

import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from outflank import processes
from outflank.errors import OptionError, OutflankError, SubmissionError, excerpt
from outflank.matches.game import GameResult, Moves, forfeited, play_pairing
from outflank.matches.schedule import Pairing
from outflank.play import Forfeit, TimeControl, create
from outflank.play.registry import is_foreign

_PATIENCE = 3  # times that a game is begun whose process ends although no player was asked
_GRACE = 5.0  # seconds more than the clock allows, which the referee within the process has to see it too
_PREPARING = 60.0  # seconds that a player has to be made, or to hear of the game that begins; the referee allows it 30
_PARTING = 1.0  # seconds that a process has to leave by itself


@dataclass(frozen=True, slots=True)
class _Asking:
    """A process is about to ask a player, by its number and seat (-1 where it is only made to see that it can be)."""

    player: int
    seat: int = -1
    moves: Moves = ()
    seconds: tuple[float, ...] = ()
    is_turn: bool = False


@dataclass(slots=True)
class _GameProcess:
    """A process, the game it is at, who was asked last and since when, and which foreign player was."""

    process: Any
    connection: Connection
    task: "tuple[int, Pairing] | None" = None
    asking: _Asking | None = None
    since: float = 0.0
    suspect: _Asking | None = None
    foreign: frozenset[int] = frozenset()  # whose code it has run
    is_spent: bool = False  # it has ended, or must be ended


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A game that is being played: its number, its pairing, and the moves as far as they are known here."""

    number: int
    pairing: Pairing
    moves: Moves


class _Gone(Exception):  # noqa: N818  an event, not an error
    """A process has ended, by itself or because it was ended; says how."""


class GameProcesses:
    """Processes in which the games of a match are played. Use within `with`, which ends them all.

    With `telling`, seconds, processes say of games how far they are, so often at most. With `is_lenient` a player of
    somebody else, or a bot, that cannot be made for a game forfeits it; without, this is raised.
    """

    def __init__(
        self,
        players: Sequence[str],
        control: TimeControl,
        n_workers: int,
        *,
        telling: float | None = None,
        is_lenient: bool = False,
    ):
        self._players, self._control, self._n_workers = tuple(players), control, n_workers
        self._telling, self._is_lenient = telling, is_lenient
        self._waiting: deque[tuple[int, Pairing]] = deque()
        self._begun: dict[int, int] = {}
        self._foreign = frozenset(number for number, player in enumerate(players) if is_foreign(player))
        self._context = multiprocessing.get_context("spawn")  # a fork would copy the locks of whatever threads run here
        self._workers: list[_GameProcess] = []

    def __enter__(self) -> "GameProcesses":
        try:
            for _ in range(self._n_workers):
                self._start(len(self._workers))
        except BaseException:
            self._end(self._workers)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: Any) -> None:
        try:
            if kind is None:
                for worker in self._workers:
                    worker.connection.close()  # which tells it to leave
                until = time.monotonic() + _PARTING
                for worker in self._workers:
                    worker.process.join(max(0.0, until - time.monotonic()))
        finally:
            self._end(self._workers)

    def check(self, start: Any) -> None:
        """Raise OptionError unless each player that is not of this package can be made, for games from `start`."""
        if not self._foreign:
            return
        worker = self._workers[0]
        worker.foreign = self._foreign
        worker.connection.send(start)
        try:
            while worker.connection.poll(_PREPARING):
                if self._hear(worker) is None:
                    return
            how = f"is not made within {_PREPARING:g} s"
        except OutflankError as error:
            if worker.asking is None or str(error).startswith("player "):
                raise
            raise OptionError(f"player {excerpt(self._players[worker.asking.player], 40)}: {error}") from None
        except _Gone as gone:
            how = f"ended the process that it was made in ({gone})"
        if worker.asking is None:
            raise OutflankError(f"no process to play games in could be started: one {how}")
        raise OptionError(f"player {excerpt(self._players[worker.asking.player], 40)}: it {how}")

    def play(self, schedule: Sequence[Pairing], progress: Callable[[GameResult], Any]) -> list[GameResult]:
        """Play the games and return their results in order. Raises OutflankError if that cannot be done."""
        results: dict[int, GameResult] = {}

        def take(number: int, result: GameResult) -> None:
            results[number] = result
            progress(result)

        for number, pairing in enumerate(schedule):
            self.begin(number, pairing)
        while len(results) < len(schedule):
            self.hear(take)
        return [results[number] for number in range(len(schedule))]

    def begin(self, number: int, pairing: Pairing) -> None:
        """Have a game played, after those that were begun before; `number` stands for it."""
        self._waiting.append((number, pairing))
        idle = next((place for place, worker in enumerate(self._workers) if worker.task is None), None)
        if idle is not None:
            self._give(idle)

    def hear(self, take: Callable[[int, GameResult], Any], patience: float | None = None) -> None:
        """Wait until something happens, or for so many seconds, and `take` the games that have ended, by their numbers.

        Raises OutflankError if games cannot be played.
        """
        busy = [worker.connection for worker in self._workers if worker.task is not None]
        first = self._patience()
        if not busy:
            return
        ready = wait(busy, min((each for each in (first, patience) if each is not None), default=None))
        for place, worker in enumerate(list(self._workers)):
            if worker.task is None:
                continue
            number, pairing = worker.task
            try:
                said = self._hear(worker) if worker.connection in ready else self._overdue(worker, pairing)
            except _Gone as gone:
                worker.is_spent = True
                said = self._left_behind(worker, pairing, str(gone))
                if said is None:
                    self._again(number, pairing, str(gone))
                    self._give(place)
            if isinstance(said, GameResult):
                self._begun.pop(number, None)
                self._give(place)  # first, so that the process need not wait
                take(number, said)

    def under_way(self) -> Iterator[UnderWay]:
        """The games that are being played."""
        for worker in self._workers:
            if worker.task is not None:
                number, pairing = worker.task
                moves = worker.asking.moves if worker.asking is not None else pairing.opening
                yield UnderWay(number, pairing, moves)

    def _again(self, number: int, pairing: Pairing, how: str) -> None:
        """Begin a game once more whose process ended. Raises OutflankError if that has happened too often."""
        self._begun[number] = self._begun.get(number, 0) + 1
        if self._begun[number] == _PATIENCE:
            names = " against ".join(excerpt(self._players[player], 40) for player in pairing.seats)
            raise OutflankError(f"processes that play {names} keep ending ({how})")
        self._waiting.appendleft((number, pairing))

    # --- one process ----------------------------------------------------------------------------------------------

    def _start(self, place: int) -> None:
        """Put a new process in a place, of which the old one, if any, is ended."""
        self._end(self._workers[place : place + 1])
        ours, theirs = self._context.Pipe()
        settings = self._players, self._control, self._foreign, self._telling, self._is_lenient
        # It is a daemon so that it ends with its parent in whatever way, if only here: it may have children of its own.
        process = self._context.Process(target=_work, args=(theirs, _Settings(*settings)), daemon=True)
        with processes.undisturbed(), processes.without_main():
            self._workers[place : place + 1] = [_GameProcess(process, ours)]
            process.start()
        theirs.close()

    def _end(self, workers: Sequence[_GameProcess]) -> None:
        started = [worker for worker in workers if worker.process.pid is not None]
        for worker in started:
            worker.process.kill()
        for worker in started:
            worker.process.join()
            worker.connection.close()

    def _give(self, place: int) -> None:
        """Let the process in a place play the next game, if there is one.

        A process that has run the code of a player who does not take part is replaced, so that no player can end a game
        of others.
        """
        if not self._waiting:
            self._workers[place].task = None
            return
        task = self._waiting.popleft()
        foreign = self._foreign.intersection(task[1].seats)
        if self._workers[place].is_spent or self._workers[place].foreign - foreign:
            self._start(place)
        worker = self._workers[place]
        worker.task, worker.asking, worker.suspect, worker.foreign = task, None, None, foreign
        with suppress(OSError):  # it has ended, which the next look at the connection shows
            worker.connection.send(task[1])

    def _hear(self, worker: _GameProcess) -> Any:
        """The next thing that a process says: a GameResult, None for a check that is done, or that it asks somebody.

        Raises _Gone, or what went wrong in the process.
        """
        try:
            said = worker.connection.recv()
        except (EOFError, OSError):
            raise _Gone(_how_it_ended(worker.process)) from None
        if isinstance(said, BaseException):
            raise said
        if isinstance(said, _Asking):
            worker.asking, worker.since = said, time.monotonic()
            if said.player in self._foreign:
                worker.suspect = said
        return said

    def _left_behind(self, worker: _GameProcess, pairing: Pairing, how: str) -> GameResult | None:
        """The forfeit of whoever ended a process; None if nobody can have done so."""
        suspect = worker.suspect
        if suspect is None:
            return None
        reason = f"it ended the process that it played in ({how})"
        return forfeited(pairing, suspect.moves, Forfeit(suspect.seat, "crash", reason), suspect.seconds)

    # --- players that keep even the referee waiting ---------------------------------------------------------------

    def _deadline(self, worker: _GameProcess) -> float:
        """When a foreign player that was asked must have answered; no player has more time than this."""
        asking, control = worker.asking, self._control
        if asking is None or asking.player not in self._foreign:
            return float("inf")
        if not asking.is_turn:
            return worker.since + _PREPARING
        most = control.main if control.per_move else control.main + control.increment * len(asking.moves)
        return worker.since + most + _GRACE

    def _patience(self) -> float | None:
        """Seconds until the first deadline, if there is one."""
        deadlines = (self._deadline(worker) for worker in self._workers if worker.task is not None)
        first = min(deadlines, default=float("inf"))
        return None if first == float("inf") else max(0.0, first - time.monotonic())

    def _overdue(self, worker: _GameProcess, pairing: Pairing) -> GameResult | None:
        """The forfeit of a player whose code in C lets nothing else run, so that the referee cannot stop it, if any."""
        if worker.asking is None or time.monotonic() < self._deadline(worker):
            return None
        worker.is_spent = True
        seconds = time.monotonic() - worker.since
        late = f"no move in time after {seconds:.3g} s ({self._control})"
        if not worker.asking.is_turn:
            late = f"not ready to play after {seconds:.3g} s"
        forfeit = Forfeit(worker.asking.seat, "time", late)
        return forfeited(pairing, worker.asking.moves, forfeit, worker.asking.seconds)


def _how_it_ended(process: Any) -> str:
    """Waits for a process to end, and says how it did."""
    process.join(_PARTING)
    if process.exitcode is None:
        return "it closed its connection"
    if process.exitcode >= 0:
        return f"exit code {process.exitcode}"
    number = -process.exitcode
    if number != signal.SIGKILL:
        time.sleep(0.3)  # whoever ended it may be about to end us as well: then it was no fault
    return signal.Signals(number).name if number in set(signal.Signals) else f"signal {number}"


# --- within the process -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Settings:
    """What a process has to know: see GameProcesses."""

    players: tuple[str, ...]
    control: TimeControl
    foreign: frozenset[int]
    telling: float | None
    is_lenient: bool


def _work(connection: Connection, settings: _Settings) -> None:
    """The life of a process: play the games that come, and say what came of each; a start instead is a check."""
    processes.serve_parent()
    multiprocessing.current_process().daemon = False
    with suppress(OSError):  # what players print must not get into our parent's output
        os.dup2(2, 1)
    if sys.stdout is not None and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(line_buffering=True)
    while True:
        try:
            task = connection.recv()
        except EOFError:
            return
        try:
            answer = _answer(connection, task, settings)
        except KeyboardInterrupt:  # raised by a player: Ctrl-C does not come here
            os._exit(1)
        except OutflankError as error:
            answer = error
        except Exception:
            answer = RuntimeError(f"in a process that plays games:\n{traceback.format_exc()}")
        connection.send(answer)


def _answer(connection: Connection, task: Any, settings: _Settings) -> Any:
    players, control = settings.players, settings.control
    if not isinstance(task, Pairing):
        for number in sorted(settings.foreign):
            connection.send(_Asking(number))
            create(players[number], plays=task)
        return None
    is_watched = not settings.foreign.isdisjoint(task.seats)
    if not is_watched and settings.telling is None:
        return play_pairing(players, task, control)
    making: _Asking | None = None
    told = time.monotonic()

    def asking(seat: int, moves: Moves, seconds: tuple[float, ...], is_turn: bool) -> None:
        nonlocal making, told
        said = _Asking(task.seats[seat], seat, moves, seconds, is_turn)
        making = None if is_turn else said
        if not is_watched:
            if settings.telling is None or time.monotonic() - told < settings.telling:
                return
            told = time.monotonic()
        connection.send(said)

    try:
        return play_pairing(players, task, control, asking)
    except OptionError as error:
        is_theirs = isinstance(error, SubmissionError) or (making is not None and making.player in settings.foreign)
        if not settings.is_lenient or making is None or not is_theirs:
            raise
        return forfeited(task, task.opened.moves, Forfeit(making.seat, "crash", f"it cannot be made: {error}"))
