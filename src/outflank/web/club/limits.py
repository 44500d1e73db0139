"""Limits on the rate at which people and network addresses may do something."""

import time
from collections import deque
from collections.abc import Callable

from outflank.web.wire import MessageError

_MOST_KEYS = 10_000  # people and addresses that one limit remembers


class RateLimit:
    """At most `most` actions in `seconds` for each key, such as a person or a network address."""

    def __init__(self, most: int, seconds: float, now: Callable[[], float] = time.monotonic):
        self.most, self.seconds, self._now = most, seconds, now
        self._times: dict[str, deque[float]] = {}

    def take(self, *keys: str) -> None:
        """Count an action for each key.

        Raises MessageError, and counts nothing, if one of the keys has no action left.
        """
        now = self._now()
        for key in keys:
            times = self._times.get(key, deque())
            while times and now - times[0] >= self.seconds:
                times.popleft()
            if len(times) >= self.most:
                wait = max(1, round(self.seconds - (now - times[0])))
                raise MessageError("hasty", "that was too often: try again in {seconds} seconds", seconds=wait)
        for key in keys:
            times = self._times.pop(key, deque())  # to the end: the key that is oldest is first
            times.append(now)
            self._times[key] = times
        while len(self._times) > _MOST_KEYS:
            del self._times[next(iter(self._times))]
