"""Manage SQLite databases: versions, backups before migrations, transactions, and 64-bit numbers.

`DatabaseFile` is an open database that reports every error in a single line.

Each file stores its version (`PRAGMA user_version`), and can store the program it belongs to (`PRAGMA application_id`).
A migration upgrades a database from one version to the next.
"""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar, Self

from outflank.errors import OutflankError, check_path, quoted_path
from outflank.text import Text

Migration = Callable[[sqlite3.Connection], None]

FAULTS = (sqlite3.Error, UnicodeDecodeError)
"""Exceptions that a query can raise. In a damaged file, SQLite may quote names that Python cannot decode."""

UNREADABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""Exceptions that can be raised when a damaged row is converted to Python objects."""

PATIENCE = 10.0
"""Default number of seconds to wait while other programs are writing."""

_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_LACKS = ("no such table", "no such column", "Could not decode to UTF-8")  # messages about files with other content
_MAGIC = b"SQLite format 3\0"  # the first bytes of a database
_PROTECTED = "the {file} {path} is write-protected"
_WORD = 1 << 64


@contextmanager
def alone(path: Path, busy: str, failed: str) -> Iterator[None]:
    """Lock a file against other processes inside the `with` block, using a separate lock file in the same folder.

    Raises OutflankError with the message `busy` if another process has locked the file, or with the message `failed`
    and the reason if the lock file cannot be created.
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
    """Read a database's version without changing the file. The version of an empty file is 0.

    `newest` is the latest version that this program supports. In error messages, `what` describes the content of the
    file, and `option` is the command line option for choosing another file; it may be empty.

    Raises OutflankError if the version is too new or the file belongs to another program, and sqlite3.Error if the file
    is not a database.
    """
    version, owner, n_tables = marks_of(path)
    if version == owner == n_tables == 0:
        return 0  # the file is new, and another process may be about to create the tables
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
    """Raise sqlite3.DatabaseError if a file exists but is not a database.

    This also detects very short files, which SQLite itself would treat as empty databases and overwrite.
    """
    with suppress(FileNotFoundError), path.open("rb") as file:
        if (begins := file.read(len(_MAGIC))) and begins != _MAGIC:
            error = sqlite3.DatabaseError("file is not a database")
            error.sqlite_errorcode = sqlite3.SQLITE_NOTADB
            raise error


def marks_of(path: Path) -> tuple[int, int, int]:
    """Read a file's version, owner, and number of tables (including indexes etc.) without changing it.

    All three are zero for an empty file. Raises sqlite3.Error if the file is not a database.
    """
    if not path.exists() or path.stat().st_size == 0:
        return 0, 0, 0
    check(path)
    wal = path.with_name(f"{path.name}-wal")
    # Take into account a log that a killed process left next to the file, but do not create one.
    options = "mode=ro" if wal.exists() and wal.stat().st_size else "mode=ro&immutable=1"
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?{options}", uri=True)) as database:
        version, owner, n_tables = database.execute(
            "SELECT user_version, application_id, (SELECT count(*) FROM sqlite_master)"
            " FROM pragma_user_version, pragma_application_id"
        ).fetchone()
        return int(version), int(owner), int(n_tables)


def is_protected(path: Path) -> bool:
    """True if this process cannot write or create a database, because the file or its folder is write-protected."""
    return (path.exists() and not os.access(path, os.W_OK)) or _cannot_log(path)


def _cannot_log(path: Path) -> bool:
    """True if a database has no log (`-wal`) and its folder, which may not exist yet, allows no new files."""
    path = Path(os.path.realpath(path))  # SQLite follows links; `resolve` raises errors for circular ones
    folder = next((each for each in path.parents if each.exists()), path.parent)
    return not os.access(folder, os.W_OK) and not path.with_name(f"{path.name}-wal").exists()


def read_only(path: Path, patience: float) -> sqlite3.Connection:
    """Open an existing database for reading only. Other programs can still write to it. Raises sqlite3.Error."""
    mode = "ro&immutable=1" if _cannot_log(path) else "ro"  # immutable: readers and writers cannot share the file
    address = f"{path.resolve().as_uri()}?mode={mode}"
    return sqlite3.connect(address, timeout=patience, isolation_level=None, check_same_thread=False, uri=True)


def prepare(database: sqlite3.Connection, path: Path | None, version: int, migrations: Sequence[Migration]) -> None:
    """Prepare an open database for writing, and migrate it to the newest version if necessary.

    Before a migration, the file is copied to a backup in the same folder. All migrations run in a single transaction.
    Raises sqlite3.Error.
    """
    _share(database)
    database.execute("PRAGMA synchronous = NORMAL")  # survives any crash of the process
    if version == len(migrations):
        return
    if version and path is not None:
        copy_beside(database, path, version)
    with transaction(database):
        # Another program may have created the tables in the meantime.
        version = int(database.execute("PRAGMA user_version").fetchone()[0])
        for step in migrations[version:]:
            step(database)
        database.execute(f"PRAGMA user_version = {len(migrations)}")


def _share(database: sqlite3.Connection) -> None:
    """Switch to write-ahead logging, so that readers and the writer do not block each other. Raises sqlite3.Error.

    If two processes create a file at the same time, SQLite rejects one of them without waiting, so this function waits
    instead.
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
    """Create a migration that executes these SQL statements."""

    def migrate(database: sqlite3.Connection) -> None:
        for statement in statements:
            database.execute(statement)

    return migrate


def copy_beside(database: sqlite3.Connection, path: Path, version: int) -> Path:
    """Copy a database to a new file in the same folder, with the version in its name. Raises sqlite3.Error."""
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
    """Run the `with` block as a write transaction, so that all changes take effect or none do. Raises sqlite3.Error."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # some errors have already rolled it back
            database.execute("ROLLBACK")
        raise


def is_damage(error: Exception) -> bool:
    """True if an error (one of `FAULTS`) means that the file is damaged or part of its schema is missing."""
    if isinstance(error, UnicodeDecodeError):
        return True
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or str(error).startswith(_LACKS)


def in_words(error: Exception) -> str:
    """Describe an error (one of `FAULTS`, or an OSError) in a single line that does not contain the file name."""
    if isinstance(error, UnicodeDecodeError):
        return "its schema is not text"
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    return " ".join(str(error).split())


def signed(word: int) -> int:
    """Convert an unsigned 64-bit number, such as a bitboard, to a signed integer that SQLite can store."""
    return word - _WORD if word >> 63 else word


def unsigned(number: int) -> int:
    """Convert a signed integer from SQLite back to an unsigned 64-bit number."""
    return int(number) % _WORD


class DatabaseFile:
    """An open database; subclasses define its content. Use it in a `with` block, or `close` it when you are done.

    Threads that share it write one after another; a thread that reads may see what another has not written completely.
    Subclasses set these strings for error messages:

    - `called`: the type of file, such as "tournament"
    - `holds`: the content, such as "the games"
    - `option`: the command line option for choosing another file
    - `otherwise`: advice for a damaged file
    - `absent`, `older`: messages for a read-only file that is missing or must be migrated; {path} is a placeholder
    """

    called: ClassVar[str]
    holds: ClassVar[str]
    option: ClassVar[str]
    otherwise: ClassVar[str]
    absent: ClassVar[str]
    older: ClassVar[str]
    oldest_read: ClassVar[int | None] = None
    """Oldest version that can be read without migration, or None if only the newest version can be read."""

    reads_protected: ClassVar[bool] = False
    """True if a write-protected file is opened for reading only, so that only a write fails, not the opening."""

    application: ClassVar[int] = 0
    migrations: ClassVar[Sequence[Migration]]

    # Start of an error message if `_words` has nothing more specific.
    unopened: ClassVar[str] = "cannot open"
    unread: ClassVar[str] = "cannot use"
    unwritten: ClassVar[str] = "cannot use"

    def __init__(
        self, path: str | Path | None, *, patience: float = PATIENCE, on_page: bool = False, read_only: bool = False
    ):
        """Open or create the file. If `path` is None, the database is in memory.

        - `patience`: seconds to wait while other programs are writing
        - `on_page`: True if errors are shown in the web app, where they should not mention command line options
        - `read_only`: True if the file must exist in a readable version and must not be changed; if False, an older
          version is backed up and migrated

        Raises OutflankError.
        """
        if path is not None:
            check_path(path, f"the path of a {self.called}")
            path = Path(path)
        self.path = path
        self.shown = "in memory" if path is None else quoted_path(path)
        self.lock = threading.RLock()  # held during a transaction, which belongs to a connection and not to a thread
        self._on_page, self.is_read_only = on_page, read_only and path is not None
        self._connection: sqlite3.Connection | None = None
        if self.is_read_only and path is not None and not path.exists():
            raise OutflankError(self.absent, path=self.shown)
        try:
            with self.told(self.unopened):
                self._open(0 if path is None else self._version_of(path), patience)
        except BaseException as error:
            self.close()
            if isinstance(error, OSError | ValueError) and not isinstance(error, OutflankError):  # or \0 in a path
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
        oldest = self.oldest_read or len(self.migrations)
        if self.reads_protected and self.path is not None and version >= oldest and is_protected(self.path):
            self.is_read_only = True
        if not self.is_read_only or self.path is None:
            self._connection = sqlite3.connect(
                self.path or ":memory:", isolation_level=None, check_same_thread=False, timeout=patience
            )
            prepare(self._connection, self.path, version, self.migrations)
        elif version < oldest:
            raise OutflankError(self.older, path=self.shown)
        else:
            self._connection = read_only(self.path, patience)

    @property
    def connection(self) -> sqlite3.Connection:
        """The open connection. Raises OutflankError if it has been closed."""
        if self._connection is None:
            raise OutflankError("the {file} {path} has been closed", file=self.called, path=self.shown)
        return self._connection

    def rows(self, sql: str, *values: Any) -> list[Any]:
        """Run a query and return all rows. Raises OutflankError."""
        with self.told(self.unread):
            return self.connection.execute(sql, values).fetchall()

    def each_row(self, sql: str, *values: Any) -> Generator[Any, None, None]:
        """Run a query and yield its rows one by one. Raises OutflankError."""
        with self.told(self.unread):
            yield from self.connection.execute(sql, values)

    def value(self, sql: str, *values: Any) -> Any:
        """Run a query and return its single value, or None if there are no rows. Raises OutflankError."""
        rows = self.rows(sql, *values)
        return rows[0][0] if rows else None

    def check_writable(self) -> None:
        """Raise OutflankError if the file has been opened for reading only."""
        if self.is_read_only:
            raise OutflankError(_PROTECTED, file=self.called, path=self.shown)

    @contextmanager
    def writing(self, failed: str = "") -> Iterator[sqlite3.Connection]:
        """Run the `with` block as a write transaction, so that all changes take effect or none do.

        Raises an OutflankError that starts with `failed`.
        """
        with self.lock, self.told(failed or self.unwritten), transaction(self.connection):
            yield self.connection

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Read a consistent snapshot inside the `with` block, even while other programs write. Raises OutflankError."""
        with self.lock, self.told():
            self.connection.execute("BEGIN")
            try:
                yield
            finally:
                self.connection.execute("ROLLBACK")

    @contextmanager
    def told(self, failed: str = "cannot use") -> Iterator[None]:
        """Convert SQLite errors inside the `with` block to OutflankError.

        The message starts with `failed`, unless a more specific message exists.
        """
        try:
            yield
        except FAULTS as error:
            raise OutflankError(self._words(error, failed)) from None
        except OverflowError:
            raise OutflankError(
                "expected numbers of at most 64 bits for the {file} {path}", file=self.called, path=self.shown
            ) from None

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Convert errors to OutflankError if a row cannot be decoded inside the `with` block."""
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
            return Text(_PROTECTED, **named)
        reason = in_words(error)
        if code == sqlite3.SQLITE_CANTOPEN and self.path is not None and _cannot_log(self.path):
            reason = "its folder is write-protected"
        return Text("{failed} the {file} {path}: {reason}", **named, failed=failed, reason=reason)

    def close(self) -> None:
        """Write all changes, including the log, to the database file and close it."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.execute("PRAGMA busy_timeout = 0")  # do not wait for other writers: they will do it
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._connection.close()
            self._connection = None
