"""A cache of engine analyses that stores the deepest value found for each move; symmetric positions share an entry.

The command line and the web app use the same file. Deleting the file loses nothing but computing time. When the file is
full, the positions that were written longest ago are dropped.

>>> from outflank import Analysis, MoveValue, Position
>>> store = ValueStore(None)  # in memory
>>> start = Position.start()
>>> store.keep(start, Analysis("f5", (MoveValue("f5", 1, depth=12, pv=("f5", "d6")),)))
>>> store.keep(start.transformed(1), Analysis("c5", (MoveValue("c5", 0, depth=3),)))
>>> [(found.move, found.value, found.depth) for found in store.find(start).moves]
[('f5', 1, 12)]
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from outflank import databases
from outflank.board.canonical import inverse
from outflank.book.answers import Book, moves_of
from outflank.databases import signed
from outflank.errors import OutflankError
from outflank.files import data_folder
from outflank.library import boards
from outflank.play import Analysis, MoveValue
from outflank.play.analysis import deeper, merged
from outflank.rules import PASS, DiscPosition, Position, transform_move
from outflank.text import Text

if TYPE_CHECKING:
    from outflank.library.archive import ArchiveCounts

MOST_POSITIONS = 200_000
"""Maximum number of positions in a file, which then takes at most about 150 MB, even if every move has a long line."""

PATIENCE = 5.0
"""Seconds to wait for another program that is writing, although a write usually takes only milliseconds."""

_APPLICATION = 0x4F464C56  # "OFLV"
_COUNTED = 256  # writes between two checks of the number of positions
_LONGEST_LINE = 20  # plies of a stored line
_TABLES = (
    f"PRAGMA application_id = {_APPLICATION}",
    """CREATE TABLE analyses (
        number INTEGER PRIMARY KEY,     -- grows with each write
        player INTEGER NOT NULL,        -- bitboards as signed numbers, the smallest of 8 symmetric ones
        opponent INTEGER NOT NULL,
        analysis TEXT NOT NULL,         -- in JSON
        UNIQUE (player, opponent)
    )""",
)


def usual_values() -> Path:
    """Return the default path of the stored values, which is in the user's data folder."""
    return data_folder() / "values.sqlite"


class ValueStore(databases.DatabaseFile):
    """A file of analyses that several threads and processes may use at the same time.

    Every method raises OutflankError with a one-line message if the file cannot be read or written.
    """

    called, holds, option = "store of values", "values", "or delete it"
    application, migrations = _APPLICATION, (databases.executing(*_TABLES),)

    def __init__(self, path: Path | str | None, *, most: int = MOST_POSITIONS, patience: float = PATIENCE):
        """Open the file, creating it if necessary, or store the values in memory if `path` is None.

        Once there are more than `most` positions, the oldest are dropped. If the file or its folder is write-protected,
        the stored values are read into memory and new ones are kept there.
        """
        self._most = most
        super().__init__(None if path is None else Path(path), patience=patience)

    def _version_of(self, path: Path) -> int:
        self.is_read_only = databases.is_protected(path)
        return super()._version_of(path)

    def _open(self, version: int, patience: float) -> None:
        if not self.is_read_only or self.path is None:
            super()._open(version, patience)
            return
        self._connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        if version:
            with closing(databases.read_only(self.path, patience)) as stored:
                stored.backup(self._connection)
        else:
            databases.prepare(self._connection, None, version, self.migrations)

    def check_writable(self) -> None:
        """Raise OutflankError if new values are kept in memory only, although the store has a file."""
        if self.is_read_only:
            raise OutflankError("new values are not saved: {path} or its folder is write-protected", path=self.shown)

    def _words(self, error: Exception, _failed: str) -> Text:
        reason = databases.in_words(error)
        can_be_deleted = self.path is not None and self.path.is_file() and not self.is_read_only
        if can_be_deleted:
            reason = f"{reason}; the file can be deleted"
        return Text("cannot use the stored values in {path}: {reason}", path=self.shown, reason=reason)

    def close(self) -> None:
        """Close the file."""
        with self.lock:
            super().close()

    def find(self, position: DiscPosition) -> Analysis | None:
        """Return the stored analysis of a position, or None if there is none."""
        if not can_be_kept(position):
            return None
        board, symmetry = _canonical(position)
        with self.lock:
            text = self._text(board)
        return None if text is None else _read(text, inverse(symmetry))

    def keep(self, position: DiscPosition, found: Analysis) -> None:
        """Store an analysis if it improves on the stored one; positions that are not from 8×8 Othello are ignored."""
        moves = tuple(replace(move, pv=move.pv[:_LONGEST_LINE]) for move in found.moves if move.value is not None)
        if not moves or not can_be_kept(position):
            return
        board, symmetry = _canonical(position)
        fresh = _transformed(replace(found, moves=moves), symmetry)
        with self.writing() as connection:
            text = self._text(board)
            old = None if text is None else _read(text)
            whole = merged(old, fresh)
            if old is not None and whole.moves == old.moves and (whole.lower, whole.upper) == (old.lower, old.upper):
                return
            kept = connection.execute(
                "INSERT OR REPLACE INTO analyses (player, opponent, analysis) VALUES (?, ?, ?)",
                (*board, json.dumps(whole.to_json(), separators=(",", ":"))),
            )
            if (kept.lastrowid or 0) % _COUNTED == 0:
                self._forget()

    def _text(self, board: tuple[int, int]) -> str | None:
        text = self.value("SELECT analysis FROM analyses WHERE player = ? AND opponent = ?", *board)
        return None if text is None else str(text)

    def _forget(self) -> None:
        """If there are too many positions, drop the oldest until the file is a tenth below its limit."""
        n_kept = len(self)
        if n_kept > self._most:
            self.connection.execute(
                "DELETE FROM analyses WHERE number IN (SELECT number FROM analyses ORDER BY number LIMIT ?)",
                (n_kept - self._most + self._most // 10,),
            )

    def __len__(self) -> int:
        with self.lock:
            return int(self.value("SELECT count(*) FROM analyses"))


def can_be_kept(position: DiscPosition) -> bool:
    """Return True if a position's values can be stored, which requires an 8×8 Othello position."""
    return isinstance(position, Position) and position.size == 8


def known_values(
    position: Position,
    store: ValueStore | None,
    books: Iterable[Book] = (),
    archive: "ArchiveCounts | None" = None,
) -> dict[str, MoveValue]:
    """Return the deepest known value of each move in an 8×8 position.

    The values come from stored analyses of the position and of those that follow it, from books, and from the counts
    that come with the package. They are from the mover's point of view. If the side to move must pass, the moves belong
    to the other side. Raises OutflankError if the store or a book cannot be read.
    """
    if position.must_pass:
        position = position.switched()
    known = {found.move: found for found in _followed(position, store)}
    analysis = store.find(position) if store else None
    in_books = [each.found for book in books for each in moves_of(book, position) if each.value is not None]
    in_archive = archive.values(position).values() if archive else ()
    for found in (*in_archive, *(analysis.moves if analysis else ()), *in_books):
        known[found.move] = deeper(known.get(found.move), found)
    return known


def _followed(position: Position, store: ValueStore | None) -> Iterator[MoveValue]:
    """Yield the move values that follow from the next positions, either as final scores or from stored analyses."""
    for move in position.legal_moves:
        if move == PASS:
            continue
        after = position.play(move)
        if after.is_over:
            yield MoveValue(move, after.scores[position.turn], depth=1, kind="exact", pv=(move,))
            continue
        found = store.find(after) if store else None
        best = None if found is None or found.move is None else found.chosen
        if best is not None and best.value is not None and best.bound == "exact":
            yield replace(best, move=move, value=-best.value, depth=best.depth + 1, pv=(move, *best.pv))


# --- symmetry ---------------------------------------------------------------------------------------------------------


def _canonical(position: DiscPosition) -> tuple[tuple[int, int], int]:
    """Return the position's canonical board in its stored form, and the symmetry that maps the position to it."""
    at = boards.canonical(position.player, position.opponent)
    return (signed(at.board[0]), signed(at.board[1])), at.symmetries[0]


def _transformed(analysis: Analysis, symmetry: int) -> Analysis:
    return analysis.renamed(lambda move: transform_move(str(move), symmetry))


def _read(text: str, symmetry: int = 0) -> Analysis | None:
    """Parse a stored analysis and apply a symmetry to its moves; return None if the text cannot be parsed."""
    try:
        return _transformed(Analysis.from_json(json.loads(text)), symmetry)
    except (OutflankError, *databases.UNREADABLE):
        return None
