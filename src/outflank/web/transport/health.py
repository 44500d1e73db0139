"""The server's health check, for use by containers, monitoring tools and proxies."""

import asyncio
import time

from outflank.errors import OutflankError
from outflank.web import logs
from outflank.web.engines.pool import Pool
from outflank.web.games.retrying_store import RetryingStore

PATH = "/healthz"
_FRESH = 1.0  # seconds for which a result is reused
_LONGEST_START = 3.0  # seconds that an engine process has to start
_BEAT, _LATE = 0.5, 0.25  # seconds between checks of the event loop; shortest delay in seconds that is logged


class Health:
    """Checks of the store and the engine processes. If the event loop hangs, the client gets no response at all."""

    def __init__(self, store: RetryingStore, players: Pool):
        self._store, self._players = store, players
        self._reasons: list[str] = []
        self._looked_at = float("-inf")
        self._look = asyncio.Lock()

    async def reasons(self) -> list[str]:
        """The problems found; empty if the server is healthy."""
        async with self._look:
            if time.monotonic() - self._looked_at >= _FRESH:
                self._reasons = [reason for reason in (self._of_the_store(), await self._of_engines()) if reason]
                self._looked_at = time.monotonic()
        return self._reasons

    def _of_the_store(self) -> str:
        try:
            self._store.check()
        except OutflankError as error:
            return f"games cannot be saved: {error}"
        return ""

    async def _of_engines(self) -> str:
        try:
            async with asyncio.timeout(_LONGEST_START):
                await self._players.warm()
        except TimeoutError:
            return "no engine process started in time"
        except OutflankError as error:
            return str(error)
        return ""


async def watch_loop() -> None:
    """Log delays of the event loop until it stops."""
    while True:
        began = time.monotonic()
        await asyncio.sleep(_BEAT)
        late = time.monotonic() - began - _BEAT
        if late >= _LATE:
            logs.event(logs.INFO, "event loop slow", seconds=late)
