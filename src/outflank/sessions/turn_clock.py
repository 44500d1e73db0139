"""A clock for one turn that does not charge for network delay.

A web page reports when it has displayed its turn. The time between sending the position and receiving this report is
the round trip. Because a move takes a round trip too, the clock refunds this time, up to `MOST_GIVEN_BACK`. Without a
report, there is no refund.
"""

import time
from collections.abc import Callable

MOST_GIVEN_BACK = 1.0
"""Maximum refund per move, in seconds."""


class TurnClock:
    """The clock of a turn that has already taken `used` seconds; `now` is a function that reads a monotonic clock."""

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
        """The seconds that the turn has taken, excluding the time in which the clock was stopped."""
        return self._used + (0.0 if self._began is None else self._now() - self._began)

    @property
    def given_back(self) -> float:
        """The seconds that will be refunded."""
        return min(self._round_trip or 0.0, MOST_GIVEN_BACK)

    @property
    def charged(self) -> float:
        """The seconds that would be charged for a move made now."""
        return max(0.0, self.elapsed - self.given_back)

    def start(self) -> None:
        """Start the clock, at the moment when the position is sent to the side to move."""
        if self._began is None:
            self._began, self._round_trip = self._now(), None

    def stop(self) -> None:
        """Stop the clock and keep the time that has elapsed."""
        self._used, self._began = self.elapsed, None

    def seen(self) -> None:
        """Record that the side to move has seen the position; only the first call counts."""
        if self._began is not None and self._round_trip is None:
            self._round_trip = self._now() - self._began

    def until_flag(self, left: float) -> float:
        """Return the seconds until the side to move loses on time.

        The side started its turn with `left` seconds. As long as the round trip is unknown, the largest possible refund
        is assumed.
        """
        ends = left + self.given_back if self._round_trip is not None else max(left, self._used + MOST_GIVEN_BACK)
        return ends - self.elapsed
