"""Open a book by name, and look up its moves and analysis of a position."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from outflank.board.canonical import inverse, symmetric
from outflank.book.nodes import NO_GAMES, BookEntry, Counts, Key
from outflank.book.sealed import MAGIC, SealedBook
from outflank.book.store import BookStore
from outflank.errors import OutflankError, quoted_path
from outflank.formats.edax_book import MAGIC as EDAX_MAGIC
from outflank.formats.files import opened
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.position import Move
from outflank.rules import Position, transform_move

_LONGEST_LINE = 12  # plies of the principal variation


class Book(Protocol):
    """A readable book: `store.BookStore` can grow, `sealed.SealedBook` cannot."""

    def find(self, key: Key) -> BookEntry | None:
        """Return the entry of a position, None if it is not in the book."""

    def statistics(self) -> dict[str, Any]:
        """Count the positions by kind and by depth."""

    def faults(self) -> list[str]:
        """List faults of the file and values that disagree with the others; empty if there are none."""

    def close(self) -> None:
        """Close the file."""


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move in a book."""

    move: Move

    value: int | None
    """Disc difference from the mover's view, None if the move is known from games only."""

    depth: int = 0
    """Plies searched, counting this move: behind the value of a leaf, or by the leaf of the position after it."""

    confidence: int = 100
    """Selectivity of that search, in percent."""

    is_leaf: bool = False
    """True if the move leads out of the book."""

    counts: Counts = NO_GAMES
    """Games with the move, from the mover's view."""

    @property
    def found(self) -> MoveValue:
        """The move as a `MoveValue`."""
        return MoveValue(self.move, self.value, "exact", self.depth, self.confidence, "book", (self.move,))


def moves_of(book: Book, position: Position) -> list[BookMove]:
    """The moves of a position in a book, the best first; of equal moves, those that stay in the book come first."""
    return sorted(_moves(book, position), key=lambda each: (each.value is None, -(each.value or 0), each.is_leaf))


def analysis_of(book: Book, position: Position) -> Analysis | None:
    """The analysis of a position by a book: its moves with values, and a line of best play; None without a value."""
    known = [each.found for each in moves_of(book, position) if each.value is not None]
    if not known:
        return None
    best, *others = known
    line = (best.move, *_line(book, position.play(best.move)))
    first = MoveValue(best.move, best.value, "exact", best.depth, best.selectivity, "book", line)
    return Analysis(best.move, (first, *others))


def _moves(book: Book, position: Position) -> Iterator[BookMove]:
    if position.size != 8:
        return
    boards = symmetric(position.player, position.opponent)
    key = Key(*min(boards))
    entry = book.find(key)
    leaf = None
    if entry is not None and entry.verdict is not None and entry.leaf is not None and entry.leaf.move is not None:
        found = entry.leaf
        leaf = transform_move(entry.leaf.move, inverse(boards.index(key)))
    for move in position.legal_moves:
        after = book.find(Key.of(position.play(move)))
        counts = NO_GAMES if after is None else after.counts.swapped
        if after is not None and after.verdict is not None and after.leaf is not None:
            is_exact = after.verdict.is_exact
            depth = position.n_empties if is_exact else after.leaf.depth + 1
            yield BookMove(move, -after.verdict.value, depth, 100 if is_exact else after.leaf.confidence, False, counts)
        elif move == leaf:
            yield BookMove(move, found.value, found.depth, found.confidence, True, counts)
        elif counts.n_games:
            yield BookMove(move, None, counts=counts)


def _line(book: Book, position: Position) -> Iterator[Move]:
    """Yield the best moves of the book, as far as it goes."""
    for _ in range(_LONGEST_LINE - 1):
        known = [each for each in moves_of(book, position) if each.value is not None]
        if not known:
            return
        yield known[0].move
        position = position.play(known[0].move)


# --- files ------------------------------------------------------------------------------------------------------------

SHIPPED = "shipped"
"""The name of the built-in book."""

_SHIPPED_FILE = Path(__file__).with_name("shipped.book")


def path_of(name: Path | str) -> Path:
    """Return the path of a book; `SHIPPED` is in the package."""
    return _SHIPPED_FILE if name == SHIPPED else Path(name)


def open_book(name: Path | str) -> Book:
    """Open a book for reading: `SHIPPED` or a file. Raises OutflankError if the file is missing or not a book."""
    path = path_of(name)
    with opened(path) as file:
        head = file.read(16)
    if head.startswith(MAGIC):
        return SealedBook(path)
    if head.startswith(EDAX_MAGIC):
        raise OutflankError("{name} is an Edax book: convert it with outflank book import", name=quoted_path(name))
    return BookStore(path)
