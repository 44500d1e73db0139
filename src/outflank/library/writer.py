"""Write many games to a library in one transaction, skipping duplicates and indexing every position.

If the process is killed during a call to `keep`, the library contains either all of the call's games or none of them.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from outflank.errors import OutflankError
from outflank.library import boards
from outflank.library.database import SUMMARISED, Database
from outflank.library.named import NO_NAMES, Names, openings_in
from outflank.library.stored import USUAL, StoredGame
from outflank.play.words import plain

FEW = 100
"""Largest number of games for which plain Python is faster than loading the kernels."""

_ASKED = 500  # digests in one query
_COLUMNS = 17  # in the table of games


Sourced = tuple[str, StoredGame]
"""The name of a source, and a game from that source."""


class Writer:
    """Writes games to a library."""

    def __init__(self, database: Database):
        self._database = database
        self._numbers: dict[tuple[str, str], int] = {}  # of sources, players and tournaments

    def keep(self, games: Sequence[Sourced]) -> int:
        """Store the games that are not yet in the library, and return the number of games stored.

        Raises OutflankError if the library is full or cannot be written.
        """
        if not games:
            return 0
        with self._database.lock:  # no other thread may take its copy of the numbers before this one's rollback
            before = dict(self._numbers)
            try:
                with self._database.writing() as connection:
                    return self._keep(connection, games)
            except BaseException:
                self._numbers = before  # the transaction has been rolled back
                raise

    def _keep(self, connection: sqlite3.Connection, games: Sequence[Sourced]) -> int:
        fresh = {entry.digest: (source, entry) for source, entry in reversed(games)}
        for digest in self._known(connection, list(fresh)):
            del fresh[digest]
        self._name(connection, fresh)
        new = list(reversed(fresh.items()))
        if not new:
            return 0
        first = 1 + (connection.execute("SELECT max(number) FROM games").fetchone()[0] or 0)
        if first + len(new) > boards.MOST_GAMES:
            raise OutflankError(
                "the library is full: it has room for {MOST_GAMES} games", MOST_GAMES=f"{boards.MOST_GAMES:,}"
            )
        index, openings = index_of([entry for _, (_, entry) in new], first, openings_in(connection))
        rows = (
            self._row(connection, number, digest, entry, names, self._source(connection, source))
            for number, ((digest, (source, entry)), names) in enumerate(zip(new, openings, strict=True), first)
        )
        connection.executemany(f"INSERT INTO games VALUES (?{', ?' * (_COLUMNS - 1)})", rows)
        connection.executemany("INSERT OR IGNORE INTO positions VALUES (?)", zip(index))
        return len(new)

    def _name(self, connection: sqlite3.Connection, fresh: dict[int, Sourced]) -> None:
        """Update stored games of a WTHOR archive with the names from its name files, which were missing before.

        Games that are updated in this way are removed from `fresh`.
        """
        if not _has_unnamed(connection) and not any(entry.black.startswith("#") for _, entry in fresh.values()):
            return
        named = {old: entry for _, entry in fresh.values() if (old := entry.unnamed_digest) is not None}
        for digest in named.keys() & fresh.keys():
            del fresh[digest]
        known = list(self._known(connection, list(named)))
        for digest in known:
            entry = named[digest]
            if fresh.pop(entry.digest, None) is None:
                continue  # a duplicate within this import
            connection.execute(
                "UPDATE games SET digest = ?, black = ?, white = ?, tournament = ? WHERE digest = ?",
                (
                    entry.digest,
                    self._number(connection, "players", entry.black),
                    self._number(connection, "players", entry.white),
                    self._number(connection, "tournaments", entry.place),
                    digest,
                ),
            )
        if known:
            _forget_unnamed(connection)
            self._numbers = {key: number for key, number in self._numbers.items() if not key[1].startswith("#")}

    @staticmethod
    def _known(connection: sqlite3.Connection, digests: Sequence[int]) -> Iterator[int]:
        for at in range(0, len(digests), _ASKED):
            asked = digests[at : at + _ASKED]
            marks = ", ".join("?" * len(asked))
            for (digest,) in connection.execute(f"SELECT digest FROM games WHERE digest IN ({marks})", asked):
                yield digest

    def _row(
        self,
        connection: sqlite3.Connection,
        number: int,
        digest: int,
        entry: StoredGame,
        names: Names,
        source: int,
    ) -> tuple[Any, ...]:
        year = entry.year
        return (
            number,
            digest,
            self._number(connection, "players", entry.black),
            self._number(connection, "players", entry.white),
            self._number(connection, "tournaments", entry.place),
            year,
            None if entry.date == str(year) else entry.date or None,
            None if entry.start == USUAL else entry.start.board_string,
            entry.moves,
            entry.won,
            entry.score,
            entry.how,
            entry.result,
            *names,
            source,
            entry.tags,
        )

    def _source(self, connection: sqlite3.Connection, name: str) -> int:
        number = self._numbers.get(("sources", name))
        if number is None:
            now = datetime.now(UTC).isoformat(timespec="seconds")
            connection.execute("INSERT OR IGNORE INTO sources (name, added) VALUES (?, ?)", (name, now))
            number = int(connection.execute("SELECT number FROM sources WHERE name = ?", (name,)).fetchone()[0])
            self._numbers["sources", name] = number
        return number

    def _number(self, connection: sqlite3.Connection, table: str, name: str) -> int | None:
        """Return the number of a player or tournament, adding a row for a new name, or None if the name is empty."""
        if not name:
            return None
        number = self._numbers.get((table, name))
        if number is None:
            shape = plain(name) or name
            connection.execute(f"INSERT OR IGNORE INTO {table} (name, plain) VALUES (?, ?)", (name, shape))
            number = int(connection.execute(f"SELECT number FROM {table} WHERE plain = ?", (shape,)).fetchone()[0])
            self._numbers[table, name] = number
        return number


def _has_unnamed(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM players WHERE plain >= '#' AND plain < '$' LIMIT 1").fetchone() is not None


def _forget_unnamed(connection: sqlite3.Connection) -> None:
    """Delete the placeholder names that no game uses any longer, and the summaries, which still refer to them."""
    for table, columns in (("players", ("black", "white")), ("tournaments", ("tournament",))):
        unused = " AND ".join(f"NOT EXISTS (SELECT 1 FROM games WHERE {column} = p.number)" for column in columns)
        connection.execute(f"DELETE FROM {table} AS p WHERE plain >= '#' AND plain < '$' AND {unused}")
    connection.execute("DELETE FROM summaries")
    connection.execute("DELETE FROM about WHERE name = ?", (SUMMARISED,))


def index_of(
    entries: Sequence[StoredGame], first: int, named: Mapping[boards.Board, Names]
) -> tuple[list[int], list[Names]]:
    """Return the sorted index entries of games, which are numbered from `first`, and the openings of each game.

    `named` maps canonical boards to openings.
    """
    if len(entries) > FEW:
        from outflank.library.many import ManyGames

        index, openings = ManyGames.of(entries).index(first, named)
        return index.tolist(), openings
    found: set[int] = set()
    openings = [NO_NAMES] * len(entries)
    for at, entry in enumerate(entries):
        for step in boards.steps(entry.start, entry.moves):
            position = boards.canonical(*step.board)
            found.add((position.key << boards.GAME_BITS) + first + at)
            openings[at] = openings[at].then(named.get(position.board))
    return sorted(found), openings
