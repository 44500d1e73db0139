"""A game store in SQLite, which prevents games from being lost when a page reloads or the server crashes.

Each change is one transaction, so a game is complete up to its last acknowledged move even after a crash. The tables
are defined in `schema`. The `own_games` module lists and searches the games.
"""

import asyncio
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any, TypeVar

from outflank import databases
from outflank.errors import OutflankError, quoted_path
from outflank.play.words import teach_typed
from outflank.text import Text
from outflank.web import logs
from outflank.web.games import schema
from outflank.web.games.stored_games import StoredMatch

T = TypeVar("T")

DELETED_KEPT = 30 * 86400.0
"""Number of seconds for which a deleted game can be restored."""

_PATIENCE = 5.0  # seconds to wait for another writer
_UNPLAYED_KEPT = 7 * 86400.0  # seconds for which a game without moves is kept


def readable(rows: Iterable[Sequence[Any]], make: Callable[[Any], T]) -> Iterator[T]:
    """Convert rows with `make`, skipping and logging those that cannot be read because the file is damaged.

    The first column of each row must be a game's id.
    """
    for row in rows:
        try:
            yield make(row)
        except (OutflankError, *databases.UNREADABLE) as error:
            logs.event(logs.WARNING, "game not read", game=str(row[0]), reason=type(error).__name__)


def _is_on_loop() -> bool:
    """True if the current thread runs the event loop, even if another thread opened the store."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _to_write(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
    database.execute("PRAGMA synchronous = NORMAL")  # as in `databases.prepare`
    return database


class GameStore(schema.GamesFile):
    """The games stored on a server, keyed by id. All methods raise OutflankError if the file cannot be used."""

    unopened, unread = "", Text("the games could not be read")

    def __init__(self, path: Path | None = None):
        """Open or create the database file at `path`. If `path` is None, games are stored in memory only.

        A file from an older version is backed up and then upgraded. A file from a newer version is not changed.
        """
        self._thread, self._others = threading.get_ident(), threading.local()
        self._connections: list[sqlite3.Connection] = []  # connections of other threads
        self._turn = threading.Lock()  # held by the writer if all threads share one connection
        try:
            super().__init__(path, patience=_PATIENCE)
            self.purge()
        except OutflankError as error:
            self.close()
            raise OutflankError(
                "cannot store games in {path}: {reason}", path=quoted_path(path), reason=error.message
            ) from None

    def _open(self, version: int, patience: float) -> None:
        super()._open(version, patience)
        teach_typed(super().connection)

    def _words(self, error: Exception, failed: str) -> Text:
        reason = databases.in_words(error)
        return Text("{error}: {reason}", error=failed, reason=reason) if failed else Text(reason)

    def save(self, kept: StoredMatch, at: float | None = None) -> None:
        """Save a game. `at` is the time of the change in seconds since 1970; the default is the current time."""
        at = time.time() if at is None else at
        with self.writing("the game could not be saved") as database:
            number = schema.write(database, kept, at, at, len(kept.moves))
            for person, seat in kept.parts.items():
                database.execute(
                    "INSERT INTO parts (person, game, seat) VALUES (?, ?, ?)"
                    " ON CONFLICT (person, game) DO UPDATE SET seat = excluded.seat",
                    (person, number, seat),
                )

    def load(self, game: str) -> str | None:
        """A game's serialised state; None if the id is unknown."""
        query = "SELECT s.state FROM games g JOIN states s ON s.game = g.number WHERE g.id = ?"
        with self.told("the game could not be read"):
            row = self.connection.execute(query, (game,)).fetchone()
        return None if row is None else str(row[0])

    def purge(self) -> None:
        """Remove games deleted more than 30 days ago, and games without moves that are more than a week old.

        In correspondence, the week begins when the first move is due.
        """
        now = time.time()
        with self.writing("old games could not be removed") as database:
            old = now - DELETED_KEPT
            gone = database.execute(
                "SELECT game FROM parts p WHERE deleted < ? AND NOT EXISTS"
                " (SELECT 1 FROM parts q WHERE q.game = p.game AND (q.deleted IS NULL OR q.deleted >= ?))",
                (old, old),
            ).fetchall()
            unplayed = database.execute(
                "SELECT number FROM games WHERE n_moves = 0 AND won IS NULL AND kind <> '' AND changed < ?"
                " AND NOT EXISTS (SELECT 1 FROM club_games c WHERE c.game = number AND c.due > ?)",
                (now - _UNPLAYED_KEPT, now - _UNPLAYED_KEPT),
            ).fetchall()
            schema.remove(database, [number for (number,) in (*gone, *unplayed)])

    # --- access to the tables -------------------------------------------------------------------------------------

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
            with self._turn if self.path is None else nullcontext(), databases.transaction(writer):
                yield writer

    def _own(self, name: str, connect: Callable[[Path], sqlite3.Connection]) -> sqlite3.Connection:
        if self.path is None or threading.get_ident() == self._thread or _is_on_loop():
            return super().connection
        own: sqlite3.Connection | None = getattr(self._others, name, None)
        if own is None:
            own = connect(self.path)
            teach_typed(own)
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

    def __len__(self) -> int:
        return int(self.value("SELECT count(*) FROM games"))

    def close(self) -> None:
        """Close all connections and merge all data into a single file."""
        for connection in self._connections:
            connection.close()
        super().close()


def back_up(games: Path, copy: Path) -> int:
    """Copy the games database to a new file, even while a server is using it, and return the number of games.

    An incomplete copy is deleted.

    Raises OutflankError if there are no games, if the new file already exists, or if copying fails.
    """
    if not games.is_file():
        raise OutflankError("there are no games in {games}", games=quoted_path(games))
    place = quoted_path(copy)
    if copy.exists():
        raise OutflankError("{place} already exists: choose a new file for the copy", place=place)
    part = copy.with_name(f"{copy.name}.{secrets.token_hex(4)}.part")
    try:
        with closing(sqlite3.connect(f"{games.resolve().as_uri()}?mode=rw", uri=True)) as database:
            database.execute("VACUUM INTO ?", (str(part),))
        with closing(sqlite3.connect(part)) as copied:
            count = int(copied.execute("SELECT count(*) FROM games").fetchone()[0])
        part.rename(copy)
    except (*databases.FAULTS, OSError) as error:
        raise OutflankError(
            "cannot copy the games to {place}: {reason}", place=place, reason=databases.in_words(error)
        ) from None
    finally:
        part.unlink(missing_ok=True)
    return count
