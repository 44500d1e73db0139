"""Games in SQLite, so that neither a reload nor a crash loses one.

Each change of a game is one transaction: after a crash the game is there to the last move that was acknowledged.
"""

import sqlite3
import time
from contextlib import suppress
from pathlib import Path

from outflank.errors import OutflankError, excerpt

_VERSION = 1
_TABLES = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY,
    n_moves INTEGER NOT NULL,
    state TEXT NOT NULL,
    created REAL NOT NULL,
    changed REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS games_by_change ON games (changed);
"""
_UNPLAYED_KEPT = 7 * 86400.0  # seconds that a game without a move is kept


class Store:
    """The games of a server by their ids, as JSON text. Raises OutflankError where the file does not serve."""

    def __init__(self, path: Path | None = None):
        """Open the file, or make it; None keeps the games in memory."""
        self.path = path
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False)
            self._prepare()
        except (OSError, sqlite3.Error) as error:
            raise OutflankError(f"cannot keep games in {excerpt(str(path), 120)}: {error}") from None

    def _prepare(self) -> None:
        database = self._database
        database.execute("PRAGMA journal_mode = WAL")  # readers and the writer do not wait for each other
        database.execute("PRAGMA synchronous = NORMAL")  # survives any crash of the process
        version = database.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, _VERSION):
            raise OutflankError(f"{self.path} was written by another version of Outflank (format {version})")
        database.executescript(_TABLES)
        database.execute(f"PRAGMA user_version = {_VERSION}")
        database.execute("DELETE FROM games WHERE n_moves = 0 AND changed < ?", (time.time() - _UNPLAYED_KEPT,))

    def save(self, game: str, n_moves: int, state: str) -> None:
        """Keep a game as it is now."""
        now = time.time()
        try:
            self._database.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE"
                " SET n_moves = excluded.n_moves, state = excluded.state, changed = excluded.changed",
                (game, n_moves, state, now, now),
            )
        except sqlite3.Error as error:
            raise OutflankError(f"the game could not be saved: {error}") from None

    def load(self, game: str) -> str | None:
        """A game as it was saved last, None if there is none of that id."""
        try:
            row = self._database.execute("SELECT state FROM games WHERE id = ?", (game,)).fetchone()
        except sqlite3.Error as error:
            raise OutflankError(f"the game could not be read: {error}") from None
        return None if row is None else str(row[0])

    def __len__(self) -> int:
        return int(self._database.execute("SELECT count(*) FROM games").fetchone()[0])

    def close(self) -> None:
        """Put everything into the one file and let go of it."""
        with suppress(sqlite3.Error):
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._database.close()
