"""The games database in an SQLite file, or in memory."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from outflank import databases
from outflank.text import Text
from outflank.web.games import schema

_PATIENCE = 5.0  # seconds to wait for another writer


class GamesFile(databases.DatabaseFile):
    """The web app's games in a file."""

    called, holds, option = "file of games", "the games", "--games"
    absent = Text("there are no games from the web app in {path}")
    older = Text("the games in {path} are in an older format: run outflank serve to update them")
    migrations = schema.MIGRATIONS


class ReadOnlyGames(GamesFile):
    """The web app's games, opened by a program other than the server."""

    def __init__(self, path: Path):
        """Open the file. Raises OutflankError if it does not exist or cannot be read."""
        super().__init__(path, patience=_PATIENCE, read_only=True)

    def _words(self, error: Exception, _failed: str) -> Text:
        reason = databases.in_words(error)
        return Text("cannot read the web app's games in {path}: {reason}", path=self.shown, reason=reason)


class SqliteGames(GamesFile):
    """The web app's games, opened by the server. Each thread has connections of its own."""

    unopened, unread = "", Text("the games could not be read")

    def __init__(self, path: Path | None = None):
        """Open or create the file at `path`. If `path` is None, the games are in memory.

        A file from an older version is backed up and then upgraded. A file from a newer version is not changed. Raises
        OutflankError if the file cannot be used.
        """
        self._thread, self._others = threading.get_ident(), threading.local()
        self._connections: list[sqlite3.Connection] = []  # connections of other threads
        super().__init__(path, patience=_PATIENCE)

    def _words(self, error: Exception, failed: str) -> Text:
        reason = databases.in_words(error)
        return Text("{error}: {reason}", error=failed, reason=reason) if failed else Text(reason)

    @property
    def connection(self) -> sqlite3.Connection:
        """The current thread's connection for reading.

        Each thread has its own, so a long query does not block the others.
        """
        return self._own("reader", lambda path: databases.read_only(path, _PATIENCE))

    @contextmanager
    def writing(self, failed: str = "") -> Iterator[sqlite3.Connection]:
        """Context manager for a transaction in any thread. If it fails, nothing changes and OutflankError is raised.

        Each thread has a separate connection for writing, because a transaction belongs to a connection.
        """
        with self.told(failed):
            writer = self._own("writer", _to_write)
            with self.lock if self.path is None else nullcontext(), databases.transaction(writer):
                yield writer

    def _own(self, name: str, connect: Callable[[Path], sqlite3.Connection]) -> sqlite3.Connection:
        main = super().connection
        if self.path is None or threading.get_ident() == self._thread or is_on_loop():
            return main
        own: sqlite3.Connection | None = getattr(self._others, name, None)
        if own is None:
            own = connect(self.path)
            setattr(self._others, name, own)
            self._connections.append(own)
        return own

    @property
    def state(self) -> tuple[int, int]:
        """A value that changes whenever the file changes, no matter which program changed it."""
        database = super().connection
        with self.told(self.unread):
            version = int(database.execute("PRAGMA data_version").fetchone()[0])
        return database.total_changes, version

    def take_over(self) -> None:
        """Do nothing, as the lock file ends only with its process."""

    def wait_at_most(self, seconds: float) -> None:
        """Limit how long a change on the event loop waits for another writer."""
        super().connection.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")

    def check_writable(self) -> None:
        """Check that the file can be written, without changing its content. Raises OutflankError if not."""
        with self.writing("writing failed") as database:
            version = database.execute("PRAGMA user_version").fetchone()[0]
            database.execute(f"PRAGMA user_version = {version}")

    def close(self) -> None:
        """Close all connections and merge all data into a single file."""
        for connection in self._connections:
            connection.close()
        super().close()


def is_on_loop() -> bool:
    """True if the current thread runs the event loop, even if another thread opened the database."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _to_write(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
    database.execute("PRAGMA synchronous = NORMAL")  # as in `databases.prepare`
    return database
