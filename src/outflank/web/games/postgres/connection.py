"""A connection to PostgreSQL that runs the statements written for SQLite, and never waits long for an answer."""

import re
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, TypeVar

import psycopg
from psycopg import errors, pq
from psycopg.adapt import Dumper

from outflank.errors import OutflankError
from outflank.web.games.place import shown

T = TypeVar("T")

FAULTS = (psycopg.Error, UnicodeError)
"""Exceptions that a statement can raise."""

CONNECT_SECONDS = 2
"""Longest time in seconds to connect, which is also the least that libpq accepts."""

LOCK_CLASS = 0x4F75746C
"""The first key of this program's advisory locks: "Outl" in ASCII. The second key is 1 or 2; see `lock` and below."""

BEGIN_WRITING = f"BEGIN; SELECT pg_advisory_xact_lock({LOCK_CLASS}, 2)"
"""Begins a transaction that waits until no other one writes."""

_GRACE = 0.5  # seconds by which the server's limit is shorter than this program's
_CHECK_SECONDS = 0.1  # between two looks at the clock while a statement runs
_QUOTED_OR_MARK = re.compile(r"'[^']*'|\"[^\"]*\"|[?%]")


@lru_cache(maxsize=1000)
def marked(sql: str) -> str:
    """A statement with the marks of PostgreSQL's driver in place of `?`. Quoted text stays as it is.

    >>> marked("SELECT '100 %?' WHERE x = ? AND y % 2 = 0")
    "SELECT '100 %%?' WHERE x = %s AND y %% 2 = 0"
    """

    def replaced(found: re.Match[str]) -> str:
        return "%s" if found[0] == "?" else found[0].replace("%", "%%")

    return _QUOTED_OR_MARK.sub(replaced, sql)


class _BoolDumper(Dumper):
    """Writes True and False as 1 and 0, as SQLite does."""

    oid = psycopg.adapters.types["int4"].oid

    def dump(self, obj: bool) -> bytes:
        return b"1" if obj else b"0"


class _TextDumper(Dumper):
    """Writes text, in which PostgreSQL accepts every character but one."""

    def dump(self, obj: str) -> bytes:
        return obj.replace("\0", "\ufffd").encode()


class _ImpatientConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that gives up if the server does not answer.

    PostgreSQL's own time limit does not help when the server's machine or process hangs.
    """

    seconds = float("inf")

    def wait(self, gen: Generator[Any, Any, T], *_options: Any, **_more: Any) -> T:
        try:
            result: T = super().wait(_limited(gen, self.seconds), _CHECK_SECONDS)
        except Silent:
            self.close()  # the answer may still come
            raise
        return result


def _limited(waiting: Generator[Any, Any, T], seconds: float) -> Generator[Any, Any, T]:
    """Pass on what a generator waits for, and raise OperationalError if that takes too long."""
    ends = time.monotonic() + seconds
    answer = None
    while True:
        try:
            wanted = waiting.send(answer)
        except StopIteration as done:
            result: T = done.value
            return result
        answer = yield wanted
        if not answer and time.monotonic() > ends:
            raise Silent(f"no answer within {seconds:g} s")


class NotConnected(psycopg.OperationalError):
    """There is no connection to the server; the message says why."""


class TakenOver(psycopg.OperationalError):
    """Another server writes the games; the message says so."""


class Silent(psycopg.OperationalError):
    """The server does not answer. The connection cannot be used any longer."""


class PostgresConnection:
    """An open connection outside any transaction. Its methods raise psycopg.Error."""

    def __init__(self, address: str, *, seconds: float, locked: float = 0.2, read_only: bool = False):
        """Connect to a database.

        - `address`: a URL of libpq
        - `seconds`: the longest time that a statement may take
        - `locked`: the longest time that it may wait for another connection, in seconds
        - `read_only`: True if the connection must not change anything
        """
        self._raw = _ImpatientConnection.connect(
            address,
            autocommit=True,
            connect_timeout=CONNECT_SECONDS,
            client_encoding="utf8",
            keepalives_idle=5,
            keepalives_interval=2,
            keepalives_count=3,
            tcp_user_timeout=2000,
        )
        try:
            self._raw.adapters.register_dumper(bool, _BoolDumper)
            self._raw.adapters.register_dumper(str, _TextDumper)
            self.limit(seconds, locked)
            self._raw.execute(
                "SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3"
                + ("; SET default_transaction_read_only = on" if read_only else "")
            )
        except BaseException:
            self.close()
            raise

    @property
    def is_open(self) -> bool:
        """False once the connection is known to be lost, or has been closed."""
        return not self._raw.closed

    def limit(self, seconds: float, locked: float) -> None:
        """Set the longest times that a statement may take, and that it may wait for another connection."""
        self._raw.seconds = seconds + _GRACE  # the server's own limit gives the better message
        self._raw.execute(f"SET statement_timeout = {round(1000 * seconds)}; SET lock_timeout = {round(1000 * locked)}")

    def begin(self, statements: str) -> list[Any]:
        """Begin a transaction, and return the rows of the last statement. If that fails, there is no transaction."""
        try:
            cursor = self._raw.execute(statements)
            while cursor.nextset():
                pass
            return list(cursor) if cursor.description else []
        except BaseException:
            self.roll_back()
            raise

    def roll_back(self) -> None:
        """End a transaction without its changes. A connection that cannot do that is closed."""
        if self._raw.info.transaction_status in (pq.TransactionStatus.INTRANS, pq.TransactionStatus.INERROR):
            with suppress(psycopg.Error):
                self._raw.execute("ROLLBACK")
                return
        if self._raw.info.transaction_status != pq.TransactionStatus.IDLE:
            self.close()

    def answers(self) -> bool:
        """True if the server answers a question."""
        try:
            self._raw.execute("SELECT 1")
        except psycopg.Error:
            self.close()
            return False
        return True

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> "psycopg.Cursor[tuple[Any, ...]]":
        """Run a statement in which `?` marks the values. Several statements are possible if there are no values."""
        return self._raw.execute(marked(sql), values) if values else self._raw.execute(sql)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> "psycopg.Cursor[tuple[Any, ...]]":
        """Run a statement for each row of values."""
        cursor = self._raw.cursor()
        cursor.executemany(marked(sql), rows)
        return cursor

    def each_row(self, sql: str, values: Sequence[Any]) -> Generator[Any, None, None]:
        """Yield the rows of a query, which the server sends in small batches."""
        with self._raw.transaction(), self._raw.cursor("rows") as cursor:
            cursor.itersize = 1000
            yield from cursor.execute(marked(sql), values)

    def load(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Insert many rows into a table."""
        with self._raw.cursor() as cursor, cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)

    def count_on(self) -> None:
        """Let the numbers of new rows begin after those that were loaded."""
        query = "SELECT table_name, column_name FROM information_schema.columns WHERE is_identity = 'YES'"
        for table, column in self._raw.execute(f"{query} AND table_schema = current_schema()").fetchall():
            self._raw.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), max({column})) FROM {table}"
            )

    def close(self) -> None:
        """Close the connection, whatever its state is."""
        self._raw.close()


def in_words(error: Exception) -> str:
    """Describe an error of psycopg in a single line without passwords."""
    match error:
        case errors.DiskFull():
            return "the database server's disk is full"
        case errors.ReadOnlySqlTransaction():
            return "the database is write-protected"
        case errors.LockNotAvailable() | errors.DeadlockDetected():
            return "database is locked"
        case errors.QueryCanceled():
            return "the database server did not answer in time"
        case Silent():
            return "the database server does not answer"
        case psycopg.ProgrammingError(sqlstate=None):
            return "this is not a valid URL"  # the driver would quote parts of a password
    first = next(iter(str(error).strip().splitlines()), "") or type(error).__name__
    return " ".join(first.split())


def failure(address: str, error: Exception) -> OutflankError:
    """An error of one line for a database that cannot be used."""
    return OutflankError(
        "cannot use the games database {address}: {reason}", address=shown(address), reason=in_words(error)
    )
