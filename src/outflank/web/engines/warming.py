"""The engine is compiled, where it is not yet, while the page can be used already."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from outflank.characters import stands_for
from outflank.engine.engine import Engine
from outflank.errors import OutflankError
from outflank.text import Text
from outflank.web.engines.workers import Pool

ENGINE = "engine"
Tell = Callable[[str], object]


def needs_engine(player: str) -> bool:
    """Whether a player is the compiled engine, or a character that it plays as."""
    return stands_for(player).partition(":")[0] == ENGINE


class Warming:
    """One worker of low priority loads the engine when the server starts, and compiles it first if need be.

    Whatever needs the engine waits for it: were it compiled by several processes at once, all would take longer.
    """

    def __init__(self, pool: Pool):
        self._pool = pool
        self._task: asyncio.Task[None] | None = None
        self._listeners: set[Tell] = set()
        self.notice = ""
        """What there is to say of the compiling, empty when there is none."""

    @property
    def is_done(self) -> bool:
        """Whether the engine is loaded, or nobody has begun to."""
        return self._task is None or self._task.done()

    def begin(self) -> None:
        """Let the worker start."""
        self._task = asyncio.ensure_future(self._load(is_cold=Engine.is_cold()))

    async def wait(self, tell: Tell) -> None:
        """Return when the engine is loaded; `tell` is told what is going on meanwhile."""
        if self._task is None or self.is_done:
            return
        if self.notice:
            tell(self.notice)
        self._listeners.add(tell)
        try:
            await asyncio.shield(self._task)
        finally:
            self._listeners.discard(tell)

    async def end(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _load(self, *, is_cold: bool) -> None:
        self.notice = Text("compiling the engine for this processor, once") if is_cold else ""
        with suppress(OutflankError):  # whoever needs the engine next will be told what is wrong
            await self._pool.run({"do": "warm"}, self._hear, is_counted=False)
        self.notice = ""

    def _hear(self, found: dict[str, Any]) -> None:
        self.notice = found["notice"]
        for tell in tuple(self._listeners):
            tell(self.notice)
