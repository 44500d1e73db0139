"""Copies of all games: a backup in a new SQLite file, and a move from a file to PostgreSQL."""

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from outflank import databases
from outflank.errors import OutflankError, quoted_path
from outflank.web.games import schema
from outflank.web.games.database import ReadableGames, open_database, open_to_read
from outflank.web.games.lock import lock_of
from outflank.web.games.place import shown
from outflank.web.games.sqlite import SqliteGames

_HOUR = 3600.0  # longest time in seconds for a table


def back_up(games: Path | str, copy: Path) -> int:
    """Copy a games database to a new SQLite file, even while a server is using it, and return the number of games.

    An incomplete copy is deleted.

    Raises OutflankError if there are no games, if the new file already exists, or if copying fails.
    """
    if isinstance(games, Path) and not games.is_file():
        raise OutflankError("there are no games in {games}", games=quoted_path(games))
    place = quoted_path(copy)
    if copy.exists():
        raise OutflankError("{place} already exists: choose a new file for the copy", place=place)
    part = copy.with_name(f"{copy.name}.{secrets.token_hex(4)}.part")
    try:
        if isinstance(games, Path):
            with closing(sqlite3.connect(f"{games.resolve().as_uri()}?mode=rw", uri=True)) as database:
                database.execute("VACUUM INTO ?", (str(part),))
        else:
            _write_file(games, part)
        with closing(sqlite3.connect(part)) as copied:
            count = int(copied.execute("SELECT count(*) FROM games").fetchone()[0])
        part.rename(copy)
    except (*databases.FAULTS, OSError, OutflankError) as error:
        reason = error.message if isinstance(error, OutflankError) else databases.in_words(error)
        raise OutflankError("cannot copy the games to {place}: {reason}", place=place, reason=reason) from None
    finally:
        part.unlink(missing_ok=True)
    return count


def _write_file(address: str, part: Path) -> None:
    """Copy all tables of a PostgreSQL database to a new file."""
    if not part.parent.is_dir():
        raise OutflankError("there is no such folder")
    with (
        closing(open_to_read(address)) as source,
        SqliteGames(part) as target,
        source.at_one_moment(),
        target.writing("") as database,
    ):
        for table, columns in schema.columns().items():
            marks, names = ", ".join("?" * len(columns)), ", ".join(columns)
            with _rows(source, table) as rows:
                database.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)


@contextmanager
def _rows(games: ReadableGames, table: str) -> Iterator[Iterator[tuple[object, ...]]]:
    """All rows of a table inside the `with` block."""
    with closing(games.each_row(f"SELECT {', '.join(schema.columns()[table])} FROM {table}")) as rows:
        yield rows


def copy_to_postgres(file: Path, address: str) -> int:
    """Copy all games from a file to an empty PostgreSQL database in one transaction, and return their number.

    Raises OutflankError if the database is in use or not empty, or if anything cannot be copied.
    """
    with closing(open_to_read(file)) as source:
        lock = lock_of(address)
        if not lock.try_take():
            raise OutflankError("a server stores its games in {place}: stop it first", place=shown(address))
        try:
            open_database(address).close()  # creates the tables
            return _load(source, address)
        finally:
            lock.release()


def _load(source: ReadableGames, address: str) -> int:
    from outflank.web.games.postgres.connection import BEGIN_WRITING, FAULTS, PostgresConnection, in_words

    place = shown(address)
    try:
        with closing(PostgresConnection(address, seconds=_HOUR, locked=5.0)) as target, source.at_one_moment():
            target.begin(BEGIN_WRITING)
            for table, columns in schema.columns().items():
                if target.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone():
                    raise OutflankError("{place} has games already: name an empty database", place=place)
                with _rows(source, table) as rows:
                    target.load(table, columns, rows)
            target.count_on()
            ((count,),) = target.execute("SELECT count(*) FROM games").fetchall()
            target.execute("COMMIT")
    except FAULTS as error:
        reason = in_words(error)
        raise OutflankError("cannot copy the games to {place}: {reason}", place=place, reason=reason) from None
    return int(count)
