"""A tournament for people to watch, with its standings, sequential test and boards.

Another process plays the tournament. This module reads the tournament's file at most twice a second, even if many pages
are watching.
"""

import asyncio
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from outflank.web.engines.threads import in_thread
from outflank.web.wire import Handler, Message, MessageError, Screen

if TYPE_CHECKING:
    from outflank.web.pages.tournament_file import Watched

_FRESH = 0.5  # seconds for which the last state read is reused


class AskArena(Message):
    """A request for the standings and boards of the server's tournament."""

    type: Literal["arena"]


class ArenaReader(Screen):
    """The tournament stored in `file`. If `file` is None, the server shows no tournament."""

    def __init__(self, file: Path | None):
        self._file = file
        self._lock = asyncio.Lock()
        self._state: dict[str, Any] = {}
        self._read_at = float("-inf")
        self._watched: Watched | None = None

    @property
    def is_there(self) -> bool:
        """True if the server shows a tournament."""
        return self._file is not None

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""
        return {"arena": self._answer}

    async def _answer(self, _message: AskArena, _person: str) -> dict[str, Any]:
        if self._file is None:
            raise MessageError("arena", "this server shows no tournament: to show one, run outflank serve --arena FILE")
        async with self._lock:
            if time.monotonic() - self._read_at > _FRESH:
                self._state = await in_thread(partial(self._read, self._file))
                self._read_at = time.monotonic()
        return self._state

    def _read(self, file: Path) -> dict[str, Any]:
        if self._watched is None:
            from outflank.web.pages.tournament_file import Watched  # imported late, because it loads a lot

            self._watched = Watched(file)
        return self._watched.read()

    def close(self) -> None:
        """Close the tournament's file."""
        if self._watched is not None:
            self._watched.close()
