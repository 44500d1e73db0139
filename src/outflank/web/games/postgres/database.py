"""The games database in PostgreSQL.

Each thread has a connection of its own. A write transaction holds an advisory lock, so that there is one writer at a
time, as in SQLite. Nobody changes its rows before it ends.

Of the objects that have taken over, only the last can write. A server that has lost its lock to another one therefore
cannot overwrite its games.

If the server does not answer, the event loop waits once, for at most two seconds. From then on, its statements fail at
once, while a thread tries to connect.
"""

import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from outflank.errors import OutflankError
from outflank.text import Text
from outflank.web.games import schema
from outflank.web.games.place import shown
from outflank.web.games.postgres import tables
from outflank.web.games.postgres.connection import (
    BEGIN_WRITING,
    FAULTS,
    NotConnected,
    PostgresConnection,
    Silent,
    TakenOver,
    in_words,
)
from outflank.web.games.sqlite import is_on_loop

T = TypeVar("T")

_LOOP_SECONDS = 1.5  # longest time that a statement on the event loop may take
_SECONDS = 30.0  # the same in other threads
_LOCKED = 5.0  # longest time that a transaction waits for another writer
_PAUSE = 0.5  # seconds between two attempts to connect
_BEGIN_OWNED = f"{BEGIN_WRITING}; SELECT owner FROM outflank_version"
_VERSION = len(schema.MIGRATIONS)
_UNREAD = Text("the games could not be read")


class PostgresGames:
    """The web app's games in a PostgreSQL database."""

    def __init__(self, address: str, *, read_only: bool = False):
        """Connect, and create or upgrade the tables unless `read_only` is True. Raises OutflankError."""
        self._address, self._is_read_only = address, read_only
        self._locked = _LOCKED
        self._thread, self._others = threading.get_ident(), threading.local()
        self._connections: list[PostgresConnection] = []  # of other threads
        self._main: PostgresConnection | None = None
        self._reason = ""  # why there is no connection, while a thread tries to get one
        self._tried = threading.Event()  # set after its first attempt
        self._owner = 0  # the number with which this object has taken over; 0 if it has not
        self._is_closed = False
        try:
            self._main = self._connect(_SECONDS, _LOCKED)
            self._prepare(self._main)
            self._main.limit(_LOOP_SECONDS, _LOCKED)
        except FAULTS as error:
            self.close()
            raise OutflankError(in_words(error)) from None
        except BaseException:
            self.close()
            raise

    # --- versions ---------------------------------------------------------------------------------------------------

    def _prepare(self, database: PostgresConnection) -> None:
        ((encoding,),) = database.execute("SHOW server_encoding").fetchall()
        if encoding != "UTF8":
            raise OutflankError("expected a database with the encoding UTF8, got {encoding}", encoding=encoding)
        version = self._version(database)
        if version > _VERSION:
            raise OutflankError(
                "the games in {place} were saved by a newer Outflank (format {version}; this one reads up to {newest})",
                place=shown(self._address),
                version=version,
                newest=_VERSION,
            )
        if version == _VERSION:
            return
        if self._is_read_only:
            if not version:
                raise OutflankError("there are no games in {games}", games=shown(self._address))
            raise OutflankError(
                "the games in {path} are in an older format: run outflank serve to update them",
                path=shown(self._address),
            )
        with self._transaction(BEGIN_WRITING):
            version = self._version(database)  # another process may have created the tables in the meantime
            if not version:
                database.execute("CREATE TABLE outflank_version (version bigint NOT NULL, owner bigint NOT NULL)")
                database.execute("INSERT INTO outflank_version VALUES (0, 0)")
            for statement in tables.since(version) if version else (*tables.FUNCTIONS, *tables.statements()):
                database.execute(statement)
            database.execute("UPDATE outflank_version SET version = ?", (_VERSION,))

    def take_over(self) -> None:
        """Keep other objects that have taken over before from writing. Raises OutflankError."""
        with self._told(""), self._transaction(BEGIN_WRITING) as database:
            ((self._owner,),) = database.execute("UPDATE outflank_version SET owner = owner + 1 RETURNING owner")

    @staticmethod
    def _version(database: PostgresConnection) -> int:
        """The version of the tables; 0 without any. Raises OutflankError for tables of another program."""
        found = database.execute(
            "SELECT relname FROM pg_class WHERE relname IN ('outflank_version', 'games')"
            " AND relnamespace = CAST(current_schema() AS regnamespace)"
        )
        names = [name for (name,) in found]
        if "outflank_version" in names:
            return int(database.execute("SELECT version FROM outflank_version").fetchall()[0][0])
        if names:
            raise OutflankError("another program has a table of games there: name another database")
        return 0

    # --- connections ------------------------------------------------------------------------------------------------

    def _connection(self) -> PostgresConnection:
        """The current thread's connection. Raises an error of `FAULTS` if it is lost and there is no new one."""
        if self._is_closed:
            raise OutflankError("the games database {place} has been closed", place=shown(self._address))
        if self._is_on_main():
            return self._main_connection()
        own: PostgresConnection | None = getattr(self._others, "connection", None)
        if own is None or not own.is_open:
            own = self._others.connection = self._connect(_SECONDS, _LOCKED)
            self._connections = [*(each for each in self._connections if each.is_open), own]
        return own

    def _is_on_main(self) -> bool:
        return threading.get_ident() == self._thread or is_on_loop()

    def _main_connection(self) -> PostgresConnection:
        if self._main is not None and self._main.is_open:
            return self._main
        if not self._reason:
            self._reconnect("the connection to the database server is lost")
            self._tried.wait(_LOOP_SECONDS)
        if self._main is None or not self._main.is_open:
            raise NotConnected(self._reason)
        return self._main

    def _connect(self, seconds: float, locked: float) -> PostgresConnection:
        return PostgresConnection(self._address, seconds=seconds, locked=locked, read_only=self._is_read_only)

    def _reconnect(self, reason: str) -> None:
        """Get a new connection for the event loop in another thread, which looks up the server's address, too."""
        if not self._reason:
            self._reason = reason
            self._tried.clear()
            threading.Thread(target=self._find, name="postgres", daemon=True).start()

    def _find(self) -> None:
        while self._reason and not self._is_closed:
            try:
                self._main = self._connect(_LOOP_SECONDS, self._locked)
                self._reason = ""
                self._tried.set()
            except FAULTS as error:
                self._reason = in_words(error)
                self._tried.set()
                time.sleep(_PAUSE)
        if self._is_closed:
            self.close()  # again, as there may be a new connection

    def _begun(self, begin: Callable[[PostgresConnection], T]) -> tuple[PostgresConnection, T]:
        """Run a first statement, on a new connection if the server has closed the old one, for example to restart."""
        connection = self._connection()
        try:
            return connection, begin(connection)
        except FAULTS as error:
            if connection.is_open:
                raise
            if isinstance(error, Silent):
                if self._is_on_main():
                    self._reconnect(in_words(error))
                raise
        connection = self._connection()
        return connection, begin(connection)

    @contextmanager
    def _told(self, failed: str | Text) -> Iterator[None]:
        """Convert errors inside the `with` block to OutflankError with a message that starts with `failed`."""
        try:
            yield
        except FAULTS as error:
            reason = in_words(error)
            raise OutflankError(Text("{error}: {reason}", error=failed, reason=reason) if failed else reason) from None

    # --- statements -------------------------------------------------------------------------------------------------

    def rows(self, sql: str, *values: Any) -> list[Any]:
        """Run a query and return all rows. Raises OutflankError."""
        with self._told(_UNREAD):
            return self._begun(lambda connection: list(connection.execute(sql, values)))[1]

    def each_row(self, sql: str, *values: Any) -> Generator[Any, None, None]:
        """Run a query and yield its rows one by one. Raises OutflankError."""
        with self._told(_UNREAD):
            yield from self._connection().each_row(sql, values)

    @contextmanager
    def writing(self, failed: str = "") -> Iterator[PostgresConnection]:
        """Run the `with` block as the only write transaction, so that all changes take effect or none do.

        Raises an OutflankError that starts with `failed`.
        """
        with self._told(failed), self._transaction(_BEGIN_OWNED) as database:
            yield database

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Read a consistent snapshot inside the `with` block, even while others write. Raises OutflankError."""
        with self._told(_UNREAD), self._transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"):
            yield

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[PostgresConnection]:
        database, found = self._begun(lambda connection: connection.begin(begin))
        try:
            if begin == _BEGIN_OWNED and self._owner and found != [(self._owner,)]:
                raise TakenOver("another server has taken over the games")
            yield database
            database.execute("COMMIT")
        except BaseException as error:
            if isinstance(error, Silent) and self._is_on_main():
                self._reconnect(in_words(error))
            database.roll_back()
            raise

    @property
    def state(self) -> str:
        """A value that changes whenever the content changes, no matter which program changed it."""
        return str(self.rows("SELECT CAST(txid_current_snapshot() AS text)")[0][0])

    def wait_at_most(self, seconds: float) -> None:
        """Limit how long a change on the event loop waits for another writer."""
        self._locked = seconds
        with self._told(""):
            self._main_connection().limit(_LOOP_SECONDS, seconds)

    def check_writable(self) -> None:
        """Check that the database can be written, without changing its content. Raises OutflankError if not."""
        with self.writing("writing failed") as database:
            database.execute("UPDATE outflank_version SET version = version")

    def close(self) -> None:
        """Close all connections."""
        self._is_closed = True
        for connection in (*self._connections, self._main):
            if connection is not None:
                connection.close()
