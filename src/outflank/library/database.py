"""The file of a library, as those see it who know its tables."""

from outflank import databases
from outflank.library import schema

PATIENCE = 60.0
"""Seconds to wait for another program that is writing to the same library: it writes no longer than that at once."""

_CACHE = 64  # MiB of the file that are kept in memory


class Database(databases.DatabaseFile):
    """The file of a library. For one thread at a time."""

    called, holds, option = "library", "the games", "--database"
    otherwise = "move it away and import the games again"
    absent = "there is no library {path}: outflank library import makes one of files of games"
    older = "the library {path} is of an older version, or empty: outflank library import brings it up to date"
    application, migrations = schema.APPLICATION, schema.MIGRATIONS

    def _open(self, version: int, patience: float) -> None:
        super()._open(version, patience)
        self.connection.execute(f"PRAGMA cache_size = {-1024 * _CACHE}")
