"""A copy of all games as they are at one moment, also while a server plays them."""

import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

from outflank import databases
from outflank.errors import OutflankError, quoted_path


def back_up(games: Path, copy: Path) -> int:
    """Copy the games of one file into a new one, and return how many there are.

    The copy is whole or not there at all. Raises OutflankError if there are no games, or a file of that name.
    """
    if not games.is_file():
        raise OutflankError("there are no games in {games}", games=quoted_path(games))
    place = quoted_path(copy)
    if copy.exists():
        raise OutflankError("there is a file {place} already: name a new one for the copy", place=place)
    part = copy.with_name(f"{copy.name}.{secrets.token_hex(4)}.part")
    try:
        with closing(sqlite3.connect(f"{games.resolve().as_uri()}?mode=rw", uri=True)) as database:
            database.execute("VACUUM INTO ?", (str(part),))
        with closing(sqlite3.connect(part)) as copied:
            count = int(copied.execute("SELECT count(*) FROM games").fetchone()[0])
        part.rename(copy)
    except (*databases.FAULTS, OSError) as error:
        raise OutflankError(
            "cannot copy the games to {place}: {reason}", place=place, reason=databases.in_words(error)
        ) from None
    finally:
        part.unlink(missing_ok=True)
    return count
