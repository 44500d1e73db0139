"""The long searches of one page: at most one of each type runs, and a new one replaces it."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from outflank.errors import OutflankError
from outflank.text import Text
from outflank.web import logs

Send = Callable[[dict[str, Any]], None]


class Tell(Protocol):
    """A callback that sends a message about a search."""

    def __call__(self, **fields: Any) -> None:
        """Send a message that contains these fields."""


class Work:
    """A page's running searches, at most one of each type. `send` receives their results."""

    def __init__(self, send: Send):
        self._send = send
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def begin(self, type_: str, re: int, about: dict[str, Any], search: Callable[[Tell], Awaitable[Any]]) -> None:
        """Start a search. A running search of the same type is stopped first.

        All messages from the search contain `re` and the fields in `about`.
        """
        self.stop(type_)
        event = {"type": type_, "re": re, **about}
        task = asyncio.ensure_future(self._carry_out(event, search))
        task.add_done_callback(lambda done: self._finish(done, event))  # even if it is stopped before it starts
        self._tasks[type_] = task

    def stop(self, type_: str | None = None) -> None:
        """Stop the search of one type, or all searches if `type_` is None."""
        for each in [*self._tasks] if type_ is None else [type_]:
            task = self._tasks.pop(each, None)
            if task is not None:
                task.cancel()

    async def _carry_out(self, event: dict[str, Any], search: Callable[[Tell], Awaitable[Any]]) -> None:
        began = time.monotonic()
        try:
            done = await search(lambda **fields: self._send({**event, **fields}))
            self._send({**event, "done": done})
        except OutflankError as error:
            of = event["type"]
            logs.event(logs.INFO, "job failed", job=of, reason=str(error), seconds=time.monotonic() - began)
            self._send({"type": "error", "re": event["re"], "code": "failed", "message": str(error), "of": of})

    def _finish(self, task: asyncio.Task[None], event: dict[str, Any]) -> None:
        if task.cancelled():
            self._send({**event, "stopped": True})
        elif (error := task.exception()) is not None:
            logs.event(logs.ERROR, "job failed", job=event["type"], fault=error)
            words = Text("something went wrong on the server; its log has the details")
            self._send({"type": "error", "re": event["re"], "code": "fault", "message": words, "of": event["type"]})
        if self._tasks.get(event["type"]) is task:
            del self._tasks[event["type"]]
