"""The socket of a page: the messages that it gets, in order, and the pace of those that it sends."""

import asyncio
import time
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any, Protocol

from starlette.websockets import WebSocketDisconnect

from outflank.text import Text
from outflank.web.games.watchers import as_text

RATE, BURST = 40.0, 120.0
"""The number of messages that a page may send per second on average, and the number in a single burst."""

FULL = 1013
"""The code with which a page is disconnected that should try again later."""

_MOST_WAITING = 500  # unsent messages to a page


class PageSocket(Protocol):
    """A page's WebSocket, on this process or on another."""

    async def receive(self) -> MutableMapping[str, Any]:
        """Wait for the page's next message, in the form of ASGI."""

    async def send_text(self, data: str) -> None:
        """Send a message to the page."""

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        """Disconnect the page."""


async def turn_away(socket: PageSocket) -> None:
    """Tell a page that there is no room for it, and disconnect it."""
    full = Text("this server is full: too many pages are open; try again later")
    await socket.send_text(as_text({"type": "error", "re": 0, "code": "full", "message": full}))
    await socket.close(FULL, full)


class Throttle:
    """Slows down a page that sends messages faster than a person could."""

    def __init__(self) -> None:
        self._allowed, self._counted_at = BURST, time.monotonic()

    async def wait(self) -> None:
        """Count a message, and wait if there were too many."""
        now = time.monotonic()
        self._allowed = min(BURST, self._allowed + (now - self._counted_at) * RATE) - 1.0
        self._counted_at = now
        if self._allowed < 0:
            await asyncio.sleep(-self._allowed / RATE)


class Outgoing:
    """The messages to a page. If the page has stopped reading them, it is disconnected."""

    def __init__(self, socket: PageSocket):
        self._socket = socket
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._end = FULL, "the page does not read its messages"

    def put(self, text: str) -> None:
        """Queue a message."""
        if self._queue.qsize() < _MOST_WAITING:
            self._queue.put_nowait(text)
        elif self._queue.qsize() == _MOST_WAITING:
            self._queue.put_nowait(None)

    def end(self, code: int, reason: str) -> None:
        """Disconnect the page after the messages that are queued."""
        self._end = code, reason
        self._queue.put_nowait(None)

    @property
    def is_empty(self) -> bool:
        """True if all messages have been sent."""
        return self._queue.empty()

    async def run(self) -> None:
        """Send the messages until the page is disconnected."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while (text := await self._queue.get()) is not None:
                await self._socket.send_text(text)
            await self._socket.close(*self._end)
