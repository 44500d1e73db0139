"""Whether the server can do its work, for whoever has to know: a container, a monitor, a proxy before it."""

import asyncio
import time

from outflank.errors import OutflankError
from outflank.web import logs
from outflank.web.engines.pool import Pool
from outflank.web.games.retrying_store import RetryingStore

PATH = "/healthz"
_FRESH = 1.0  # seconds for which what was found is not looked for again
_LONGEST_START = 3.0  # seconds that an engine's process may take to start
_BEAT, _LATE = 0.5, 0.25  # seconds between looks at the event loop; by how many more one is told of


class Health:
    """What may be wrong with a server. An event loop that hangs shows as no answer at all."""

    def __init__(self, store: RetryingStore, players: Pool):
        self._store, self._players = store, players
        self._reasons: list[str] = []
        self._looked_at = float("-inf")
        self._look = asyncio.Lock()

    async def reasons(self) -> list[str]:
        """What is wrong, empty if nothing is."""
        async with self._look:
            if time.monotonic() - self._looked_at >= _FRESH:
                self._reasons = [reason for reason in (self._of_the_store(), await self._of_engines()) if reason]
                self._looked_at = time.monotonic()
        return self._reasons

    def _of_the_store(self) -> str:
        try:
            self._store.check()
        except OutflankError as error:
            return f"games cannot be kept: {error}"
        return ""

    async def _of_engines(self) -> str:
        try:
            async with asyncio.timeout(_LONGEST_START):
                await self._players.warm()
        except TimeoutError:
            return "no engine starts in time"
        except OutflankError as error:
            return str(error)
        return ""


async def watch_loop() -> None:
    """Log whenever the event loop was kept from its work, for as long as it runs."""
    while True:
        began = time.monotonic()
        await asyncio.sleep(_BEAT)
        late = time.monotonic() - began - _BEAT
        if late >= _LATE:
            logs.event(logs.INFO, "event loop slow", seconds=late)
