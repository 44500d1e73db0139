"""What engines found out about positions, kept for later: of each position the deepest, up to symmetry.

The terminal and the page share one file. It is a memory and no more: whoever deletes it loses nothing but time, and of
more positions than it has room for, those are forgotten that were looked at longest ago.

>>> from outflank import Analysis, MoveValue, Position
>>> store = ValueStore(None)  # in memory
>>> start = Position.start()
>>> store.keep(start, Analysis("f5", (MoveValue("f5", 1, depth=12, pv=("f5", "d6")),)))
>>> store.keep(start.transformed(1), Analysis("c5", (MoveValue("c5", 0, depth=3),)))
>>> [(found.move, found.value, found.depth) for found in store.find(start).moves]
[('f5', 1, 12)]
"""

import json
import threading
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from outflank import databases
from outflank.board.canonical import inverse, symmetric
from outflank.book.answers import Book, moves_of
from outflank.databases import signed
from outflank.errors import OutflankError
from outflank.files import data_folder
from outflank.play import Analysis, MoveValue
from outflank.play.analysis import deeper, merged
from outflank.rules import PASS, DiscPosition, Position, transform_move
from outflank.text import Text

MOST_POSITIONS = 200_000
"""That a file holds: some 150 MB at most, if all moves of each have long lines."""

PATIENCE = 5.0
"""Seconds to wait for another program that is writing, which takes milliseconds."""

_APPLICATION = 0x4F464C56  # "OFLV"
_COUNTED = 256  # keepings after which it is looked whether there are too many
_LONGEST_LINE = 20  # plies that are kept of a line
_TABLES = (
    f"PRAGMA application_id = {_APPLICATION}",
    """CREATE TABLE analyses (
        number INTEGER PRIMARY KEY,     -- a larger one was kept later
        player INTEGER NOT NULL,        -- bitboards as signed numbers, the least of 8 symmetric ones
        opponent INTEGER NOT NULL,
        analysis TEXT NOT NULL,         -- in JSON
        UNIQUE (player, opponent)
    )""",
)


def usual_values() -> Path:
    """Where values are kept: among the user's own data."""
    return data_folder() / "values.sqlite"


class ValueStore(databases.DatabaseFile):
    """The analyses that are kept in a file, for several threads and processes at once.

    Every method raises OutflankError, in one line, for trouble with the file.
    """

    called, holds, option = "store of values", "values", "or delete it"
    application, migrations = _APPLICATION, (databases.executing(*_TABLES),)

    def __init__(self, path: Path | str | None, *, most: int = MOST_POSITIONS, patience: float = PATIENCE):
        """Open the file, or make it; None keeps them in memory. Of more than `most` positions the oldest go."""
        self._most = most
        self._lock = threading.RLock()
        super().__init__(None if path is None else Path(path), patience=patience)

    def _words(self, error: Exception, _failed: str) -> Text:
        reason = databases.in_words(error)
        return Text(
            "cannot use the values kept in {path}: {reason}; they may be deleted", path=self.shown, reason=reason
        )

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            super().close()

    def find(self, position: DiscPosition) -> Analysis | None:
        """The known values of a position; None if there are none."""
        if not can_be_kept(position):
            return None
        board, symmetry = _canonical(position)
        with self._lock:
            text = self._text(board)
        return None if text is None else _read(text, inverse(symmetry))

    def keep(self, position: DiscPosition, found: Analysis) -> None:
        """Remember what was found, unless as much is known; of other games and boards nothing is kept."""
        moves = tuple(replace(move, pv=move.pv[:_LONGEST_LINE]) for move in found.moves if move.value is not None)
        if not moves or not can_be_kept(position):
            return
        board, symmetry = _canonical(position)
        fresh = _transformed(replace(found, moves=moves), symmetry)
        with self._lock, self.writing() as connection:
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
        """Make room for a tenth more, if there are too many."""
        n_kept = len(self)
        if n_kept > self._most:
            self.connection.execute(
                "DELETE FROM analyses WHERE number IN (SELECT number FROM analyses ORDER BY number LIMIT ?)",
                (n_kept - self._most + self._most // 10,),
            )

    def __len__(self) -> int:
        with self._lock:
            return int(self.value("SELECT count(*) FROM analyses"))


def can_be_kept(position: DiscPosition) -> bool:
    """Whether a position is one of those of which values are kept: of Othello on 8×8."""
    return isinstance(position, Position) and position.size == 8


def known_values(position: Position, store: ValueStore | None, books: Iterable[Book] = ()) -> dict[str, MoveValue]:
    """The best that is known of each move of a position on 8×8: of earlier analyses, of what follows, and of books.

    Where the side to move must pass, the moves are those of the other side. Values are in the view of the side that
    makes the move. Raises OutflankError.
    """
    if position.must_pass:
        position = position.switched()
    known = {found.move: found for found in _followed(position, store)}
    analysis = store.find(position) if store else None
    in_books = [each.found for book in books for each in moves_of(book, position) if each.value is not None]
    for found in (*(analysis.moves if analysis else ()), *in_books):
        known[found.move] = deeper(known.get(found.move), found)
    return known


def _followed(position: Position, store: ValueStore | None) -> Iterator[MoveValue]:
    """What the position after a move tells of the move: that the game is over there, or what was found there."""
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
    """The board that stands for a position, as it is kept, and the symmetry that leads to it."""
    images = symmetric(position.player, position.opponent)
    least = min(images)
    return (signed(least[0]), signed(least[1])), images.index(least)


def _transformed(analysis: Analysis, symmetry: int) -> Analysis:
    return analysis.renamed(lambda move: transform_move(str(move), symmetry))


def _read(text: str, symmetry: int = 0) -> Analysis | None:
    """An analysis as it was kept, turned; None of what cannot be read, which is as good as not known."""
    try:
        return _transformed(Analysis.from_json(json.loads(text)), symmetry)
    except (OutflankError, *databases.UNREADABLE):
        return None
