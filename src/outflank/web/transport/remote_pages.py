"""The pages that are connected to other processes, on the process that has the games.

To the rest of the server, a page on another process is a socket as any other.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

from outflank.web import logs
from outflank.web.transport import bus
from outflank.web.transport.bus import Bus, BusError, Entry, Outbox
from outflank.web.transport.page_socket import PageSocket

_MOST_UNREAD = 500  # messages of a page that wait to be read; its own process lets no page send so fast

Attend = Callable[[PageSocket, str, bytes], Awaitable[None]]
"""A function that serves a page at an address, with the user who has signed in, until it is gone."""


class RemoteSocket:
    """The socket of a page on another process."""

    def __init__(self, number: int, outbox: Outbox):
        self._number, self._outbox = number, outbox
        self._heard: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()

    def hear(self, text: str) -> None:
        """Queue a message of the page."""
        if self._heard.qsize() < _MOST_UNREAD:
            self._heard.put_nowait({"type": "websocket.receive", "text": text})
        else:
            self.lose()

    def lose(self) -> None:
        """Note that the page is gone."""
        self._heard.put_nowait({"type": "websocket.disconnect", "code": 1006})

    async def receive(self) -> MutableMapping[str, Any]:
        """Wait for the page's next message, in the form of ASGI."""
        return await self._heard.get()

    async def send_text(self, data: str) -> None:
        """Send a message to the page."""
        self._outbox.put(bus.TEXT, self._number, data)

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        """Disconnect the page."""
        self._outbox.put(bus.CLOSE, self._number, f"{code} {reason or ''}")


class _Neighbour:
    """Another process, and its pages."""

    def __init__(self, hub: Bus, owner: str, name: str):
        self.outbox = Outbox(hub, f"{owner}:{name}", owner)
        self.sending = asyncio.ensure_future(self._send())
        self.sockets: dict[int, RemoteSocket] = {}
        self.number, self.heard_at, self.is_lost = 0, time.monotonic(), False

    async def _send(self) -> None:
        with suppress(BusError):
            await self.outbox.run()
        self.is_lost = True

    def close(self) -> None:
        """Lose all pages of the process."""
        self.sending.cancel()
        for socket in self.sockets.values():
            socket.lose()


class RemotePages:
    """All pages on other processes. `owner` is the name of this process, which it announces to the others."""

    def __init__(self, hub: Bus, owner: str, attend: Attend):
        self._bus, self._owner, self._attend = hub, owner, attend
        self._neighbours: dict[str, _Neighbour] = {}
        self._attending: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Serve the pages until a BusError. All of them are lost then."""
        await self._bus.announce(self._owner)
        watching = asyncio.ensure_future(self._watch())
        try:
            async for entry in self._bus.read(self._owner):
                self._take(entry)
        finally:
            watching.cancel()
            for neighbour in self._neighbours.values():
                neighbour.close()
            self._neighbours.clear()
            with suppress(BusError):
                await self._bus.withdraw(self._owner)

    async def _watch(self) -> None:
        """Lose the pages of processes that have ended, or whose messages did not all arrive."""
        while True:
            await asyncio.sleep(bus.BEAT)
            with suppress(BusError):  # which `run` notices, too
                await self._bus.announce(self._owner)
            now = time.monotonic()
            for name, neighbour in list(self._neighbours.items()):
                if neighbour.is_lost or now - neighbour.heard_at > bus.SILENCE:
                    logs.event(logs.WARNING, "process gone", pages=len(neighbour.sockets))
                    neighbour.close()
                    del self._neighbours[name]

    def _take(self, entry: Entry) -> None:
        neighbour = self._neighbours.get(entry.sender)
        if neighbour is None:
            if entry.number != 0:  # it was given up; it will notice, and begin again
                return
            logs.event(logs.INFO, "process connected")
            neighbour = self._neighbours[entry.sender] = _Neighbour(self._bus, self._owner, entry.sender)
        if entry.number != neighbour.number:
            neighbour.is_lost = True
            return
        neighbour.number += 1
        neighbour.heard_at = time.monotonic()
        for item in entry.items:
            verb, pages, text = bus.parts_of(item)
            for page in pages:
                self._obey(neighbour, verb, page, text)

    def _obey(self, neighbour: _Neighbour, verb: str, page: int, text: str) -> None:
        if verb == bus.OPEN:
            socket = neighbour.sockets[page] = RemoteSocket(page, neighbour.outbox)
            task = asyncio.ensure_future(self._serve(neighbour, page, socket, text))
            self._attending.add(task)
            task.add_done_callback(self._attending.discard)
        elif (known := neighbour.sockets.get(page)) is not None:
            if verb == bus.TEXT:
                known.hear(text)
            else:
                known.lose()

    async def _serve(self, neighbour: _Neighbour, page: int, socket: RemoteSocket, visitor: str) -> None:
        address, _, user = visitor.partition(" ")
        try:
            await self._attend(socket, address, bytes.fromhex(user))
        finally:
            neighbour.sockets.pop(page, None)
