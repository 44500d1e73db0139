"""Games are kept also through times in which nothing can be written: on a full disk, above all.

A game that cannot be saved stays in memory as it is, goes on, and is saved as soon as that is possible again.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from outflank.errors import OutflankError
from outflank.web import logs
from outflank.web.games.store import GameStore
from outflank.web.games.stored_games import StoredMatch

_PAUSE = 1.0  # seconds until it is tried again
_LOCKED_MS = 200  # for which a save waits for whoever else writes to the file; everybody else waits meanwhile
_MOST_UNSAVED = 10_000  # games; of more, those who play are told that theirs is not saved at all


class RetryingStore(GameStore):
    """A store whose `save` tries again by itself, and whose `load` knows what is not saved yet.

    `on_saved` is told of each game that could not be saved, whenever that changes: its id, and whether it is saved.
    """

    def __init__(self, path: Path | None = None):
        """Open the file, or make it; None keeps the games in memory."""
        self.on_saved: Callable[[str, bool], None] = lambda _game, _saved: None
        self._unsaved: dict[str, tuple[StoredMatch, float]] = {}  # with when they changed
        self._retry: asyncio.TimerHandle | None = None
        self.failure = ""
        """Why games cannot be saved at present, empty if they can."""
        super().__init__(path)
        self.connection.execute(f"PRAGMA busy_timeout = {_LOCKED_MS}")

    def is_saved(self, game: str) -> bool:
        """Whether all that is known of a game is in the file."""
        return game not in self._unsaved

    def save(self, kept: StoredMatch, at: float | None = None) -> None:
        """Keep a game as it is now, in memory if nothing can be written. Raises OutflankError if that is full, too."""
        game, at = kept.id, time.time() if at is None else at
        try:
            super().save(kept, at)
        except OutflankError as error:
            if game not in self._unsaved and len(self._unsaved) >= _MOST_UNSAVED:
                raise
            is_news = game not in self._unsaved
            self._unsaved[game] = kept, at
            self._fail(error)
            if is_news:
                self.on_saved(game, False)
        else:
            if self._unsaved.pop(game, None) is not None:
                self.on_saved(game, True)
            if self._unsaved:
                self.save_again()
            else:
                self._recover()

    def load(self, game: str) -> str | None:
        """A game as it was last, None if there is none of that id."""
        return self._unsaved[game][0].state if game in self._unsaved else super().load(game)

    def save_again(self) -> None:
        """Save what could not be saved, as far as that can be done now."""
        for game, (kept, at) in list(self._unsaved.items()):
            try:
                super().save(kept, at)
            except OutflankError as error:
                self._fail(error)
                return
            del self._unsaved[game]
            self.on_saved(game, True)
        self._recover()

    def check(self) -> None:
        """Write something that changes nothing. Raises OutflankError if that cannot be done, or games wait for it."""
        if self.failure:
            raise OutflankError(self.failure)
        with self.writing("nothing can be written") as database:
            version = database.execute("PRAGMA user_version").fetchone()[0]
            database.execute(f"PRAGMA user_version = {version}")

    def close(self) -> None:
        """Try once more to save everything, and let go of the file."""
        self._stop_retrying()
        self.save_again()
        self._stop_retrying()
        if self._unsaved:
            logs.event(logs.ERROR, "games lost", games=len(self._unsaved), reason=self.failure)
        super().close()

    def _fail(self, error: OutflankError) -> None:
        if not self.failure:
            logs.event(logs.ERROR, "games not saved", games=len(self._unsaved), reason=str(error))
        self.failure = str(error)
        self._stop_retrying()
        with suppress(RuntimeError):  # without a loop, there is the next change, and the end
            self._retry = asyncio.get_running_loop().call_later(_PAUSE, self.save_again)

    def _recover(self) -> None:
        self._stop_retrying()
        if self.failure:
            logs.event(logs.WARNING, "games saved again")
        self.failure = ""

    def _stop_retrying(self) -> None:
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None
