"""The interface of a games database, and the choice between SQLite and PostgreSQL."""

from collections.abc import Generator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from outflank.web.games.place import GamesPlace
from outflank.web.games.postgres import check_driver
from outflank.web.games.sqlite import ReadOnlyGames, SqliteGames
from outflank.web.games.statements import SqlConnection


class ReadableGames(Protocol):
    """An open games database. All methods raise OutflankError if it cannot be used."""

    def rows(self, sql: str, *values: Any) -> list[Any]:
        """Run a query and return all rows."""

    def each_row(self, sql: str, *values: Any) -> Generator[Any, None, None]:
        """Run a query and yield its rows one by one."""

    def at_one_moment(self) -> AbstractContextManager[None]:
        """Read a consistent snapshot inside the `with` block, even while others write."""

    def close(self) -> None:
        """Close all connections."""


class GamesDatabase(ReadableGames, Protocol):
    """A games database that can be changed. All threads may use it."""

    def writing(self, failed: str = "") -> AbstractContextManager[SqlConnection]:
        """Run the `with` block as the only write transaction, so that all changes take effect or none do.

        An error message starts with `failed`.
        """

    @property
    def state(self) -> Any:
        """A value that changes whenever the content changes, no matter which program changed it."""

    def take_over(self) -> None:
        """Keep other objects that have taken over before from writing, if they can still be there."""

    def wait_at_most(self, seconds: float) -> None:
        """Limit how long a change on the event loop waits for another writer."""

    def check_writable(self) -> None:
        """Check that the database can be written, without changing its content."""


def open_database(games: GamesPlace) -> GamesDatabase:
    """Open or create a games database. Raises OutflankError if it cannot be used."""
    if games is None or isinstance(games, Path):
        return SqliteGames(games)
    return _postgres(games)


def open_to_read(games: Path | str) -> ReadableGames:
    """Open an existing games database that must not be changed. Raises OutflankError if it cannot be used."""
    if isinstance(games, Path):
        return ReadOnlyGames(games)
    return _postgres(games, read_only=True)


def _postgres(address: str, *, read_only: bool = False) -> GamesDatabase:
    check_driver()
    from outflank.web.games.postgres.database import PostgresGames

    return PostgresGames(address, read_only=read_only)
