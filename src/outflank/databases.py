"""SQLite databases: versions, the copy before a migration, transactions, and 64-bit numbers.

`DatabaseFile` is an open database that reports every error in one line.

The file itself stores the version (`PRAGMA user_version`) and may store the owner (`PRAGMA application_id`). Each
migration leads from one version to the next.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar, Self

from outflank.errors import OutflankError, quoted_path
from outflank.text import Text

Migration = Callable[[sqlite3.Connection], None]

FAULTS = (sqlite3.Error, UnicodeDecodeError)
"""Exceptions of a query. SQLite may quote names from a damaged file that Python cannot decode."""

UNREADABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""Exceptions from reading a damaged row as its proper type."""

_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_LACKS = ("no such table", "no such column", "Could not decode to UTF-8")  # SQLite's messages about foreign data
_MAGIC = b"SQLite format 3\0"  # the first bytes of a database
_WORD = 1 << 64


@contextmanager
def alone(path: Path, busy: str, failed: str) -> Iterator[None]:
    """Hold a lock next to the file inside the `with` block, so that no other process holds it.

    Raises OutflankError: `busy` if another process holds it, or `failed` with the reason if it cannot be made.
    """
    from filelock import FileLock, Timeout  # not at the top: few need it

    path = path.resolve()
    lock = FileLock(path.with_name(f"{path.name}.lock"))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(blocking=False)
    except Timeout:
        raise OutflankError(busy) from None
    except OSError as error:
        raise OutflankError("{failed}: {reason}", failed=failed, reason=error.strerror) from None
    try:
        yield
    finally:
        lock.release()


def version_of(path: Path, newest: int, what: str, option: str, application: int = 0) -> int:
    """The version of a database, without touching it; 0 for an empty one. `newest` is the last known version.

    Raises OutflankError for a newer version or another program's file, and sqlite3.Error for a file that is no
    database. Errors call the content `what`, and mention the `option` that names another file, if any.
    """
    version, owner, n_tables = marks_of(path)
    if version == owner == n_tables == 0:
        return 0  # another process is about to create the tables
    shown = quoted_path(path)
    if owner != application or version < 0 or (version == 0 and n_tables):
        otherwise = f": name another file ({option})" if option else ""
        raise OutflankError(
            "the database {path} belongs to another program{otherwise}", path=shown, otherwise=otherwise
        )
    if version > newest:
        otherwise = f", or another file ({option})" if option else ""
        raise OutflankError(
            "{what} in {path} were saved by a newer Outflank (format {version}; this one reads up to {newest}): "
            "use that version{otherwise}",
            what=what,
            path=shown,
            version=version,
            newest=newest,
            otherwise=otherwise,
        )
    return version


def check(path: Path) -> None:
    """Raise sqlite3.DatabaseError for an existing file that is not a database, however short.

    SQLite takes a very short file for an empty database, and would overwrite it.
    """
    with suppress(FileNotFoundError), path.open("rb") as file:
        if (begins := file.read(len(_MAGIC))) and begins != _MAGIC:
            error = sqlite3.DatabaseError("file is not a database")
            error.sqlite_errorcode = sqlite3.SQLITE_NOTADB
            raise error


def marks_of(path: Path) -> tuple[int, int, int]:
    """The version, owner and number of tables (and indexes etc.) of a file, without touching it; zeros if it is empty.

    Raises sqlite3.Error for a file that is not a database.
    """
    if not path.exists() or path.stat().st_size == 0:
        return 0, 0, 0
    check(path)
    wal = path.with_name(f"{path.name}-wal")
    # A log that a killed process left beside the file counts. If there is none, none is made.
    options = "mode=ro" if wal.exists() and wal.stat().st_size else "mode=ro&immutable=1"
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?{options}", uri=True)) as database:
        version, owner, n_tables = database.execute(
            "SELECT user_version, application_id, (SELECT count(*) FROM sqlite_master)"
            " FROM pragma_user_version, pragma_application_id"
        ).fetchone()
        return int(version), int(owner), int(n_tables)


def read_only(path: Path, patience: float) -> sqlite3.Connection:
    """Open an existing database read-only; others may write to it meanwhile. Raises sqlite3.Error."""
    wal = path.with_name(f"{path.name}-wal")
    mode = "ro"
    if not os.access(path.parent, os.W_OK) and not wal.exists():
        mode = "ro&immutable=1"  # readers and writers cannot share a file here
    address = f"{path.resolve().as_uri()}?mode={mode}"
    return sqlite3.connect(address, timeout=patience, isolation_level=None, check_same_thread=False, uri=True)


def prepare(database: sqlite3.Connection, path: Path | None, version: int, migrations: Sequence[Migration]) -> None:
    """Prepare an open database for writing; migrate an older version to the newest.

    All migrations run in one transaction, after the file was copied beside itself. Raises sqlite3.Error.
    """
    _share(database)
    database.execute("PRAGMA synchronous = NORMAL")  # survives any crash of the process
    if version == len(migrations):
        return
    if version and path is not None:
        copy_beside(database, path, version)
    with transaction(database):
        # Another program may have created the tables meanwhile.
        version = int(database.execute("PRAGMA user_version").fetchone()[0])
        for step in migrations[version:]:
            step(database)
        database.execute(f"PRAGMA user_version = {len(migrations)}")


def _share(database: sqlite3.Connection) -> None:
    """Switch to write-ahead logging, so that readers and the writer do not block each other. Raises sqlite3.Error.

    When two processes create a file at once, SQLite refuses one of them immediately: wait here as elsewhere.
    """
    patience = database.execute("PRAGMA busy_timeout").fetchone()[0] / 1000
    deadline = time.monotonic() + patience
    while True:
        try:
            database.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        time.sleep(0.01)


def executing(*statements: str) -> Migration:
    """A migration that executes some statements."""

    def migrate(database: sqlite3.Connection) -> None:
        for statement in statements:
            database.execute(statement)

    return migrate


def copy_beside(database: sqlite3.Connection, path: Path, version: int) -> Path:
    """Copy a database to a new file beside it, named by its version. Raises sqlite3.Error."""
    stem = f"{path.name}.v{version}"
    names = [stem, *(f"{stem}-{number}" for number in range(2, 1000))]
    copy = next(found for name in names if not (found := path.with_name(name)).exists())
    target = sqlite3.connect(copy)
    try:
        database.backup(target)
    except sqlite3.Error:
        target.close()
        copy.unlink(missing_ok=True)
        raise
    target.close()
    return copy


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """A writing transaction: all of it happens, or nothing. Raises sqlite3.Error."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # some errors have rolled it back already
            database.execute("ROLLBACK")
        raise


def is_damage(error: Exception) -> bool:
    """True if one of `FAULTS` means that the file is damaged, or lacks something that every file of its version has."""
    if isinstance(error, UnicodeDecodeError):
        return True
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or str(error).startswith(_LACKS)


def in_words(error: Exception) -> str:
    """One of `FAULTS`, or an OSError, as one line without the file's name."""
    if isinstance(error, UnicodeDecodeError):
        return "its schema is no text"
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    return " ".join(str(error).split())


def signed(word: int) -> int:
    """A 64-bit number, such as a bitboard, as the signed integer that SQLite stores."""
    return word - _WORD if word >> 63 else word


def unsigned(number: int) -> int:
    """The 64-bit number behind a signed integer in SQLite."""
    return int(number) % _WORD


class DatabaseFile:
    """An open database; subclasses define its content. For one thread at a time. Use `with`, or `close` it.

    In errors, `called` names the file and `holds` its content. `option` is the command line option that names another
    file; `otherwise` is the advice for a damaged file. For a read-only file, `absent` says that it is missing and
    `older` that it must be migrated first; both have a gap for {path}.
    """

    called: ClassVar[str]
    holds: ClassVar[str]
    option: ClassVar[str]
    otherwise: ClassVar[str]
    absent: ClassVar[str]
    older: ClassVar[str]
    oldest_read: ClassVar[int | None] = None
    """The oldest version that can be read without migration; None for the newest only."""

    application: ClassVar[int] = 0
    migrations: ClassVar[Sequence[Migration]]

    # Beginnings of errors for which `_words` has no better words.
    unopened: ClassVar[str] = "cannot open"
    unread: ClassVar[str] = "cannot use"
    unwritten: ClassVar[str] = "cannot use"

    def __init__(self, path: Path | None, *, patience: float, on_page: bool = False, read_only: bool = False):
        """Open the file or create it; None keeps everything in memory. Waits `patience` seconds for other writers.

        A file of an older version is copied and migrated. A `read_only` file must exist in a readable version, and is
        not touched. Errors `on_page` mention no command line options. Raises OutflankError.
        """
        self.path = path
        self.shown = "in memory" if path is None else quoted_path(path)
        self._on_page, self.is_read_only = on_page, read_only and path is not None
        self._connection: sqlite3.Connection | None = None
        if self.is_read_only and path is not None and not path.exists():
            raise OutflankError(self.absent, path=self.shown)
        try:
            with self.told(self.unopened):
                self._open(0 if path is None else self._version_of(path), patience)
        except BaseException as error:
            self.close()
            if isinstance(error, OSError | ValueError) and not isinstance(error, OutflankError):  # or a name with \0
                raise OutflankError(self._words(error, self.unopened)) from None
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _version_of(self, path: Path) -> int:
        if not self.is_read_only:
            path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise OutflankError(
                "expected the file of a {file}, got the folder {path}", file=self.called, path=self.shown
            )
        option = "" if self._on_page else self.option
        return version_of(path, len(self.migrations), self.holds, option, self.application)

    def _open(self, version: int, patience: float) -> None:
        if not self.is_read_only or self.path is None:
            self._connection = sqlite3.connect(
                self.path or ":memory:", isolation_level=None, check_same_thread=False, timeout=patience
            )
            prepare(self._connection, self.path, version, self.migrations)
        elif version < (self.oldest_read or len(self.migrations)):
            raise OutflankError(self.older, path=self.shown)
        else:
            self._connection = read_only(self.path, patience)

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection. Raises OutflankError if the file is closed."""
        if self._connection is None:
            raise OutflankError("the {file} {path} has been closed", file=self.called, path=self.shown)
        return self._connection

    def rows(self, sql: str, *values: Any) -> list[Any]:
        """The rows of a query. Raises OutflankError."""
        with self.told(self.unread):
            return self.connection.execute(sql, values).fetchall()

    def each_row(self, sql: str, *values: Any) -> Iterator[Any]:
        """Yield the rows of a query one by one. Raises OutflankError."""
        with self.told(self.unread):
            yield from self.connection.execute(sql, values)

    def value(self, sql: str, *values: Any) -> Any:
        """The single value of a query, None if it has no row. Raises OutflankError."""
        rows = self.rows(sql, *values)
        return rows[0][0] if rows else None

    @contextmanager
    def writing(self, failed: str = "") -> Iterator[sqlite3.Connection]:
        """A writing transaction: all of it happens, or nothing. Raises OutflankError that begins with `failed`."""
        with self.told(failed or self.unwritten), transaction(self.connection):
            yield self.connection

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Read a consistent snapshot inside the `with` block, even if others write meanwhile. Raises OutflankError."""
        with self.told():
            self.connection.execute("BEGIN")
            try:
                yield
            finally:
                self.connection.execute("ROLLBACK")

    @contextmanager
    def told(self, failed: str = "cannot use") -> Iterator[None]:
        """Turn SQLite's errors inside the `with` block into OutflankError; `failed` is its default beginning."""
        try:
            yield
        except FAULTS as error:
            raise OutflankError(self._words(error, failed)) from None
        except OverflowError:
            raise OutflankError(
                "expected numbers of 64 bits at most, for the {file} {path}", file=self.called, path=self.shown
            ) from None

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Turn errors from rows that cannot be decoded, inside the `with` block, into OutflankError."""
        try:
            yield
        except OutflankError:
            raise
        except UNREADABLE as error:
            raise OutflankError(
                "the {file} {path} is damaged: one of its rows cannot be read ({kind}): "
                "replace it with a copy, or {remedy}",
                file=self.called,
                path=self.shown,
                kind=type(error).__name__,
                remedy=self.otherwise,
            ) from None

    def _words(self, error: Exception, failed: str) -> Text:
        named = {"file": self.called, "path": self.shown}
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in _BUSY:
            return Text("another program is writing to the {file} {path}: try again when it is done", **named)
        if code == sqlite3.SQLITE_FULL:
            return Text("there is no room left for the {file} {path}: it was not changed", **named)
        if is_damage(error):
            return Text(
                "the {file} {path} is damaged or not a database ({reason}): replace it with a copy, or {remedy}",
                **named,
                reason=in_words(error),
                remedy=self.otherwise,
            )
        if code == sqlite3.SQLITE_READONLY:
            return Text("the {file} {path} is write-protected", **named)
        return Text("{failed} the {file} {path}: {reason}", **named, failed=failed, reason=in_words(error))

    def close(self) -> None:
        """Write everything into the one file and close it."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.execute("PRAGMA busy_timeout = 0")  # other writers will do it
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._connection.close()
            self._connection = None
