"""Games in separate processes, so that no player can stop the match.

Before each turn a process reports the player to move. If it then ends or answers too late, the player forfeits the
game, and the pool starts a new process.
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
"""Seconds between reports of a running game."""

_GRACE = 5.0  # extra seconds on the clock, for the referee within the process to act first
_PREPARING = 60.0  # seconds for making a player or preparing it for a game; the referee allows 30


@dataclass(frozen=True)
class GameTerms:
    """Everything a process needs to play games."""

    players: tuple[str, ...]
    """Players by number."""

    control: TimeControl
    """Clock of each game."""

    is_lenient: bool = False
    """True if a foreign player or bot that cannot be made forfeits the game; otherwise the error is raised."""

    @cached_property
    def foreign(self) -> frozenset[int]:
        """Players from outside this package, which may do anything."""
        return frozenset(number for number, player in enumerate(self.players) if is_foreign(player))


@dataclass(frozen=True, slots=True)
class _Asking:
    """Announces a request to a player, by number and seat (-1 for a trial without a game)."""

    player: int
    seat: int = -1
    moves: Moves = ()
    seconds: tuple[float, ...] = ()
    is_turn: bool = False


class GameWatch(Watch):
    """Watches a game in its process: a foreign player that ends or blocks the process forfeits."""

    def __init__(self, terms: GameTerms, pairing: Pairing, hear: Callable[[Moves], Any]):
        """Watch a game; `hear` gets its moves as it goes on."""
        self._terms, self._pairing, self._tell = terms, pairing, hear
        self.owners = terms.foreign.intersection(pairing.seats)
        self._asking: _Asking | None = None
        self._suspect: _Asking | None = None
        self._since = 0.0

    def hear(self, message: _Asking) -> None:
        """Note the player that is asked."""
        self._asking, self._since = message, time.monotonic()
        if message.player in self.owners:
            self._suspect = message
        self._tell(message.moves)

    def patience(self) -> float | None:
        """Seconds left for the answer of a foreign player; no clock allows more."""
        asking, control = self._asking, self._terms.control
        if asking is None or asking.player not in self.owners:
            return None
        allowed = _PREPARING
        if asking.is_turn:
            allowed = _GRACE + control.main + (0 if control.per_move else control.increment * len(asking.moves))
        return max(0.0, self._since + allowed - time.monotonic())

    def ended(self, how: str | None) -> GameResult | None:
        """The forfeit of the player at fault; None if no player can have ended the process."""
        late, suspect = self._asking, self._suspect
        if how is None and late is not None:  # C code lets nothing else run, so the referee cannot stop it
            seconds = time.monotonic() - self._since
            reason = f"not ready to play after {seconds:.3g} s"
            if late.is_turn:
                reason = f"no move in time after {seconds:.3g} s ({self._terms.control})"
            return forfeited(self._pairing, late.moves, Forfeit(late.seat, "time", reason), late.seconds)
        self._asking = self._suspect = None
        if suspect is None:
            return None
        forfeit = Forfeit(suspect.seat, "crash", f"it ended the process that it played in ({how})")
        return forfeited(self._pairing, suspect.moves, forfeit, suspect.seconds)


class MakingWatch(Watch):
    """Watches the making of foreign players; refuses one that ends the process or takes too long."""

    def __init__(self, terms: GameTerms):
        self._terms, self.owners = terms, terms.foreign
        self._player = ""

    def hear(self, message: _Asking) -> None:
        """Note the player that is made."""
        self._player = self._terms.players[message.player]

    def patience(self) -> float | None:
        """Seconds for making one player."""
        return _PREPARING

    def ended(self, how: str | None) -> NoReturn:
        """Raise OptionError, which names the player, or OutflankError if no process could start."""
        is_late = f"is not made within {_PREPARING:g} s"
        why = is_late if how is None else f"ended the process that it was made in ({how})"
        if not self._player:
            raise OutflankError(f"no process to play games in could be started: one {why}")
        raise OptionError(f"player {excerpt(self._player, 40)}: it {why}")


# --- tasks, within the process ----------------------------------------------------------------------------------------


def make_players(terms: GameTerms, start: Any) -> None:
    """Make each foreign player once, for games from `start`. Raises OptionError if one cannot be made."""
    _settle_in()
    for number in sorted(terms.foreign):
        tell_watch(_Asking(number))
        try:
            create(terms.players[number], plays=start)
        except KeyboardInterrupt:  # raised by a player: Ctrl-C does not reach this process
            os._exit(1)
        except OptionError as error:
            name = f"player {excerpt(terms.players[number], 40)}"
            raise error if str(error).startswith("player ") else OptionError(f"{name}: {error}") from None


def play_game(terms: GameTerms, pairing: Pairing) -> GameResult:
    """Play a game; report to the watch before each request to a foreign player, in other games now and then."""
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
        return forfeited(pairing, pairing.opened.moves, Forfeit(making.seat, "crash", f"it cannot be made: {error}"))


def _settle_in() -> None:
    """Let players start processes, and keep their output out of the parent's."""
    multiprocessing.current_process().daemon = False
    with suppress(OSError):
        os.dup2(2, 1)
    if sys.stdout is not None and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(line_buffering=True)
