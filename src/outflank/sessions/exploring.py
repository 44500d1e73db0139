"""A position explored again and again: what was played in it, what it is worth, and how one did oneself.

Files are opened when they are first needed, and looked at from any thread: most looks take a millisecond, and those
that take longer are remembered.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from outflank.book.answers import Book
from outflank.book.opening import SHIPPED, open_book
from outflank.errors import OutflankError
from outflank.library import (
    Explored,
    GameRow,
    Library,
    Own,
    PositionPlayed,
    Search,
    ValueStore,
    explored,
    known_values,
)
from outflank.play import Analysis, GamePosition
from outflank.rules import Position

_EXAMPLES = 5
_IDLE = 2  # open libraries that wait for the next look
_PATIENCE = 2.0  # seconds
_LONG, _MOST_LONG = 0.05, 200  # seconds of a look that is remembered, and how many are


class NoLibraryError(OutflankError):
    """There is no library, or no game in it."""

    def __init__(self) -> None:
        super().__init__("there is no library of games yet")


class LibraryReader:
    """The library of a file, opened when it is first looked at, and again when there is another file in its place."""

    def __init__(self, path: Path | None):
        self.path = path
        self._lock = threading.Lock()
        self._idle: list[tuple[tuple[int, int], Library]] = []

    @contextmanager
    def opened(self) -> Iterator[tuple[tuple[int, int], Library]]:
        """What tells the file from others, and the library, for one thread.

        Raises OutflankError if there is none, or it cannot be read.
        """
        identity = self._identity()
        if identity is None or self.path is None:
            raise NoLibraryError
        library = self._taken(identity) or Library.open(self.path, patience=_PATIENCE, read_only=True, on_page=True)
        try:
            yield identity, library
        except BaseException:
            library.close()
            raise
        with self._lock:
            if len(self._idle) < _IDLE:
                self._idle.append((identity, library))
                return
        library.close()

    def _identity(self) -> tuple[int, int] | None:
        """What tells the file from another one in its place; None if there is none."""
        try:
            found = self.path.stat() if self.path is not None else None
        except OSError:
            return None
        return None if found is None else (found.st_dev, found.st_ino)

    def _taken(self, identity: tuple[int, int]) -> Library | None:
        with self._lock:
            others = [library for each, library in self._idle if each != identity]
            self._idle = [(each, library) for each, library in self._idle if each == identity]
            found = self._idle.pop()[1] if self._idle else None
        for library in others:
            library.close()
        return found

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            for _, library in self._idle:
                library.close()
            self._idle.clear()


class MoveValues:
    """What is known of the values of moves: kept in a file that is opened when it is first needed, and in a book.

    A file that does not serve is done without; `hear` is told why.
    """

    def __init__(
        self,
        path: Path | None,
        book: Path | None = None,
        hear: Callable[[OutflankError], None] = lambda _error: None,
    ):
        """Values in a file, in memory if there is none, and in a book. Raises OutflankError for a bad book."""
        self._hear = hear
        self._path, self._book = path, str(book) if book else SHIPPED
        if book:
            _opened_book(self._book)
        self._lock = threading.Lock()
        self._store: ValueStore | None = None
        self._has_failed = False

    def of(self, position: Position) -> dict[str, Any]:
        """The best known value of each move of a position."""
        found = self._tried(lambda store: known_values(position, store, self._books()))
        return known_values(position, None, self._books()) if found is None else found

    def keep(self, position: GamePosition, found: Analysis) -> None:
        """Remember an analysis."""
        if isinstance(position, Position):
            self._tried(lambda store: store.keep(position, found))

    def _tried(self, use: Callable[[ValueStore], Any]) -> Any:
        with self._lock:
            if self._has_failed:
                return None
            try:
                self._store = self._store or ValueStore(self._path, patience=_PATIENCE)
                return use(self._store)
            except OutflankError as error:
                self._hear(error)
                self._has_failed = self._store is None
                return None

    def _books(self) -> list[Book]:
        return [_opened_book(self._book)]

    def close(self) -> None:
        """Let go of the file."""
        with self._lock, suppress(OutflankError):
            if self._store is not None:
                self._store.close()
            self._store = None


@cache
def _opened_book(name: str) -> Book:
    return open_book(name)


class LibraryLook(NamedTuple):
    """What a library has of a position, how many games it has at all, and some that came to the position."""

    played: PositionPlayed
    n_games: int
    examples: tuple[GameRow, ...]


class Exploring:
    """Looks at positions in a library, and at what is known of their moves."""

    def __init__(self, library: LibraryReader, values: MoveValues):
        self.library, self._values = library, values
        self._lock = threading.Lock()
        self._long_looks: dict[Any, LibraryLook] = {}

    def explored(self, position: Position, look: LibraryLook | None = None, own: Own | None = None) -> Explored:
        """A position with its moves: what a look at the library found, and one's own games."""
        return explored(position, look.played if look else None, self._values.of(position), own)

    def look(self, position: Position, query: Search) -> LibraryLook:
        """What the library has of a position, of the games that are looked for.

        Raises OutflankError if there is none, or it cannot be read.
        """
        with self.library.opened() as (identity, library):
            if not len(library):  # as an import of files without a game leaves it
                raise NoLibraryError
            key = identity, len(library), position, query
            if key in self._long_looks:
                return self._long_looks[key]
            began = time.monotonic()
            found = library.position(position, query)
            look = LibraryLook(found, len(library), tuple(library.examples(position, query, most=_EXAMPLES)))
        if time.monotonic() - began > _LONG:
            with self._lock:
                self._long_looks[key] = look
                if len(self._long_looks) > _MOST_LONG:
                    del self._long_looks[next(iter(self._long_looks))]
        return look

    def close(self) -> None:
        """Let go of all files."""
        self.library.close()
        self._values.close()
