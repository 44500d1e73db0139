"""The clock of one turn, with network delay refunded.

A page reports when it has seen its turn. The time from sending the position to this report is the round trip. A move
takes a round trip too, so the clock refunds it, up to `MOST_GIVEN_BACK`. A page that reports nothing gets no refund.
"""

import time
from collections.abc import Callable

MOST_GIVEN_BACK = 1.0
"""Largest refund for a move, in seconds."""


class TurnClock:
    """A clock for one turn that has already taken `used` seconds; `now` is a monotonic clock."""

    def __init__(self, used: float = 0.0, now: Callable[[], float] = time.monotonic):
        self._used, self._now = used, now
        self._began: float | None = None
        self._round_trip: float | None = None

    @property
    def is_running(self) -> bool:
        """True if the clock is running."""
        return self._began is not None

    @property
    def elapsed(self) -> float:
        """Seconds that the turn has taken, not counting those in which the clock was stopped."""
        return self._used + (0.0 if self._began is None else self._now() - self._began)

    @property
    def given_back(self) -> float:
        """Seconds that are refunded."""
        return min(self._round_trip or 0.0, MOST_GIVEN_BACK)

    @property
    def charged(self) -> float:
        """Seconds charged for a move made now."""
        return max(0.0, self.elapsed - self.given_back)

    def start(self) -> None:
        """Start the clock when the position is sent to the side to move."""
        if self._began is None:
            self._began, self._round_trip = self._now(), None

    def stop(self) -> None:
        """Stop the clock."""
        self._used, self._began = self.elapsed, None

    def seen(self) -> None:
        """Record that the side to move has seen its turn; only the first call counts."""
        if self._began is not None and self._round_trip is None:
            self._round_trip = self._now() - self._began

    def until_flag(self, left: float) -> float:
        """Return the seconds until a side that started its turn with `left` seconds loses on time.

        Before the round trip is known, a move could still get the largest refund.
        """
        ends = left + self.given_back if self._round_trip is not None else max(left, self._used + MOST_GIVEN_BACK)
        return ends - self.elapsed
