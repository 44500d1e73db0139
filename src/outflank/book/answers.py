"""A book by the name of its file, and what it says of a position, as a player or an analysis says it."""

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

_LONGEST_LINE = 12  # plies of a line of best play


class Book(Protocol):
    """A book that can be read: `store.BookStore` is one that grows, `sealed.SealedBook` one that does not."""

    def find(self, key: Key) -> BookEntry | None:
        """What the book says of a position, None if it does not know it."""

    def statistics(self) -> dict[str, Any]:
        """How many positions there are of each kind, and what else can be counted."""

    def faults(self) -> list[str]:
        """What is wrong with the file, or with a value that does not follow from the others."""

    def close(self) -> None:
        """Let go of the file."""


@dataclass(frozen=True, slots=True)
class BookMove:
    """What a book knows of a move: its value in discs in the mover's view, None if it is only known from games.

    `depth` is how many plies were searched, this move included, behind the value or at the least behind the book, as
    `is_leaf` tells: whether the move is the one that leads out of it. `counts` are games, in the mover's view.
    """

    move: Move
    value: int | None
    depth: int = 0
    confidence: int = 100
    is_leaf: bool = False
    counts: Counts = NO_GAMES

    @property
    def found(self) -> MoveValue:
        """The same as the value of a move."""
        return MoveValue(self.move, self.value, "exact", self.depth, self.confidence, "book", (self.move,))


def moves_of(book: Book, position: Position) -> list[BookMove]:
    """The moves of a position on 8×8 that a book knows, the best first; of equal ones those that go on in the book."""
    return sorted(_moves(book, position), key=lambda each: (each.value is None, -(each.value or 0), each.is_leaf))


def analysis_of(book: Book, position: Position) -> Analysis | None:
    """What a book says of a position: a value for each move that it has one for, and a line; None if it has none."""
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
    """Best play by the book, as far as it goes."""
    for _ in range(_LONGEST_LINE - 1):
        known = [each for each in moves_of(book, position) if each.value is not None]
        if not known:
            return
        yield known[0].move
        position = position.play(known[0].move)


# --- files ------------------------------------------------------------------------------------------------------------

SHIPPED = "shipped"
"""The name of the book that comes with the package."""

_SHIPPED_FILE = Path(__file__).with_name("shipped.book")


def path_of(name: Path | str) -> Path:
    """The file of a book: of `SHIPPED` the one in the package."""
    return _SHIPPED_FILE if name == SHIPPED else Path(name)


def open_book(name: Path | str) -> Book:
    """Open a book to read it: `SHIPPED`, or a file. Raises OutflankError if it is none, or not there."""
    path = path_of(name)
    with opened(path) as file:
        head = file.read(16)
    if head.startswith(MAGIC):
        return SealedBook(path)
    if head.startswith(EDAX_MAGIC):
        raise OutflankError(
            "{name} is a book of Edax: outflank book import makes one of Outflank of it", name=quoted_path(name)
        )
    return BookStore(path)
