"""WebSockets within bounds: messages that never end, that grow when unpacked, or whose answers nobody reads.

Uvicorn bounds the bytes of a message, also of one that is compressed, and ends a connection that answers no ping. The
number of its fragments, their time and what comes at once are bounded here.
"""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from outflank.web import logs

MOST_FRAGMENTS = 256
"""Of a message: also empty ones take memory."""

MESSAGE_SECONDS = 30.0
"""From the first fragment of a message to its last."""

MOST_AT_ONCE = 1_000_000
"""Bytes, unpacked, of the messages that come at once, before the page's first one is read."""

_SLICE = 1024  # bytes that are unpacked before there is a look at how much that was: a thousand times as much at most


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket, within bounds."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the first message."""
        super().connection_made(transport)
        self._at_once = 0
        self._deadline: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._end_message()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take some bytes, a slice at a time as long as nothing is wrong."""
        self._at_once = 0
        for start in range(0, len(data), _SLICE):
            super().data_received(data[start : start + _SLICE])
            if self.transport.is_closing() or self.conn.parser_exc is not None:
                return

    def handle_cont(self, event: Frame) -> None:
        """Take another fragment."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self._drop("a message has too many fragments")
        elif not self.transport.is_closing():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        """Take a message, or its first fragment."""
        self._begin_message(event)
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Take a message, or its first fragment."""
        self._begin_message(event)
        super().handle_bytes(event)

    def handle_ping(self) -> None:
        """Answer a ping, if that is read."""
        if self.writable.is_set():
            super().handle_ping()
        elif not self.transport.is_closing():
            self._drop("the answers to pings are not read")

    def send_receive_event_to_app(self) -> None:
        """Pass on a whole message."""
        self._end_message()
        self._at_once += sum(map(len, self.frames))
        if self._at_once > MOST_AT_ONCE:
            self.frames = []
            if not self.transport.is_closing():
                self._drop("too much comes at once")
        else:
            super().send_receive_event_to_app()

    def _begin_message(self, event: Any) -> None:
        if not event.fin:
            self._deadline = self.loop.call_later(MESSAGE_SECONDS, self._drop, "a message does not end")

    def _end_message(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _drop(self, reason: str) -> None:
        self._end_message()
        logs.dropped.note(reason)
        self.transport.abort()
