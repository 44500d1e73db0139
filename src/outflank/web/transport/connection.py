"""One page's WebSocket connection. It answers the page's messages, and sends events to the page in order.

Every message gets an answer. The connection never waits for an engine: long searches run in tasks, which are cancelled
when the page starts another search of the same type or disconnects.
"""

import asyncio
import hashlib
import inspect
import time
from collections import ChainMap, defaultdict
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocketDisconnect

from outflank.errors import OutflankError, RequestError
from outflank.web import logs, wire
from outflank.web.engines.short_work import BUDGET, PageBudget
from outflank.web.games.watchers import as_text, extended
from outflank.web.shares import ADDRESS
from outflank.web.transport import schema
from outflank.web.transport.page_socket import Outgoing, PageSocket, Throttle
from outflank.web.wire import Answer, Handler, MessageError, OfGame, Screen

_HELLO = 10.0  # seconds that a page has to say hello
_MOST_ANSWERING = 4  # unanswered messages before a page has to wait

Welcome = Callable[[schema.Hello], dict[str, Any]]
"""A callback that returns the fields of the answer to `Hello`."""

OpenScreens = Callable[["Connection"], Iterable[Screen]]
"""A callback that creates the screens that only one page uses."""


class Connection:
    """One page's connection. All pages share `shared_handlers`, and `address` comes from `shares.network`.

    `user` is the person whom the operator's proxy has signed in; if it is empty, the browser's key tells the person.
    """

    def __init__(
        self,
        socket: PageSocket,
        shared_handlers: dict[str, Handler],
        own_screens: OpenScreens,
        welcome: Welcome,
        address: str = "",
        user: bytes = b"",
    ):
        self.socket, self.address, self._welcome, self._user = socket, address, welcome, user
        self._budget = PageBudget()
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._answering: set[asyncio.Task[None]] = set()
        self._out, self._throttle = Outgoing(socket), Throttle()
        self.person = ""
        """A hash of the user or the browser's key, which identifies the person at the page; empty without either."""
        self.n_messages, self.has_greeted, self.heard_at = 0, False, time.monotonic()
        self._own_screens = tuple(own_screens(self))
        self._handlers = ChainMap(wire.handlers_of(self._own_screens), shared_handlers)

    async def run(self) -> None:
        """Handle messages from the page until it disconnects."""
        BUDGET.set(self._budget)
        ADDRESS.set(self.address)
        sender = asyncio.ensure_future(self._out.run())
        try:
            async with asyncio.timeout(_HELLO):
                await self._greet()
            self.has_greeted = True
            while True:
                await self._obey(await self._receive())
        except WebSocketDisconnect:
            pass
        except TimeoutError:
            await self.drop("the page did not say hello")
        finally:
            for task in self._answering:
                task.cancel()
            for screen in self._own_screens:
                screen.close()
            sender.cancel()

    async def drop(self, reason: str) -> None:
        """Log a reason and disconnect the page."""
        logs.dropped.note(reason)
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(1008, reason)

    def send(self, message: dict[str, Any]) -> None:
        """Queue a message. If the page has stopped reading its messages, it is disconnected."""
        self.send_text(as_text(message))

    def send_text(self, text: str) -> None:
        """Queue a message that has already been serialised."""
        self._out.put(text)

    @property
    def has_unsent(self) -> bool:
        """True if the queue contains messages."""
        return not self._out.is_empty

    # --- receiving ------------------------------------------------------------------------------------------------

    async def _receive(self) -> str:
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(message.get("code") or 1000)
            self.n_messages += 1
            self.heard_at = time.monotonic()
            await self._throttle.wait()
            text = message.get("text")
            if text is None:
                self._refuse(MessageError("message", "expected text, got bytes"), 0)
                continue
            return str(text)

    async def _greet(self) -> None:
        while True:
            text = await self._receive()
            try:
                hello = schema.read(text)
                if not isinstance(hello, schema.Hello):
                    raise MessageError("hello", "expected a hello first")
            except MessageError as error:
                self._refuse(error, schema.id_of(text))
                continue
            if hello.v != wire.VERSION:
                reason = f"this server speaks version {wire.VERSION}, the page version {hello.v}: reload the page"
                self._refuse(MessageError("version", reason), hello.id)
                continue
            self.person = _person_of_user(self._user) if self._user else _person_of(hello.key)
            self.send({"type": "welcome", "re": hello.id, "v": wire.VERSION, **self._welcome(hello)})
            return

    async def _obey(self, text: str) -> None:
        try:
            message = schema.read(text)
        except MessageError as error:
            self._refuse(error, schema.id_of(text))
            return
        try:
            if isinstance(message, schema.Hello):
                raise MessageError("hello", "expected one hello, got another")
            answer = self._handlers[message.type](message, self.person)
            if inspect.isawaitable(answer):
                await self._answer_later(message, answer)
            else:
                self._send_answer(answer, message.id)
        except Exception as error:
            self._fail(message, error)

    async def _answer_later(self, message: Any, answer: Awaitable[Answer]) -> None:
        """Answer a message in a task, as soon as the page's budget allows it.

        Messages of the same type are answered one at a time. Other messages are handled meanwhile, unless too many are
        still unanswered.
        """

        async def finish() -> None:
            try:
                async with self._turns[message.type]:
                    await self._budget.wait()
                    found = await answer
                self._send_answer(found, message.id)
            except Exception as error:
                self._fail(message, error)

        def end(task: asyncio.Task[None]) -> None:
            self._answering.discard(task)
            if inspect.iscoroutine(answer):
                answer.close()  # in case it was cancelled before it started

        task = asyncio.ensure_future(finish())
        self._answering.add(task)
        task.add_done_callback(end)
        if len(self._answering) > _MOST_ANSWERING:
            await task

    def _send_answer(self, answer: Answer, re: int) -> None:
        if answer is not None:
            text = answer if isinstance(answer, str) else as_text(answer)
            self.send_text(extended(text, {"re": re}))

    def _fail(self, message: Any, error: Exception) -> None:
        """Answer a message with an error."""
        if isinstance(error, OutflankError):
            self._refuse(error, message.id, message.game if isinstance(message, OfGame) else None)
            return
        logs.event(logs.ERROR, "message failed", message=message.type, fault=error)
        self._refuse(MessageError("fault", "something went wrong on the server; its log has the details"), message.id)

    def _refuse(self, error: OutflankError, re: int, game: str | None = None) -> None:
        code = error.code if isinstance(error, RequestError) else "refused"
        self.send({"type": "error", "re": re, "code": code, "message": str(error), "game": game})


def _person_of(key: str | None) -> str:
    """A person's identifier. It is a hash, so it does not reveal the key."""
    return "" if key is None else hashlib.sha256(key.encode()).hexdigest()[:32]


def _person_of_user(user: bytes) -> str:
    """The identifier of a person who has signed in. No key has the same hash, because keys contain no colon."""
    return hashlib.sha256(b"signed in: " + user).hexdigest()[:32]
