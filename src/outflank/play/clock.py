"""Clocks: sudden death, with an increment, or a time for each move."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from outflank.errors import OptionError, excerpt


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """Holds the time left to a player: `seconds` until it loses, and `increment` seconds after each move.

    `per_move` says that the seconds are for this move alone and cannot be saved for later ones, `is_ceiling` that
    nobody asked for a clock: they only see to it that every move ends.
    """

    seconds: float
    increment: float = 0.0
    per_move: bool = False
    is_ceiling: bool = False

    def share(self, n_moves: int) -> float:
        """Seconds to spend on this move when about `n_moves` own moves are still to come, with a margin for delays."""
        if self.per_move:
            return 0.9 * self.seconds
        return min(0.9 * self.seconds, self.seconds / (n_moves + 2) + 0.8 * self.increment)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Sets the time of each player.

    `main` seconds for the whole game, `increment` more after each move; or, if `per_move`, `main` seconds afresh for
    every move.
    """

    main: float
    increment: float = 0.0
    per_move: bool = False

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """``"300"`` seconds a game, ``"300+2"`` with 2 more a move, ``"5/move"``. Raises OptionError."""
        match = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)(?:\+(\d+(?:\.\d*)?|\.\d+)|(/move))?", text.strip())
        if match is None:
            raise OptionError("expected a time such as 300, 300+2 or 5/move (seconds), got {text}", text=excerpt(text))
        control = cls(float(match[1]), float(match[2] or 0), match[3] is not None)
        if not control.main > 0 or math.isinf(control.main) or math.isinf(control.increment):
            raise OptionError("expected a positive number of seconds, got {text}", text=excerpt(text))
        return control

    def __str__(self) -> str:
        return f"{self.main:g}/move" if self.per_move else f"{self.main:g}+{self.increment:g}"


@dataclass(frozen=True, slots=True)
class Ceiling(TimeControl):
    """The time control where nobody asked for one, so that no game may hang. It is no invitation to use it up."""


class Clock:
    """The running clock of one game: what each seat has left."""

    def __init__(self, control: TimeControl, n_players: int = 2, seconds: Sequence[float] | None = None):
        """A clock at the beginning of a game, or with the `seconds` that each seat has left."""
        self.control = control
        self._seconds = [control.main] * n_players if seconds is None else list(seconds)

    @property
    def seconds(self) -> tuple[float, ...]:
        """Seconds that each seat has left."""
        return tuple(self._seconds)

    def left(self, seat: int) -> TimeLeft:
        """Time left to a seat for its move."""
        control = self.control
        return TimeLeft(self._seconds[seat], control.increment, control.per_move, isinstance(control, Ceiling))

    def spend(self, seat: int, seconds: float) -> bool:
        """Book the time of a move, then the increment; False if the time ran out first, and nothing is added."""
        left = self._seconds[seat] - seconds
        if left < 0:
            self._seconds[seat] = 0.0
            return False
        self._seconds[seat] = self.control.main if self.control.per_move else left + self.control.increment
        return True
