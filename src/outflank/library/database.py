"""The file of a library: opened, brought up to date, read and written, with every trouble told in one line."""

from pathlib import Path

from outflank import databases
from outflank.errors import OutflankError, quoted_path
from outflank.library import schema

PATIENCE = 60.0
"""Seconds to wait for another program that is writing to the same library: it writes no longer than that at once."""

_CACHE = 64  # MiB of the file that are kept in memory


class Database(databases.DatabaseFile):
    """An open library. For one thread at a time."""

    called, holds, option = "library", "the games", "--database"
    otherwise = "move it away and import the games again"
    absent = "there is no library {path}: outflank library import makes one of files of games"
    older = "the library {path} is of an older version, or empty: outflank library import brings it up to date"
    application, migrations = schema.APPLICATION, schema.MIGRATIONS

    def __init__(
        self,
        path: Path | None,
        *,
        create: bool = True,
        patience: float = PATIENCE,
        read_only: bool = False,
        on_page: bool = False,
    ):
        """Open the file, or make it if there is none and that is allowed; None keeps everything in memory.

        A file of an older version is copied and brought to this one; one that is `read_only` is not touched, and of an
        older version refused. Raises OutflankError.
        """
        if path is not None and not create and not path.exists():
            raise OutflankError(self.absent, path=quoted_path(path))
        super().__init__(path, patience=patience, on_page=on_page, read_only=read_only)

    def _open(self, version: int, patience: float) -> None:
        super()._open(version, patience)
        self.connection.execute(f"PRAGMA cache_size = {-1024 * _CACHE}")
