"""Open a book by name, and look up its moves in a position and its analysis of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from outflank.board.canonical import inverse, symmetric
from outflank.book.nodes import NO_GAMES, BookEntry, Counts, Key
from outflank.book.sealed import MAGIC, SealedBook
from outflank.book.store import BookStore
from outflank.errors import check_path
from outflank.formats.files import opened
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.position import Move
from outflank.rules import Position, transform_move

_LONGEST_LINE = 12  # plies in the principal variation


class Book(Protocol):
    """A book that can be read. A `store.BookStore` can also be extended, but a `sealed.SealedBook` cannot."""

    def find(self, key: Key) -> BookEntry | None:
        """Return the entry for a position, or None if it is not in the book."""

    def statistics(self) -> dict[str, Any]:
        """Count the positions by state and by search depth."""

    def faults(self) -> list[str]:
        """Return descriptions of damage to the file and of contradictory values, or an empty list if there are none."""

    def close(self) -> None:
        """Close the file."""


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move that a book knows in a position."""

    move: Move

    value: int | None
    """Disc difference from the mover's point of view, or None if the move is known only from games."""

    depth: int = 0
    """Plies searched, including this move.

    For a leaf, this is the depth of the search that produced its value. For any other move, it is one more than the
    depth of the leaf in the position after the move, or the number of empty squares if the value is exact.
    """

    confidence: int = 100
    """Confidence level of the search that produced the value, in percent."""

    is_leaf: bool = False
    """True if the move leads out of the book."""

    counts: Counts = NO_GAMES
    """Results of the games in which this move was played, from the mover's point of view."""

    @property
    def found(self) -> MoveValue:
        """The move and its value as a `MoveValue`."""
        return MoveValue(self.move, self.value, "exact", self.depth, self.confidence, "book", (self.move,))


def moves_of(book: Book, position: Position) -> list[BookMove]:
    """Return the moves that a book knows in a position, with the best first.

    If moves are equally good, those that stay in the book come first, and moves without a value come last.
    """
    return sorted(_moves(book, position), key=lambda each: (each.value is None, -(each.value or 0), each.is_leaf))


def analysis_of(book: Book, position: Position) -> Analysis | None:
    """Return a book's analysis of a position, or None if the book knows no value for any of its moves.

    The best move's principal variation is a line of best play in the book.
    """
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
    """Yield the book's best move in the position and in each position that follows, up to the end of the book."""
    for _ in range(_LONGEST_LINE - 1):
        known = [each for each in moves_of(book, position) if each.value is not None]
        if not known:
            return
        yield known[0].move
        position = position.play(known[0].move)


# --- files ------------------------------------------------------------------------------------------------------------

SHIPPED = "shipped"
"""The name that stands for the built-in book."""

_SHIPPED_FILE = Path(__file__).with_name("shipped.book")


def path_of(name: Path | str) -> Path:
    """Return the path of a book; for `SHIPPED`, this is a file in the package."""
    return _SHIPPED_FILE if name == SHIPPED else Path(name)


def open_book(name: Path | str) -> Book:
    """Open the built-in book (`SHIPPED`) or a book file for reading.

    Raises OutflankError if the file does not exist or is not a book.
    """
    check_path(name, "the path of a book")
    path = path_of(name)
    with opened(path) as file:
        head = file.read(16)
    if head.startswith(MAGIC):
        return SealedBook(path)
    return BookStore(path)
