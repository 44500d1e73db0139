"""The named openings in a library, and the last of them that each game reaches.

A library keeps the opening names of the version that created it, until a version with different names opens it for
writing.
"""

import hashlib
import sqlite3
from typing import NamedTuple

from outflank.databases import signed, unsigned
from outflank.library import boards
from outflank.library.database import Database
from outflank.rules.openings import all_openings

_NAME = "openings"  # row in `about`: a digest of the names


class Names(NamedTuple):
    """The numbers of a game's last opening with an English name and of its last opening with a Japanese name."""

    english: int | None = None
    japanese: int | None = None

    def then(self, later: "Names | None") -> "Names":
        """Return the names that apply after a later position in the game, whose own names take precedence."""
        return self if later is None else Names(later.english or self.english, later.japanese or self.japanese)


NO_NAMES = Names()


def openings_in(connection: sqlite3.Connection) -> dict[boards.Board, Names]:
    """Return the openings in a library, by canonical board."""
    rows = connection.execute("SELECT number, player, opponent, english <> '', japanese <> '' FROM openings").fetchall()
    return {
        (unsigned(player), unsigned(opponent)): Names(number if english else None, number if japanese else None)
        for number, player, opponent, english, japanese in rows
    }


def renew(database: Database) -> None:
    """Update a library's opening names to the current ones. Raises OutflankError if the library cannot be written."""
    rows: list[tuple[int, int, int, str, str]] = []
    for number, opening in enumerate(all_openings(), 1):
        (player, opponent), _ = boards.board_of(opening.position)
        board = boards.canonical(player, opponent).board
        rows.append((number, signed(board[0]), signed(board[1]), opening.english, opening.japanese))
    digest = hashlib.sha256(repr(rows).encode()).hexdigest()
    if database.value("SELECT value FROM about WHERE name = ?", _NAME) == digest:
        return
    with database.writing() as connection:
        connection.execute("DELETE FROM openings")
        connection.executemany("INSERT INTO openings VALUES (?, ?, ?, ?, ?)", rows)
        connection.execute("UPDATE games SET english = NULL, japanese = NULL")
        for number, player, opponent, *names in rows:  # fewest discs first
            first, last = boards.index_entries(boards.key_of(unsigned(player), unsigned(opponent)))
            for column, name in zip(Names._fields, names, strict=True):
                if name:
                    connection.execute(
                        f"UPDATE games SET {column} = ? WHERE number IN"
                        f" (SELECT entry & {boards.MOST_GAMES} FROM positions WHERE entry BETWEEN ? AND ?)",
                        (number, first, last),
                    )
        connection.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (_NAME, digest))
