"""A page without a network: the application is called as a server calls it."""

import asyncio
import json

from outflank.text import loads
from outflank.web.wire import VERSION


class Page:
    """A page of an address, as the application sees it."""

    def __init__(self, app, address="192.0.2.1", *, greets=True):
        self.says, self.hears = asyncio.Queue(), asyncio.Queue()
        headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
        scope = {"type": "websocket", "path": "/ws", "headers": headers, "client": (address, 1), "query_string": b""}
        self.say("connect")
        if greets:
            self.say("receive", text=json.dumps({"type": "hello", "id": 1, "v": VERSION, "key": "k" * 32}))
        self.serving = asyncio.ensure_future(app(scope, self.says.get, self.hears.put))

    def say(self, what, **fields):
        self.says.put_nowait({"type": f"websocket.{what}", **fields})

    async def heard(self):
        """The type of the next message, or the code of an error, or of the end."""
        async with asyncio.timeout(60):
            while (said := await self.hears.get())["type"] == "websocket.accept":
                pass
        if said["type"] == "websocket.close":
            return said["code"]
        message = loads(said["text"])
        return message.get("code", message["type"])
