"""A tournament as spectators see it: its table, its test and its boards, read from the file into which it is played.

Whoever plays it is another process. However many pages ask, the file is looked into twice a second at most.
"""

import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from outflank.web.wire import Handler, Message, MessageError, Screen

if TYPE_CHECKING:
    from outflank.web.pages.tournament_file import Watched

_FRESH = 0.5  # seconds for which what was read is told again


class AskArena(Message):
    """Ask how the tournament stands that this server shows, and for the boards on which it is played."""

    type: Literal["arena"]


class ArenaReader(Screen):
    """Tells how a tournament stands; None where the server shows none."""

    def __init__(self, file: Path | None):
        self._file = file
        self._lock = asyncio.Lock()
        self._told: dict[str, Any] = {}
        self._read_at = float("-inf")
        self._watched: Watched | None = None

    @property
    def is_there(self) -> bool:
        """Whether the server shows a tournament."""
        return self._file is not None

    @property
    def handlers(self) -> dict[str, Handler]:
        """What answers which message."""
        return {"arena": self._answer}

    async def _answer(self, _message: AskArena, _person: str) -> dict[str, Any]:
        if self._file is None:
            raise MessageError("arena", "this server shows no tournament: outflank serve --arena FILE does")
        async with self._lock:
            if time.monotonic() - self._read_at > _FRESH:
                self._told = await asyncio.to_thread(self._read, self._file)
                self._read_at = time.monotonic()
        return self._told

    def _read(self, file: Path) -> dict[str, Any]:
        if self._watched is None:
            from outflank.web.pages.tournament_file import Watched  # not before it is asked for, as it needs much else

            self._watched = Watched(file)
        return self._watched.read()

    def close(self) -> None:
        """Let go of the file."""
        if self._watched is not None:
            self._watched.close()
