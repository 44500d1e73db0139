"""The store of games, which prevents games from being lost when a page reloads or the server crashes.

Each change is one transaction, so a game is complete up to its last acknowledged move even after a crash. The tables
are defined in `schema`. The `own_games` module lists and searches the games.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Self, TypeVar

from outflank import databases
from outflank.errors import OutflankError
from outflank.web import logs
from outflank.web.games import schema
from outflank.web.games.database import open_database
from outflank.web.games.place import GamesPlace, shown
from outflank.web.games.statements import SqlConnection, upsert
from outflank.web.games.stored_games import StoredMatch

T = TypeVar("T")

DELETED_KEPT = 30 * 86400.0
"""Number of seconds for which a deleted game can be restored."""

_UNPLAYED_KEPT = 7 * 86400.0  # seconds for which a game without moves is kept
_PART = upsert("parts", ("person", "game", "seat"), ("person", "game"))


def readable(rows: Iterable[Sequence[Any]], make: Callable[[Any], T]) -> Iterator[T]:
    """Convert rows with `make`, skipping and logging those that cannot be read because the file is damaged.

    The first column of each row must be a game's id.
    """
    for row in rows:
        try:
            yield make(row)
        except (OutflankError, *databases.UNREADABLE) as error:
            logs.event(logs.WARNING, "game not read", game=str(row[0]), reason=type(error).__name__)


class GameStore:
    """The games stored on a server, keyed by id. All methods raise OutflankError if the database cannot be used."""

    def __init__(self, games: GamesPlace = None):
        """Open or create the database. If `games` is None, games are stored in memory only.

        A database from an older version is upgraded. A database from a newer version is not changed.
        """
        try:
            self.database = open_database(games)
            try:
                self.purge()
            except BaseException:
                self.database.close()
                raise
        except OutflankError as error:
            place = "memory" if games is None else shown(games)
            raise OutflankError("cannot store games in {path}: {reason}", path=place, reason=error.message) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def save(self, kept: StoredMatch, at: float | None = None) -> None:
        """Save a game. `at` is the time of the change in seconds since 1970; the default is the current time."""
        at = time.time() if at is None else at
        with self.database.writing("the game could not be saved") as database:
            number = schema.write(database, kept, at, at, len(kept.moves))
            for person, seat in kept.parts.items():
                database.execute(_PART, (person, number, seat))

    def load(self, game: str) -> str | None:
        """A game's serialised state; None if the id is unknown."""
        state = self.value("SELECT s.state FROM games g JOIN states s ON s.game = g.number WHERE g.id = ?", game)
        return None if state is None else str(state)

    def purge(self) -> None:
        """Remove games deleted more than 30 days ago, and games without moves that are more than a week old.

        In correspondence, the week begins when the first move is due.
        """
        now = time.time()
        with self.database.writing("old games could not be removed") as database:
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

    def rows(self, sql: str, *values: Any) -> list[Any]:
        """Run a query and return all rows."""
        return self.database.rows(sql, *values)

    def value(self, sql: str, *values: Any) -> Any:
        """Run a query and return its single value, or None if there are no rows."""
        rows = self.database.rows(sql, *values)
        return rows[0][0] if rows else None

    def writing(self, failed: str = "") -> AbstractContextManager[SqlConnection]:
        """Context manager for a transaction in any thread. If it fails, nothing changes and OutflankError is raised."""
        return self.database.writing(failed)

    @property
    def state(self) -> Any:
        """A value that changes whenever the database changes, no matter which program changed it."""
        return self.database.state

    def __len__(self) -> int:
        return int(self.value("SELECT count(*) FROM games"))

    def close(self) -> None:
        """Close all connections."""
        self.database.close()
