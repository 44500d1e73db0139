"""WebSockets with limits on endless messages, decompression bombs and clients that do not read.

Uvicorn limits a message's size, both compressed and decompressed, and drops a connection if pings are not answered.
This module also limits the number of fragments in a message, the time between its first and last fragments, and the
number of bytes that arrive in one read.
"""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from outflank.web import logs

MOST_FRAGMENTS = 256
"""Maximum number of fragments in a message. Even empty fragments take up memory."""

MESSAGE_SECONDS = 30.0
"""Maximum number of seconds between the first and last fragments of a message."""

MOST_AT_ONCE = 1_000_000
"""Maximum size in bytes, after decompression, of all messages that arrive in one read."""

_SLICE = 1024  # bytes decompressed between checks; decompression makes them at most a thousand times larger


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket protocol with additional limits."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Initialise the limits for a new connection."""
        super().connection_made(transport)
        self._at_once = 0
        self._deadline: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeout of the closed connection."""
        self._end_message()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Process the received bytes in slices. Stop if an error occurs."""
        self._at_once = 0
        for start in range(0, len(data), _SLICE):
            super().data_received(data[start : start + _SLICE])
            if self.transport.is_closing() or self.conn.parser_exc is not None:
                return

    def handle_cont(self, event: Frame) -> None:
        """Process a continuation fragment of a message."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self._drop("too many fragments in a message")
        elif not self.transport.is_closing():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        """Process a text message or its first fragment."""
        self._begin_message(event)
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Process a binary message or its first fragment."""
        self._begin_message(event)
        super().handle_bytes(event)

    def handle_ping(self) -> None:
        """Answer a ping, but drop the connection if the client does not read these answers."""
        if self.writable.is_set():
            super().handle_ping()
        elif not self.transport.is_closing():
            self._drop("answers to pings not read")

    def send_receive_event_to_app(self) -> None:
        """Deliver a complete message to the application, or drop the connection if one read contained too much data."""
        self._end_message()
        self._at_once += sum(map(len, self.frames))
        if self._at_once > MOST_AT_ONCE:
            self.frames = []
            if not self.transport.is_closing():
                self._drop("too much data at once")
        else:
            super().send_receive_event_to_app()

    def _begin_message(self, event: Any) -> None:
        if not event.fin:
            self._deadline = self.loop.call_later(MESSAGE_SECONDS, self._drop, "a message without an end")

    def _end_message(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _drop(self, reason: str) -> None:
        self._end_message()
        logs.dropped.note(reason)
        self.transport.abort()
