"""A growing book, stored in SQLite, whose values stay consistent across all links and transpositions.

Each change is one transaction, so that a crash never loses a completed change. One process can write to the book while
others read it. The rules that derive values from links and leaves are in the `nodes` module.
"""

import heapq
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from outflank import databases
from outflank.book.nodes import BookEntry, Counts, Key, Leaf, Verdict, final, is_pass, judge, move_of, number_of
from outflank.book.sealed import MAGIC as SEALED_MAGIC
from outflank.databases import executing, in_words, signed, unsigned
from outflank.errors import OutflankError, quoted_path
from outflank.formats.edax_book import MAGIC as EDAX_MAGIC
from outflank.play.position import Move
from outflank.text import Text

_COLUMNS = "state, leaf, leaf_value, depth, confidence, is_exact, value, lower, upper, cost, wins, draws, losses, lines"

APPLICATION = 0x4F464C42
"""The SQLite application ID that marks a file as a book; it spells ``OFLB``."""

WANTED, STALE, SEARCHED = range(3)
"""States of a position: known only from games, due for a new search because its leaf has become a link, or searched."""


_VERSION_1 = (
    f"PRAGMA application_id = {APPLICATION}",
    """CREATE TABLE positions (
        number INTEGER PRIMARY KEY,
        player INTEGER NOT NULL,        -- bitboards as signed 64-bit numbers, the smallest of 8 symmetric pairs
        opponent INTEGER NOT NULL,
        n_empties INTEGER NOT NULL,
        state INTEGER NOT NULL,         -- 0 wanted, 1 stale, 2 searched
        leaf INTEGER,                   -- a square, 64 a pass, NULL if there is none
        leaf_value INTEGER NOT NULL DEFAULT 0,
        depth INTEGER NOT NULL DEFAULT 0,
        confidence INTEGER NOT NULL DEFAULT 100,
        is_exact INTEGER NOT NULL DEFAULT 0,
        value INTEGER,                  -- NULL if wanted
        lower INTEGER,
        upper INTEGER,
        cost REAL,                      -- to the next position to search, NULL if there is none
        wins INTEGER NOT NULL DEFAULT 0,
        draws INTEGER NOT NULL DEFAULT 0,
        losses INTEGER NOT NULL DEFAULT 0,
        lines INTEGER NOT NULL DEFAULT 0,
        UNIQUE (player, opponent)
    )""",
    "CREATE INDEX stale ON positions (n_empties) WHERE state = 1",
    "CREATE INDEX wanted ON positions (wins + draws + losses + lines, n_empties) WHERE state = 0",
    """CREATE TABLE children (             -- positions one move after those of the book, in the book or not
        child INTEGER NOT NULL,         -- a hash
        parent INTEGER NOT NULL,
        PRIMARY KEY (child, parent)
    ) WITHOUT ROWID""",
    "CREATE TABLE learned (game INTEGER PRIMARY KEY)",  # digests
)


class BookStore(databases.DatabaseFile):
    """A book in a file, which is created when it is first opened for writing. Use it in a `with` statement.

    Raises OutflankError if the file does not exist, is damaged, or was created by another program or a newer version.
    Every method that fails to read or write the file raises it, too.
    """

    called, otherwise = "book", "grow another"
    absent = "there is no book {path}"
    older = "the book {path} is empty or has an older format: outflank book grow or learn updates it"
    unread, unwritten = "cannot read", "cannot write"
    application, migrations = APPLICATION, (executing(*_VERSION_1),)
    path: Path

    def __init__(self, path: Path | str, *, writes: bool = False):
        self._claim: sqlite3.Connection | None = None
        super().__init__(Path(path), read_only=not writes)

    def _version_of(self, path: Path) -> int:
        if path.is_file():
            with path.open("rb") as file:
                _refuse_read_only_format(file.read(16), self.shown)
        version, application, n_tables = databases.marks_of(path)
        if version < 0 or (application != self.application and (application or version or n_tables)):
            raise OutflankError(
                "expected an Outflank opening book, got another program's database: {path}", path=self.shown
            )
        if version > len(self.migrations):
            raise OutflankError(
                "the book {path} was made by a newer Outflank (format {version}; this one reads up to {newest})",
                path=self.shown,
                version=version,
                newest=len(self.migrations),
            )
        return version

    def _open(self, version: int, patience: float) -> None:
        if not self.is_read_only:
            self._claim = _claimed(self.path)
            version = self._version_of(self.path)  # another process may have changed it since
        super()._open(version, patience)
        self.rows("SELECT player FROM positions LIMIT 1")  # fails here if the file lacks the table

    def _words(self, error: Exception, failed: str) -> Text:
        return Text("{failed} the book {path}: {reason}", failed=failed, path=self.shown, reason=in_words(error))

    def close(self) -> None:
        """Close the file."""
        super().close()
        if self._claim is not None:
            self._claim.close()

    # --- reading ----------------------------------------------------------------------------------------------------

    def find(self, key: Key) -> BookEntry | None:
        """Return the entry for a position, or None if it is not in the book."""
        row = self._row(key)
        with self.reading():
            return None if row is None else _entry(row)

    def links(self, key: Key) -> list[tuple[Move, Key, Verdict]]:
        """Return the moves that lead to searched positions in the book, each with its position's key and verdict."""
        found = []
        for move, child in key.children():
            entry = self.find(child)
            if entry is not None and entry.verdict is not None:
                found.append((move, child, entry.verdict))
        return found

    def __len__(self) -> int:
        """The number of searched positions."""
        return int(self.value("SELECT count(*) FROM positions WHERE state <> ?", WANTED))

    def entries(self) -> Iterator[tuple[Key, BookEntry]]:
        """Yield all positions and their entries, starting with the positions that have the most discs."""
        query = f"SELECT player, opponent, {_COLUMNS} FROM positions ORDER BY n_empties, number"
        with self.reading():
            for player, opponent, *row in self.each_row(query):
                yield Key(unsigned(player), unsigned(opponent)), _entry(row)

    def stale(self) -> list[Key]:
        """Return the positions that need a new search for a leaf, starting with those that have the fewest discs."""
        query = "SELECT player, opponent FROM positions WHERE state = ? ORDER BY n_empties DESC"
        return self._keys(self.rows(query, STALE))

    def wanted(self, most: int, at_least: int = 1) -> list[Key]:
        """Return up to `most` positions that are known only from games, with the most frequent first.

        Positions that occurred in fewer than `at_least` games are left out.
        """
        query = (
            "SELECT player, opponent FROM positions WHERE state = ? AND wins + draws + losses + lines >= ?"
            " ORDER BY wins + draws + losses + lines DESC, n_empties DESC LIMIT ?"
        )
        return self._keys(self.rows(query, WANTED, at_least, most))

    def _keys(self, rows: Iterable[Any]) -> list[Key]:
        with self.reading():
            return [Key(unsigned(player), unsigned(opponent)) for player, opponent in rows]

    def statistics(self) -> dict[str, Any]:
        """Count the positions by state, by number of empty squares and by search depth, and count the games learned."""
        states = dict(self.rows("SELECT state, count(*) FROM positions GROUP BY state"))
        by = "SELECT {}, count(*) FROM positions WHERE state <> 0 GROUP BY 1 ORDER BY 1 DESC"
        exact = self.rows("SELECT count(*) FROM positions WHERE state <> 0 AND lower = upper")[0][0]
        return {
            "positions": states.get(SEARCHED, 0) + states.get(STALE, 0),
            "wanted": states.get(WANTED, 0),
            "stale": states.get(STALE, 0),
            "exact": exact,
            "learned": self.rows("SELECT count(*) FROM learned")[0][0],
            "empties": dict(self.rows(by.format("n_empties"))),
            "depths": dict(self.rows(by.format("depth"))),
        }

    def faults(self) -> list[str]:
        """Return descriptions of damage to the file and of contradictory values, or an empty list if there are none."""
        found = [str(row[0]) for row in self.rows("PRAGMA quick_check(3)") if row[0] != "ok"]
        if found:
            return found
        for key, entry in self.entries():
            if entry.verdict is None:
                continue
            expected = self._judged(key, entry)
            if entry.verdict != expected:
                found.append(f"expected {expected} for {key.position.board_string}, got {entry.verdict}")
        return found

    def _row(self, key: Key) -> Any:
        query = f"SELECT {_COLUMNS} FROM positions WHERE player = ? AND opponent = ?"
        rows = self.rows(query, *_pair(key))
        return rows[0] if rows else None

    # --- writing ----------------------------------------------------------------------------------------------------

    def add(self, key: Key, leaf: Leaf) -> None:
        """Add a searched position and update all values that depend on it.

        Raises OutflankError if the book cannot be written.
        """
        with self.writing():
            self._place(key, leaf)
            self._freshen([key, *self._parents(key)])
            self._propagate([key])

    def add_all(self, found: Iterable[tuple[Key, Leaf, Counts]], digest: int) -> None:
        """Add many positions and their game counts, and then update all values that depend on them.

        If a position is already in the book, the result of the deeper search is kept. `digest` identifies the source of
        the games, which are counted only once. Raises OutflankError if the book cannot be written.
        """
        with self.writing():
            counts_anew = self._learns(digest)
            keys = set()
            for key, leaf, counts in found:
                known = self.find(key)
                if known is None or known.leaf is None or known.leaf.depth <= leaf.depth:
                    self._place(key, leaf)
                if counts_anew:
                    self._count(key, counts)
                keys.add(key)
            self._freshen(keys.union(*map(self._parents, keys)))
            self._propagate(keys)

    def count(self, games: Iterable[tuple[int, Iterable[tuple[Key, Counts]]]]) -> int:
        """Count games at the positions that they reached, and return the number of games that are new.

        A game whose digest is already known is not counted again.
        """
        n_new = 0
        with self.writing():
            for digest, counts in games:
                if self._learns(digest):
                    n_new += 1
                    for key, each in counts:
                        self._count(key, each)
        return n_new

    def _place(self, key: Key, leaf: Leaf) -> None:
        """Store a position's leaf and, if the position is new, its children."""
        is_new = not self._is_searched(key)
        number = None if leaf.move is None else number_of(leaf.move)
        self.connection.execute(
            "INSERT INTO positions (player, opponent, n_empties, state, leaf, leaf_value, depth, confidence, is_exact)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (player, opponent) DO UPDATE SET state = excluded.state,"
            " leaf = excluded.leaf, leaf_value = excluded.leaf_value, depth = excluded.depth,"
            " confidence = excluded.confidence, is_exact = excluded.is_exact",
            (*_pair(key), key.n_empties, SEARCHED, number, leaf.value, leaf.depth, leaf.confidence, leaf.is_exact),
        )
        if is_new:
            query = "SELECT number FROM positions WHERE player = ? AND opponent = ?"
            parent = self.rows(query, *_pair(key))[0][0]
            children = {(signed(child.hash), parent) for _, child in key.children()}
            self.connection.executemany("INSERT INTO children VALUES (?, ?)", children)

    def _freshen(self, keys: Iterable[Key]) -> None:
        """Clear the leaves that have become links.

        Their positions become stale if they have other moves that lead out of the book.
        """
        for key in keys:
            entry = self.find(key)
            if entry is None or entry.leaf is None:
                continue
            children = key.children()
            links = {move for move, child in children if self._is_searched(child)}
            if entry.leaf.move is None or entry.leaf.move in links:
                self.connection.execute(
                    "UPDATE positions SET state = ?, leaf = NULL, leaf_value = 0, is_exact = 0"
                    " WHERE player = ? AND opponent = ?",
                    (STALE if len(links) < len(children) else SEARCHED, *_pair(key)),
                )

    def _is_searched(self, key: Key) -> bool:
        row = self._row(key)
        return row is not None and row[0] != WANTED

    def _count(self, key: Key, counts: Counts) -> None:
        """Add game counts to a position, which becomes wanted if it is new to the book."""
        self.connection.execute(
            "INSERT INTO positions (player, opponent, n_empties, state, wins, draws, losses, lines)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (player, opponent) DO UPDATE SET"
            " wins = wins + excluded.wins, draws = draws + excluded.draws, losses = losses + excluded.losses,"
            " lines = lines + excluded.lines",
            (*_pair(key), key.n_empties, WANTED, counts.wins, counts.draws, counts.losses, counts.lines),
        )

    def _learns(self, digest: int) -> bool:
        """Record the digest of a game or source, and return True if it is new."""
        return self.connection.execute("INSERT OR IGNORE INTO learned VALUES (?)", (signed(digest),)).rowcount > 0

    def _parents(self, key: Key) -> list[Key]:
        query = "SELECT p.player, p.opponent FROM children c JOIN positions p ON p.number = c.parent WHERE c.child = ?"
        return [Key(unsigned(player), unsigned(other)) for player, other in self.rows(query, signed(key.hash))]

    def _judged(self, key: Key, entry: BookEntry) -> Verdict:
        """Derive a searched position's verdict from its leaf and its links."""
        children = key.children()
        if not children:
            return final(key)
        links = [found.verdict for _, child in children if (found := self.find(child)) and found.verdict]
        return judge(entry.leaf or Leaf(None), links, has_more_moves=len(links) < len(children))

    def _propagate(self, keys: Iterable[Key]) -> None:
        """Update the verdicts on positions and on all ancestors that change, starting with the descendants."""
        queue = [(key.n_empties, is_pass(key), key) for key in set(keys)]
        heapq.heapify(queue)
        waiting = {key for _, _, key in queue}
        while queue:
            _, _, key = heapq.heappop(queue)
            waiting.discard(key)
            entry = self.find(key)
            if entry is None:
                continue
            verdict = self._judged(key, entry)
            if entry.verdict == verdict:
                continue
            self.connection.execute(
                "UPDATE positions SET value = ?, lower = ?, upper = ?, cost = ? WHERE player = ? AND opponent = ?",
                (verdict.value, verdict.lower, verdict.upper, verdict.cost, *_pair(key)),
            )
            for parent in self._parents(key):
                if parent not in waiting:
                    waiting.add(parent)
                    heapq.heappush(queue, (parent.n_empties, is_pass(parent), parent))


def _refuse_read_only_format(head: bytes, shown: str) -> None:
    """Raise OutflankError if a file starts like a sealed book or an Edax book."""
    if head.startswith(SEALED_MAGIC):
        raise OutflankError(
            "the book {path} is sealed and cannot grow or be exported: use the book from which it was exported, or "
            "grow a new one",
            path=shown,
        )
    if head.startswith(EDAX_MAGIC):
        raise OutflankError("{name} is an Edax book: convert it with outflank book import", name=shown)


def _claimed(path: Path) -> sqlite3.Connection:
    """Lock a book so that no other process can write to it, until the lock is closed or this process exits.

    The lock is a separate file so that readers of the book do not have to wait. Raises OutflankError if another process
    holds the lock or the lock file cannot be opened.
    """
    lock = path.with_name(f"{path.name}-writer")
    try:
        claim = sqlite3.connect(lock, timeout=0, isolation_level=None, check_same_thread=False)
        claim.execute("BEGIN EXCLUSIVE")
    except (sqlite3.Error, OSError, ValueError) as error:
        shown = quoted_path(path)
        if "locked" in str(error):
            raise OutflankError(
                "another process is writing to the book {path}: wait until it finishes", path=shown
            ) from None
        raise OutflankError("cannot write the book {path}: {error}", path=shown, error=error) from None
    return claim


def _entry(row: Any) -> BookEntry:
    state, leaf, leaf_value, depth, confidence, is_exact, value, lower, upper, cost, *counts = row
    cost = None if cost is None else float(cost)
    verdict = None if value is None else Verdict(int(value), int(lower), int(upper), cost)
    found = None
    if state != WANTED:
        move = None if leaf is None else move_of(leaf)
        found = Leaf(move, int(leaf_value), int(depth), int(confidence), bool(is_exact))
    return BookEntry(verdict, found, Counts(*counts))


def _pair(key: Key) -> tuple[int, int]:
    return signed(key.player), signed(key.opponent)
