"""A process that holds connections of pages, and forwards their messages to the process that has the games."""

import asyncio
import itertools
import secrets
from collections.abc import Callable
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from outflank.web.shares import network
from outflank.web.transport import bus
from outflank.web.transport.bus import Bus, BusError, Outbox
from outflank.web.transport.page_socket import FULL, Outgoing, Throttle, turn_away
from outflank.web.transport.sign_in import signed_in

_EACH = 0.25  # seconds between two looks for another owner

RESTART = 1012
"""The code with which a page is disconnected that should come back at once."""


class Forwarder:
    """The pages of a process that does not have the games."""

    def __init__(self, hub: Bus, most: int):
        self._bus, self._most = hub, most
        self._numbers = itertools.count(1)
        self._pages: dict[int, Outgoing] = {}
        self._outbox: Outbox | None = None
        self.name = ""
        """The name by which the process with the games knows this one."""

    @property
    def n_pages(self) -> int:
        """Number of connected pages."""
        return len(self._pages)

    @property
    def is_connected(self) -> bool:
        """True if another process has the games."""
        return self._outbox is not None

    async def run(self, connected: Callable[[], object]) -> None:
        """Forward messages until another process takes over the games, or until a BusError. All pages are lost then.

        Calls `connected` as soon as pages can be served.
        """
        owner = await self._bus.owner()
        if not owner:
            return
        self.name = name = secrets.token_hex(8)
        outbox = self._outbox = Outbox(self._bus, owner, name)
        connected()
        works = (outbox.run(), self._receive(f"{owner}:{name}"), self._until_replaced(owner))
        tasks = [asyncio.ensure_future(work) for work in works]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._outbox = None
            for page in list(self._pages.values()):
                page.end(RESTART, "the server changes its process")
            await bus.end(*tasks)
        for task in tasks:
            if not task.cancelled():
                task.result()  # raises its BusError

    async def _receive(self, stream: str) -> None:
        entries = self._bus.read(stream)
        for number in itertools.count():
            try:
                async with asyncio.timeout(bus.SILENCE):
                    entry = await anext(entries)
            except TimeoutError:
                raise BusError("the process with the games is silent") from None
            if entry.number != number:
                raise BusError("messages of another process were lost")
            for item in entry.items:
                self._deliver(*bus.parts_of(item))

    async def _until_replaced(self, owner: str) -> None:
        while await self._bus.owner() == owner:
            await asyncio.sleep(_EACH)

    def _deliver(self, verb: str, pages: list[int], text: str) -> None:
        for number in pages:
            page = self._pages.get(number)
            if page is None:
                continue
            if verb == bus.TEXT:
                page.put(text)
            else:
                code, _, reason = text.partition(" ")
                page.end(int(code), reason)

    async def attend(self, socket: WebSocket) -> None:
        """Forward the messages of a page until it is gone."""
        await socket.accept()
        outbox = self._outbox
        if outbox is None:
            await socket.close(FULL, "no process has the games at the moment")
            return
        if len(self._pages) >= self._most:
            await turn_away(socket)
            return
        number, page = next(self._numbers), Outgoing(socket)
        self._pages[number] = page
        tasks = [asyncio.ensure_future(work) for work in (page.run(), self._listen(socket, number, outbox))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            del self._pages[number]
            with suppress(BusError):
                outbox.put(bus.CLOSE, number)
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    async def _listen(self, socket: WebSocket, number: int, outbox: Outbox) -> None:
        """Forward what a page says until it is gone."""
        throttle = Throttle()
        with suppress(WebSocketDisconnect, RuntimeError, BusError):
            outbox.put(bus.OPEN, number, f"{network(socket.client)} {signed_in(socket.scope).hex()}")
            while (message := await socket.receive())["type"] != "websocket.disconnect":
                await throttle.wait()
                outbox.put(bus.TEXT, number, message.get("text") or "")
