"""HTTP with limits for clients that send no request or do not read the response.

Uvicorn would wait forever for such clients. This module drops a connection in these cases:

- No complete request headers arrive within 10 seconds.
- The client reads nothing for 30 seconds.
- Too many connections are idle. Of those from the address with the most, the longest idle connection is dropped.
"""

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from outflank.web import logs
from outflank.web.shares import busiest, network

HEAD_SECONDS = 10.0
"""Seconds in which a request's headers must arrive, counted from the connection or the end of the previous response."""

READING_SECONDS = 30.0
"""Number of seconds for which a client may stop reading a response."""

MOST_HEAD = 64 * 1024
"""Maximum size of a request's headers in bytes."""

MOST_WAITING = 256
"""Maximum number of idle connections."""


class BoundedHTTP(AutoHTTPProtocol):  # type: ignore[misc,valid-type]
    """Uvicorn's HTTP protocol with additional limits."""

    _waiting: ClassVar["dict[BoundedHTTP, None]"] = {}  # idle connections, longest idle first

    def connection_made(self, transport: Any) -> None:
        """Start waiting for the first request."""
        super().connection_made(transport)
        self.address = network(transport.get_extra_info("peername"))
        self._head = 0
        self._stalled: asyncio.TimerHandle | None = None
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Process received bytes, and limit the size of a request's headers."""
        if self not in self._waiting:
            super().data_received(data)
            return
        self._head += len(data)
        super().data_received(data)
        if self._is_within_request or self.transport.get_protocol() is not self:  # upgraded to a WebSocket
            self._end_waiting()
        elif self._head > MOST_HEAD:
            self._drop("request headers too long")

    def on_response_complete(self) -> None:
        """Start waiting for the next request, unless it has already arrived."""
        super().on_response_complete()
        if not self.transport.is_closing() and not self._is_within_request:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeouts of the closed connection."""
        self._end_waiting()
        self.resume_writing()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Start the timeout for a client that has stopped reading."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(READING_SECONDS, self._drop, "response not read")

    def resume_writing(self) -> None:
        """Cancel the timeout started by `pause_writing`, because the client is reading again."""
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
        super().resume_writing()

    @property
    def _is_within_request(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _wait(self) -> None:
        self._end_waiting()
        self._head = 0
        self._waiting[self] = None
        self._deadline = self.loop.call_later(HEAD_SECONDS, self._drop, "no request")
        if len(self._waiting) > MOST_WAITING:
            address = busiest(each.address for each in self._waiting)
            oldest = next(each for each in self._waiting if each.address == address)
            oldest._drop("too many idle connections")

    def _end_waiting(self) -> None:
        if self in self._waiting:
            del self._waiting[self]
            self._deadline.cancel()

    def _drop(self, reason: str) -> None:
        self._end_waiting()
        logs.dropped.note(reason)
        self.transport.abort()
