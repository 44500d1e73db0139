"""Game clocks: a fixed time per game, a fixed time plus an increment per move, or a fixed time per move."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from outflank.errors import OptionError, check_type, described, excerpt
from outflank.play.limit import is_number


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """A player's remaining time."""

    seconds: float
    """Seconds until the player loses on time."""

    increment: float = 0.0
    """Seconds added after each move."""

    per_move: bool = False
    """True if `seconds` applies only to this move, so that unused time is lost."""

    is_ceiling: bool = False
    """True if the game has no clock, and the time is only a safety limit for each move."""

    def __post_init__(self) -> None:
        """Raise OptionError unless the times are numbers."""
        for seconds in (self.seconds, self.increment):
            if not is_number(seconds):
                raise OptionError(f"expected a number of seconds, got {described(seconds)}")

    def share(self, n_moves: int) -> float:
        """Return the seconds to spend on this move if about `n_moves` moves remain, less a margin for delays."""
        if self.per_move:
            return 0.9 * self.seconds
        return min(0.9 * self.seconds, self.seconds / (n_moves + 2) + 0.8 * self.increment)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Time allowed for a whole game or for each move."""

    main: float
    """Seconds for the whole game, or for each move if `per_move` is true."""

    increment: float = 0.0
    """Seconds added after each move."""

    per_move: bool = False
    """True if `main` is the time for each move."""

    def __post_init__(self) -> None:
        """Raise OptionError unless the times are finite numbers and `main` is positive."""
        if not (is_number(self.main) and 0 < self.main < math.inf):
            raise OptionError(f"expected a positive number of seconds, got {described(self.main)}")
        if not (is_number(self.increment) and 0 <= self.increment < math.inf):
            raise OptionError(f"expected an increment of at least 0 seconds, got {described(self.increment)}")

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Parse ``"300"`` (seconds per game), ``"300+2"`` (2 more per move) or ``"5/move"``.

        Raises OptionError if the string is in none of these forms.
        """
        check_type(text, str, "a time such as '300', '300+2' or '5/move'")
        match = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)(?:\+(\d+(?:\.\d*)?|\.\d+)|(/move))?", text.strip())
        if match is None:
            raise OptionError("expected a time such as 300, 300+2 or 5/move (seconds), got {text}", text=excerpt(text))
        main, increment = float(match[1]), float(match[2] or 0)
        if not main > 0 or math.isinf(main) or math.isinf(increment):
            raise OptionError("expected a positive number of seconds, got {text}", text=excerpt(text))
        return cls(main, increment, match[3] is not None)

    def __str__(self) -> str:
        return f"{self.main:g}/move" if self.per_move else f"{self.main:g}+{self.increment:g}"


@dataclass(frozen=True, slots=True)
class Ceiling(TimeControl):
    """Safety limit for games without a clock, which keeps a game from hanging. Players should not use all of it."""


class Clock:
    """The clock of a game in progress, with the remaining time of each seat."""

    def __init__(self, control: TimeControl, n_players: int = 2, seconds: Sequence[float] | None = None):
        """Start with the full time for each seat, or with the remaining times in `seconds`."""
        self.control = control
        self._seconds = [control.main] * n_players if seconds is None else list(seconds)

    @property
    def seconds(self) -> tuple[float, ...]:
        """Remaining seconds of each seat."""
        return tuple(self._seconds)

    def left(self, seat: int) -> TimeLeft:
        """Return the time that a seat can use for its next move."""
        control = self.control
        return TimeLeft(self._seconds[seat], control.increment, control.per_move, isinstance(control, Ceiling))

    def spend(self, seat: int, seconds: float) -> bool:
        """Deduct the time that a move took, then add the increment.

        Returns True if the move was made in time. If time ran out, no increment is added and the result is False.
        """
        left = self._seconds[seat] - seconds
        if left < 0:
            self._seconds[seat] = 0.0
            return False
        self._seconds[seat] = self.control.main if self.control.per_move else left + self.control.increment
        return True
