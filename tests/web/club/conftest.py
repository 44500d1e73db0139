"""A club in memory, and the pages of people in it, without a network."""

import asyncio
import json
from contextlib import suppress

from outflank.rules import Game
from outflank.text import loads
from outflank.web.transport.services import Capacity, Services
from outflank.web.wire import VERSION
from tests.web.conftest import run

SHORTEST = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")
"""The shortest game, in which Black wipes White out."""


def moves_of(count):
    """The moves of some game."""
    game = Game()
    for _ in range(count):
        game.push(game.position.legal_moves[-1])
    return tuple(game.moves)


class Client:
    """A page of a person, as the server sees it. It keeps what it hears."""

    def __init__(self, services, person, address="192.0.2.1"):
        self._says, self.heard, self._news = asyncio.Queue(), [], asyncio.Event()
        self.name, self._number, self.games = person, 0, {}
        self.connection = services.connection(self, address)
        services.connections[self.connection] = None
        self._services = services
        self.running = asyncio.ensure_future(self.connection.run())

    async def receive(self):
        return await self._says.get()

    async def send_text(self, text):
        message = loads(text)
        if message["type"] == "game":
            self.games[message["game"]] = message
        self.heard.append(message)
        self._news.set()

    async def close(self, code=1000, reason=""):
        pass

    async def until(self, wanted, since=0):
        """The first message for which `wanted` holds."""
        async with asyncio.timeout(60):
            while True:
                for message in self.heard[since:]:
                    if wanted(message):
                        return message
                self._news.clear()
                await self._news.wait()

    async def ask(self, type_, **fields):
        self._number += 1
        number, since = self._number, len(self.heard)
        text = json.dumps({"type": type_, "id": number, **fields})
        self._says.put_nowait({"type": "websocket.receive", "text": text})
        return await self.until(lambda message: message.get("re") == number, since)

    async def event(self, type_, since=0, **fields):
        """The first event of a type with some fields."""
        return await self.until(
            lambda message: message["type"] == type_ and fields.items() <= message.items() and "re" not in message,
            since,
        )

    async def leave(self):
        self.running.cancel()
        with suppress(asyncio.CancelledError):
            await self.running
        self._services.connections.pop(self.connection, None)


def in_club(talk, path=None, *, has_club=True):
    """Run `talk(join, services)`; `join` is a coroutine that makes a page of a person, with a name in the club."""

    async def go():
        services = Services(path, Capacity(seconds=1.0), is_shared=True, has_club=has_club)
        clients = []

        async def join(person, *, named=True, address="192.0.2.1"):
            clients.append(client := Client(services, person, address))
            key = (person * 32)[:32]
            assert (await client.ask("hello", v=VERSION, key=key))["type"] == "welcome"
            if named and (await client.ask("member"))["member"] is None:
                assert (await client.ask("claim-name", name=person))["type"] == "member"
            return client

        try:
            return await talk(join, services)
        finally:
            for client in clients:
                await client.leave()
            await services.stop()

    return run(go())
