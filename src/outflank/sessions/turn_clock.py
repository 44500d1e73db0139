"""The time of one turn, without what the line took: moves travel, and nobody should lose by that.

A page says when it has seen that it is its turn. The time between sending the position and hearing that is the
round trip: the way there, and that of an answer back. A move needs both ways as well, so of the time that it took, the
round trip is given back, up to `MOST_GIVEN_BACK`. A page that says nothing gets nothing.
"""

import time
from collections.abc import Callable

MOST_GIVEN_BACK = 1.0
"""Seconds of a move."""


class TurnClock:
    """The seconds that one turn has taken. `used` are those of it before; `now` is a clock that never goes back."""

    def __init__(self, used: float = 0.0, now: Callable[[], float] = time.monotonic):
        self._used, self._now = used, now
        self._began: float | None = None
        self._round_trip: float | None = None

    @property
    def is_running(self) -> bool:
        """True if time passes."""
        return self._began is not None

    @property
    def elapsed(self) -> float:
        """Seconds since the turn began, without those in which the clock stood still."""
        return self._used + (0.0 if self._began is None else self._now() - self._began)

    @property
    def given_back(self) -> float:
        """Seconds that are not charged."""
        return min(self._round_trip or 0.0, MOST_GIVEN_BACK)

    @property
    def charged(self) -> float:
        """Seconds that a move would be charged if it came now."""
        return max(0.0, self.elapsed - self.given_back)

    def start(self) -> None:
        """Let time pass: the one to move is being told that it is its turn."""
        if self._began is None:
            self._began, self._round_trip = self._now(), None

    def stop(self) -> None:
        """Let the clock stand still."""
        self._used, self._began = self.elapsed, None

    def seen(self) -> None:
        """The one to move knows; only the first time counts."""
        if self._began is not None and self._round_trip is None:
            self._round_trip = self._now() - self._began

    def until_flag(self, left: float) -> float:
        """Seconds from now until a side that had `left` for this turn has lost on time.

        While nothing is known of the line, a move may still come for which the most is given back.
        """
        ends = left + self.given_back if self._round_trip is not None else max(left, self._used + MOST_GIVEN_BACK)
        return ends - self.elapsed
