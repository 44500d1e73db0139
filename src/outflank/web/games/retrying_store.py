"""A store that keeps working when the database cannot be written, for example because the disk is full.

Games that cannot be saved stay in memory and are saved as soon as possible.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from outflank.errors import OutflankError
from outflank.web import logs
from outflank.web.games.place import GamesPlace
from outflank.web.games.store import GameStore
from outflank.web.games.stored_games import StoredMatch

_PAUSE = 1.0  # seconds between retries
_WORK, _REST = 0.1, 0.02  # seconds in which waiting games are saved in a row, and in which pages have their turn then
_LOCKED = 0.2  # longest time in seconds that a save waits for another writer; the server is blocked meanwhile
_MOST_UNSAVED = 10_000  # games waiting in memory; with more, saving fails


class RetryingStore(GameStore):
    """A store whose `save` retries automatically, and whose `load` also returns games that are not saved yet.

    Only the process that holds the lock of the games may open one; see `lock`. It calls `on_saved(game, False)` when
    saving a game fails, and `on_saved(game, True)` when a retry succeeds.
    """

    def __init__(self, games: GamesPlace = None):
        """Open or create the database. If `games` is None, games are stored in memory only."""
        self.on_saved: Callable[[str, bool], None] = lambda _game, _saved: None
        self._unsaved: dict[str, tuple[StoredMatch, float]] = {}  # each with the time of its last change
        self._retry: asyncio.TimerHandle | None = None
        self.failure = ""
        """The reason why saving currently fails; empty if it works."""
        super().__init__(games)
        try:
            self.database.take_over()
            self.database.wait_at_most(_LOCKED)
        except BaseException:
            self.database.close()
            raise

    def is_saved(self, game: str) -> bool:
        """True if the database contains the game's latest state."""
        return game not in self._unsaved

    def save(self, kept: StoredMatch, at: float | None = None) -> None:
        """Save a game. If saving fails, keep the game in memory and retry later.

        Raises OutflankError if too many games are already waiting to be saved.
        """
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
                self.save_again(_WORK)
            else:
                self._recover()

    def load(self, game: str) -> str | None:
        """A game's latest state, even if it has not been saved; None for an unknown id."""
        return self._unsaved[game][0].state if game in self._unsaved else super().load(game)

    def save_again(self, seconds: float = float("inf")) -> None:
        """Save the waiting games, stopping at the first failure or when the time is up; then retry later."""
        ends = time.monotonic() + seconds
        for game, (kept, at) in list(self._unsaved.items()):
            try:
                super().save(kept, at)
            except OutflankError as error:
                self._unsaved[game] = self._unsaved.pop(game)  # last next time, in case that only this game fails
                self._fail(error)
                return
            del self._unsaved[game]
            self.on_saved(game, True)
            if self._unsaved and time.monotonic() > ends:
                self._retry_in(_REST)
                return
        self._recover()

    def check(self) -> None:
        """Check that the database is writable, without changing its contents.

        Raises OutflankError if it is not writable, or if games are waiting to be saved.
        """
        if self.failure:
            raise OutflankError(self.failure)
        self.database.check_writable()

    def close(self) -> None:
        """Try to save all waiting games one last time, and close the database."""
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
        self._retry_in(_PAUSE)

    def _retry_in(self, seconds: float) -> None:
        self._stop_retrying()
        with suppress(RuntimeError):  # without an event loop, the next change or `close` retries
            self._retry = asyncio.get_running_loop().call_later(seconds, self.save_again, _WORK)

    def _recover(self) -> None:
        self._stop_retrying()
        if self.failure:
            logs.event(logs.WARNING, "games saved again")
        self.failure = ""

    def _stop_retrying(self) -> None:
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None
