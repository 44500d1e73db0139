"""Databases of SQLite: their versions, the copy that is kept before a migration, transactions, and numbers in them.

`DatabaseFile` is one that is open, with every trouble told in one line.

The version stands in the file itself (`PRAGMA user_version`), and so may whose file it is (`PRAGMA application_id`).
Each migration leads from one version to the next.
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
"""Whatever a query may raise. Of a damaged file SQLite may quote names that are no text, which Python cannot decode."""

UNREADABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""Whatever is raised where a row of a damaged file is taken for what it should be."""

_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_LACKS = ("no such table", "no such column", "Could not decode to UTF-8")  # what SQLite says of other tables and rows
_MAGIC = b"SQLite format 3\0"  # what a database begins with
_WORD = 1 << 64


@contextmanager
def alone(path: Path, busy: str, failed: str) -> Iterator[None]:
    """Within this, no other process is within it for the same file, by a lock beside it.

    Raises OutflankError: `busy` if one is, or `failed` with the reason if there can be no lock.
    """
    from filelock import FileLock, Timeout  # here, because few need it

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
    """The version of a database, which is not touched; 0 of an empty one. `newest` is the last that is known.

    Raises OutflankError for a file of a newer version, or of another program, and sqlite3.Error for what is none.
    Errors call its content `what`, and name the `option` by which another file is named, if there is one.
    """
    version, owner, n_tables = marks_of(path)
    if version == owner == n_tables == 0:
        return 0  # another process is about to make the tables
    shown = quoted_path(path)
    if owner != application or version < 0 or (version == 0 and n_tables):
        otherwise = f": name another file ({option})" if option else ""
        raise OutflankError("the database {path} is another program's{otherwise}", path=shown, otherwise=otherwise)
    if version > newest:
        otherwise = f", or another file ({option})" if option else ""
        raise OutflankError(
            "{what} in {path} were kept by a newer Outflank (format {version}; this one reads up to {newest}): "
            "use that one{otherwise}",
            what=what,
            path=shown,
            version=version,
            newest=newest,
            otherwise=otherwise,
        )
    return version


def check(path: Path) -> None:
    """Raises sqlite3.DatabaseError for a file that is there and holds no database, if only a few letters.

    SQLite itself takes the latter for an empty database, and would write over them.
    """
    with suppress(FileNotFoundError), path.open("rb") as file:
        if (begins := file.read(len(_MAGIC))) and begins != _MAGIC:
            error = sqlite3.DatabaseError("file is not a database")
            error.sqlite_errorcode = sqlite3.SQLITE_NOTADB
            raise error


def marks_of(path: Path) -> tuple[int, int, int]:
    """Version, owner and how many tables and the like a file has, which is not touched; zeros of an empty one.

    Raises sqlite3.Error for what is no database.
    """
    if not path.exists() or path.stat().st_size == 0:
        return 0, 0, 0
    check(path)
    wal = path.with_name(f"{path.name}-wal")
    # What a process that was killed left beside the file counts. Where there is nothing, nothing is made there.
    options = "mode=ro" if wal.exists() and wal.stat().st_size else "mode=ro&immutable=1"
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?{options}", uri=True)) as database:
        version, owner, n_tables = database.execute(
            "SELECT user_version, application_id, (SELECT count(*) FROM sqlite_master)"
            " FROM pragma_user_version, pragma_application_id"
        ).fetchone()
        return int(version), int(owner), int(n_tables)


def read_only(path: Path, patience: float) -> sqlite3.Connection:
    """A connection that only reads a database that is there, whoever writes to it meanwhile. Raises sqlite3.Error."""
    wal = path.with_name(f"{path.name}-wal")
    mode = "ro"
    if not os.access(path.parent, os.W_OK) and not wal.exists():
        mode = "ro&immutable=1"  # where nothing can be made beside the file that readers and writers agree by
    address = f"{path.resolve().as_uri()}?mode={mode}"
    return sqlite3.connect(address, patience, isolation_level=None, check_same_thread=False, uri=True)


def prepare(database: sqlite3.Connection, path: Path | None, version: int, migrations: Sequence[Migration]) -> None:
    """Make a database that was opened ready to be written; one of an older version becomes one of the last.

    All migrations happen in one transaction, after a copy of the file was put beside it. Raises sqlite3.Error.
    """
    _share(database)
    database.execute("PRAGMA synchronous = NORMAL")  # survives any crash of the process
    if version == len(migrations):
        return
    if version and path is not None:
        copy_beside(database, path, version)
    with transaction(database):
        # Another program may have made the tables since we looked.
        version = int(database.execute("PRAGMA user_version").fetchone()[0])
        for step in migrations[version:]:
            step(database)
        database.execute(f"PRAGMA user_version = {len(migrations)}")


def _share(database: sqlite3.Connection) -> None:
    """Let readers and the writer not wait for each other (``WAL``). Raises sqlite3.Error.

    Where two make a new file at once SQLite refuses one of them right away: here it waits as it does elsewhere.
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
    """The migration that carries out some statements."""

    def migrate(database: sqlite3.Connection) -> None:
        for statement in statements:
            database.execute(statement)

    return migrate


def copy_beside(database: sqlite3.Connection, path: Path, version: int) -> Path:
    """Copy a database, as it is, to a new file beside its own that is named by its version. Raises sqlite3.Error."""
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
    """One transaction that writes: all of it happens, or nothing. Raises sqlite3.Error."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # as some errors have rolled it back already
            database.execute("ROLLBACK")
        raise


def is_damage(error: Exception) -> bool:
    """True if one of `FAULTS` tells of a file that is damaged, or that lacks what is in every file of its version."""
    if isinstance(error, UnicodeDecodeError):
        return True
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or str(error).startswith(_LACKS)


def in_words(error: Exception) -> str:
    """One of `FAULTS`, or an OSError, in words of one line, without the name of the file."""
    if isinstance(error, UnicodeDecodeError):
        return "its schema is no text"
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    return " ".join(str(error).split())


def signed(word: int) -> int:
    """A number of 64 bits, such as a bitboard, as SQLite holds it."""
    return word - _WORD if word >> 63 else word


def unsigned(number: int) -> int:
    """The number of 64 bits that SQLite holds as a signed one."""
    return int(number) % _WORD


class DatabaseFile:
    """An open database, of which subclasses say what it is. For one thread at a time. Use within `with`, or `close` it.

    `called` is what errors call it and `holds` what is in it; `option` is that of the terminal by which another file is
    named, and `otherwise` what somebody may do whose file is damaged. Of a file that is only read, `absent` says that
    there is none and `older` that it must be brought to this version first, both with a gap for its {path}.
    """

    called: ClassVar[str]
    holds: ClassVar[str]
    option: ClassVar[str]
    otherwise: ClassVar[str]
    absent: ClassVar[str]
    older: ClassVar[str]
    oldest_read: ClassVar[int | None] = None
    """Version from which on a file may be read as it is; None for the newest alone."""

    application: ClassVar[int] = 0
    migrations: ClassVar[Sequence[Migration]]

    # Beginnings of the errors that `_words` knows no better words for.
    unopened: ClassVar[str] = "cannot open"
    unread: ClassVar[str] = "cannot use"
    unwritten: ClassVar[str] = "cannot use"

    def __init__(self, path: Path | None, *, patience: float, on_page: bool = False, read_only: bool = False):
        """Open the file, or make it; None keeps everything in memory. It waits `patience` seconds for others who write.

        A file of an older version is copied and brought to this one; one that is `read_only` must be there in a
        version that can be read, and is not touched. Errors that are told `on_page` name no options of the terminal.
        Raises OutflankError.
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
        """The connection. Raises OutflankError when the file has been closed."""
        if self._connection is None:
            raise OutflankError("the {file} {path} has been closed", file=self.called, path=self.shown)
        return self._connection

    def rows(self, sql: str, *values: Any) -> list[Any]:
        """The rows of a query. Raises OutflankError."""
        with self.told(self.unread):
            return self.connection.execute(sql, values).fetchall()

    def each_row(self, sql: str, *values: Any) -> Iterator[Any]:
        """The rows of a query, one after the other. Raises OutflankError."""
        with self.told(self.unread):
            yield from self.connection.execute(sql, values)

    def value(self, sql: str, *values: Any) -> Any:
        """The one value that a query has, None if it has none. Raises OutflankError."""
        rows = self.rows(sql, *values)
        return rows[0][0] if rows else None

    @contextmanager
    def writing(self, failed: str = "") -> Iterator[sqlite3.Connection]:
        """One transaction: all that is written in it, or nothing. Raises OutflankError, that begins with `failed`."""
        with self.told(failed or self.unwritten), transaction(self.connection):
            yield self.connection

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Within this, all that is read is as it was at one moment, whoever writes meanwhile. Raises OutflankError."""
        with self.told():
            self.connection.execute("BEGIN")
            try:
                yield
            finally:
                self.connection.execute("ROLLBACK")

    @contextmanager
    def told(self, failed: str = "cannot use") -> Iterator[None]:
        """Within this, what SQLite has against something becomes an OutflankError; `failed` is what it is at worst."""
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
        """Within this, rows become what they stand for, and one that cannot becomes an OutflankError."""
        try:
            yield
        except OutflankError:
            raise
        except UNREADABLE as error:
            raise OutflankError(
                "the {file} {path} is damaged: a row of it cannot be read ({kind}): "
                "put a copy in its place, or {remedy}",
                file=self.called,
                path=self.shown,
                kind=type(error).__name__,
                remedy=self.otherwise,
            ) from None

    def _words(self, error: Exception, failed: str) -> Text:
        named = {"file": self.called, "path": self.shown}
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in _BUSY:
            return Text(
                "another program has been writing to the {file} {path} for long: try again when it has ended", **named
            )
        if code == sqlite3.SQLITE_FULL:
            return Text("there is no room for the {file} {path}: what was kept before is still there", **named)
        if is_damage(error):
            return Text(
                "the {file} {path} is damaged, or is none ({reason}): put a copy in its place, or {remedy}",
                **named,
                reason=in_words(error),
                remedy=self.otherwise,
            )
        if code == sqlite3.SQLITE_READONLY:
            return Text("the {file} {path} may not be written", **named)
        return Text("{failed} the {file} {path}: {reason}", **named, failed=failed, reason=in_words(error))

    def close(self) -> None:
        """Put everything into the one file and let go of it."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.execute("PRAGMA busy_timeout = 0")  # while others write they will do it
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._connection.close()
            self._connection = None
