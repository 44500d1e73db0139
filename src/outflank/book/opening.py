"""A book by the name of its file, whatever its kind, or the one that comes with the package."""

from pathlib import Path

from outflank.book.answers import Book
from outflank.book.sealed import MAGIC, SealedBook
from outflank.book.store import BookStore
from outflank.errors import OutflankError, quoted_path
from outflank.formats.edax_book import MAGIC as EDAX_MAGIC
from outflank.formats.files import opened

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
