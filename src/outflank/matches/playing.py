"""Play games in separate processes, so that no player can bring down the match.

Before each turn, the process reports which player is to move. If it then exits or takes too long, this player forfeits
the game, and the pool starts a new process.
"""

import multiprocessing
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn

from outflank.errors import OptionError, OutflankError, SubmissionError, excerpt
from outflank.matches.game import GameResult, Moves, Pairing, forfeited, play_pairing
from outflank.play import Forfeit, TimeControl, create
from outflank.play.registry import is_foreign
from outflank.workers import Watch, tell_watch

TELLING = 0.25
"""Seconds between progress reports on a game."""

_GRACE = 5.0  # extra seconds on the clock, so that the referee inside the process can act first
_PREPARING = 60.0  # seconds for creating a player or preparing it for a game; the referee allows 30


@dataclass(frozen=True)
class GameTerms:
    """Everything a process needs to play games."""

    players: tuple[str, ...]
    """Players, indexed by player number."""

    control: TimeControl
    """Time control for each game."""

    is_lenient: bool = False
    """If True, a third-party player or bot that cannot be created forfeits the game. If False, the error is raised."""

    @cached_property
    def foreign(self) -> frozenset[int]:
        """Numbers of the third-party players, which are not trusted."""
        return frozenset(number for number, player in enumerate(self.players) if is_foreign(player))


@dataclass(frozen=True, slots=True)
class _Asking:
    """Message to the watch before a request to a player. Its seat is -1 if the player is only created as a test."""

    player: int
    seat: int = -1
    moves: Moves = ()
    seconds: tuple[float, ...] = ()
    is_turn: bool = False


class GameWatch(Watch):
    """Watches the process in which a game is played.

    A third-party player that kills or blocks the process forfeits the game.
    """

    def __init__(self, terms: GameTerms, pairing: Pairing, hear: Callable[[Moves], Any]):
        """Watch a game. `hear` is called with the moves so far each time the process reports them."""
        self._terms, self._pairing, self._tell = terms, pairing, hear
        self.owners = terms.foreign.intersection(pairing.seats)
        self._asking: _Asking | None = None
        self._suspect: _Asking | None = None
        self._since = 0.0

    def hear(self, message: _Asking) -> None:
        """Record which player the process is about to ask."""
        self._asking, self._since = message, time.monotonic()
        if message.player in self.owners:
            self._suspect = message
        self._tell(message.moves)

    def patience(self) -> float | None:
        """Seconds that a third-party player still has to respond, or None for other players.

        This is more time than any clock allows.
        """
        asking, control = self._asking, self._terms.control
        if asking is None or asking.player not in self.owners:
            return None
        allowed = _PREPARING
        if asking.is_turn:
            allowed = _GRACE + control.main + (0 if control.per_move else control.increment * len(asking.moves))
        return max(0.0, self._since + allowed - time.monotonic())

    def ended(self, how: str | None) -> GameResult | None:
        """Return a result in which the player at fault forfeits, or None if no player can have killed the process."""
        late, suspect = self._asking, self._suspect
        if how is None and late is not None:  # while C code runs, nothing else does, so the referee cannot stop it
            seconds = time.monotonic() - self._since
            reason = f"not ready to play after {seconds:.3g} s"
            if late.is_turn:
                reason = f"no move in time after {seconds:.3g} s ({self._terms.control})"
            return forfeited(self._pairing, late.moves, Forfeit(late.seat, "time", reason), late.seconds)
        self._asking = self._suspect = None
        if suspect is None:
            return None
        forfeit = Forfeit(suspect.seat, "crash", f"it killed the process in which it was playing ({how})")
        return forfeited(self._pairing, suspect.moves, forfeit, suspect.seconds)


class MakingWatch(Watch):
    """Watches the process in which third-party players are created.

    It rejects a player that kills the process or takes too long.
    """

    def __init__(self, terms: GameTerms):
        self._terms, self.owners = terms, terms.foreign
        self._player = ""

    def hear(self, message: _Asking) -> None:
        """Record which player is being created."""
        self._player = self._terms.players[message.player]

    def patience(self) -> float | None:
        """Seconds allowed for creating one player."""
        return _PREPARING

    def ended(self, how: str | None) -> NoReturn:
        """Raise an OptionError that names the player, or OutflankError if no process could be started."""
        is_late = f"was not ready within {_PREPARING:g} s"
        why = is_late if how is None else f"killed the process in which it was created ({how})"
        if not self._player:
            raise OutflankError(f"could not start a process for playing games: it {why}")
        raise OptionError(f"player {excerpt(self._player, 40)}: it {why}")


# --- tasks, inside the process ----------------------------------------------------------------------------------------


def make_players(terms: GameTerms, start: Any) -> None:
    """Create each third-party player once, as a test, for games that start from `start`.

    Raises OptionError if a player cannot be created.
    """
    _settle_in()
    for number in sorted(terms.foreign):
        tell_watch(_Asking(number))
        try:
            create(terms.players[number], plays=start)
        except KeyboardInterrupt:  # a player raised it, since Ctrl-C does not reach this process
            os._exit(1)
        except OptionError as error:
            name = f"player {excerpt(terms.players[number], 40)}"
            raise error if str(error).startswith("player ") else OptionError(f"{name}: {error}") from None


def play_game(terms: GameTerms, pairing: Pairing) -> GameResult:
    """Play a game and report its progress to the watch.

    If a third-party player takes part, the process reports before every request; otherwise, it reports at intervals.
    """
    _settle_in()
    foreign = terms.foreign
    is_watched = not foreign.isdisjoint(pairing.seats)
    making: _Asking | None = None
    last_report = time.monotonic()

    def asking(seat: int, moves: Moves, seconds: tuple[float, ...], is_turn: bool) -> None:
        nonlocal making, last_report
        message = _Asking(pairing.seats[seat], seat, moves, seconds, is_turn)
        making = None if is_turn else message
        if is_watched or time.monotonic() - last_report >= TELLING:
            last_report = time.monotonic()
            tell_watch(message)

    try:
        return play_pairing(terms.players, pairing, terms.control, asking)
    except KeyboardInterrupt:
        os._exit(1)
    except OptionError as error:
        is_theirs = isinstance(error, SubmissionError) or (making is not None and making.player in foreign)
        if not terms.is_lenient or making is None or not is_theirs:
            raise
        return forfeited(pairing, pairing.opened.moves, Forfeit(making.seat, "crash", f"it cannot be created: {error}"))


def _settle_in() -> None:
    """Allow players to start processes, and redirect everything that they print to standard error."""
    multiprocessing.current_process().daemon = False
    with suppress(OSError):
        os.dup2(2, 1)
    if sys.stdout is not None and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(line_buffering=True)
