"""Connections that do not take their time: whoever sends no request, reads no answer or says no word is let go.

Uvicorn waits for ever for the end of a request's headers, and for somebody who reads. Here a connection that is not
within a request ends after some seconds, as does one whose answer nobody takes; and if there are too many at once,
that of the address with most of them goes that has been without a request for longest.
"""

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from outflank.web import logs
from outflank.web.shares import busiest, network

HEAD_SECONDS = 10.0
"""That the headers of a request may take, from the first byte or the last answer on."""

READING_SECONDS = 30.0
"""That somebody may take nothing of an answer."""

MOST_HEAD = 64 * 1024
"""Bytes of a request before its body."""

MOST_WAITING = 256
"""Connections that are not within a request."""


class BoundedHTTP(AutoHTTPProtocol):  # type: ignore[misc,valid-type]
    """Uvicorn's HTTP, within bounds."""

    _waiting: ClassVar["dict[BoundedHTTP, None]"] = {}  # those without a request, the oldest first

    def connection_made(self, transport: Any) -> None:
        """Wait for the first request."""
        super().connection_made(transport)
        self.address = network(transport.get_extra_info("peername"))
        self._head = 0
        self._stalled: asyncio.TimerHandle | None = None
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take some bytes; those before a body are counted."""
        if self not in self._waiting:
            super().data_received(data)
            return
        self._head += len(data)
        super().data_received(data)
        if self._is_within_request or self.transport.get_protocol() is not self:  # it has become a WebSocket
            self._end_waiting()
        elif self._head > MOST_HEAD:
            self._drop("the headers of a request are too long")

    def on_response_complete(self) -> None:
        """Wait for the next request, unless it is there already."""
        super().on_response_complete()
        if not self.transport.is_closing() and not self._is_within_request:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._end_waiting()
        self.resume_writing()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Nobody takes the answer for the moment."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(READING_SECONDS, self._drop, "an answer is not read")

    def resume_writing(self) -> None:
        """Somebody takes it."""
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
        self._deadline = self.loop.call_later(HEAD_SECONDS, self._drop, "no request came")
        if len(self._waiting) > MOST_WAITING:
            address = busiest(each.address for each in self._waiting)
            oldest = next(each for each in self._waiting if each.address == address)
            oldest._drop("too many connections wait without a request")

    def _end_waiting(self) -> None:
        if self in self._waiting:
            del self._waiting[self]
            self._deadline.cancel()

    def _drop(self, reason: str) -> None:
        self._end_waiting()
        logs.dropped.note(reason)
        self.transport.abort()
