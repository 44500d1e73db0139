"""Locks that only one server process at a time can hold: the holder alone runs and saves the games of a database."""

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self

from outflank.errors import OutflankError, quoted_path
from outflank.web.games.place import GamesPlace
from outflank.web.games.postgres import check_driver

if TYPE_CHECKING:
    from outflank.web.games.postgres.connection import PostgresConnection

_SECONDS = 2.0  # longest time to wait for an answer of the database server
_PAUSE = 1.0  # seconds between two looks at a lock


class GamesLock(Protocol):
    """A lock on a games database. It ends with the process, however the process ends."""

    def try_take(self) -> bool:
        """Take the lock if nobody else holds it, and return True if this object now holds it.

        Raises OutflankError if that cannot be found out.
        """

    @property
    def is_held(self) -> bool:
        """True if this object still holds the lock. A lost connection to the database server loses the lock."""

    def release(self) -> None:
        """Let others take the lock."""


class MemoryLock:
    """The lock on games in memory, which no other process can reach."""

    def __init__(self) -> None:
        self._is_held = False

    def try_take(self) -> bool:
        """Take the lock, which is always possible."""
        self._is_held = True
        return True

    @property
    def is_held(self) -> bool:
        """True after `try_take`."""
        return self._is_held

    def release(self) -> None:
        """Give the lock up."""
        self._is_held = False


class FileLock:
    """The lock on an SQLite file, which is a lock file in the same folder."""

    def __init__(self, path: Path):
        from filelock import FileLock as LockFile  # not at the top: few need it

        self._path, path = path, path.resolve()
        self._lock = LockFile(path.with_name(f"{path.name}.lock"), thread_local=False)

    def try_take(self) -> bool:
        """Take the lock if no other process holds it. Raises OutflankError if the lock file cannot be created."""
        from filelock import Timeout

        if self._lock.is_locked:
            return True
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(blocking=False)
        except Timeout:
            return False
        except OSError as error:
            path = quoted_path(self._path)
            raise OutflankError("cannot store games in {path}: {reason}", path=path, reason=error.strerror) from None
        return True

    @property
    def is_held(self) -> bool:
        """True until `release`, because nothing else ends the lock while the process lives."""
        return self._lock.is_locked

    def release(self) -> None:
        """Let other processes take the lock."""
        self._lock.release()


class PostgresLock:
    """The lock on a PostgreSQL database: an advisory lock, which belongs to a connection of its own."""

    def __init__(self, address: str):
        """Describe the lock. Raises OutflankError if the driver of PostgreSQL is not installed."""
        check_driver()
        self._address = address
        self._connection: PostgresConnection | None = None

    def try_take(self) -> bool:
        """Take the lock if no other process holds it. Raises OutflankError if the server does not answer."""
        from outflank.web.games.postgres.connection import FAULTS, LOCK_CLASS, PostgresConnection, failure

        if self.is_held:
            return True
        connection = None
        try:
            connection = PostgresConnection(self._address, seconds=_SECONDS)
            row = connection.execute("SELECT pg_try_advisory_lock(?, ?)", (LOCK_CLASS, 1)).fetchone()
        except FAULTS as error:
            if connection is not None:
                connection.close()
            raise failure(self._address, error) from None
        if row is None or not row[0]:
            connection.close()
            return False
        self._connection = connection
        return True

    @property
    def is_held(self) -> bool:
        """True if the lock's connection lives. This asks the server, for at most two seconds."""
        if self._connection is None:
            return False
        if not self._connection.answers():
            self.release()
            return False
        return True

    def release(self) -> None:
        """Close the connection, which lets other processes take the lock."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class LockKeeper:
    """Takes a lost lock again, for example after the database server was restarted, in a thread.

    Use it in a `with` block. If somebody else has the lock, it calls `lost` in that thread and stops.
    """

    def __init__(self, lock: GamesLock, lost: Callable[[], object]):
        self._lock, self._lost = lock, lost
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="lock", daemon=True)
        self.is_lost = False
        """True once somebody else has the lock."""

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._ended.set()
        self._thread.join()

    def _keep(self) -> None:
        while not self._ended.wait(_PAUSE):
            with suppress(OutflankError):  # nobody can take a lock on a server that does not answer
                self.is_lost = not self._lock.is_held and not self._lock.try_take()
            if self.is_lost:
                self._lost()
                return


def lock_of(games: GamesPlace) -> GamesLock:
    """The lock that belongs to a games database. It is not taken yet."""
    if games is None:
        return MemoryLock()
    return FileLock(games) if isinstance(games, Path) else PostgresLock(games)
