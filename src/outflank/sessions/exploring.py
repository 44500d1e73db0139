"""Explore positions: the moves played in a library's games, the values of these moves, and the user's own results.

Everything in this module is thread-safe. Most lookups take a few milliseconds, and the results of slower ones are
cached.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from outflank.book.answers import SHIPPED, Book, open_book
from outflank.errors import OutflankError
from outflank.library import (
    ArchiveCounts,
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
from outflank.text import Text

RATINGS = (-200, 0, 200)
"""The ratings whose moves the explorer shows."""

_EXAMPLES = 5
_PATIENCE = 2.0  # seconds
_NONE_YET = Text("there is no library of games yet")
_LONG, _MOST_LONG = 0.05, 200  # a lookup that takes longer (in seconds) is cached; size of the cache


class NoLibraryError(OutflankError):
    """Raised if there is no library or if the library does not contain any games."""


class LibraryState(NamedTuple):
    """The state of a library, which changes whenever its file is replaced or games are added."""

    inode: int
    n_games: int


class LibraryReader:
    """A library file that is opened anew for each lookup, because it may have been replaced since the last one."""

    def __init__(self, path: Path | None):
        self.path = path

    @contextmanager
    def opened(self) -> Iterator[tuple[LibraryState, Library]]:
        """Open the library for use in one thread, and yield the library together with its state.

        Raises OutflankError if the library does not exist, cannot be read or contains no games.
        """
        try:
            inode = None if self.path is None else self.path.stat().st_ino
        except OSError:
            inode = None
        if inode is None:
            raise NoLibraryError(_NONE_YET)
        with Library.open(self.path, patience=_PATIENCE, read_only=True, on_page=True) as library:
            state = LibraryState(inode, len(library))
            if not state.n_games:  # the result of importing files without games
                raise NoLibraryError(_NONE_YET)
            yield state, library


class MoveValues:
    """Known values of moves, which come from a book and from a file that is opened when it is first needed.

    If the file fails, `hear` is called with the error, and the lookup uses only the book. `hear` also learns if new
    values are not saved because the file is write-protected.
    """

    def __init__(
        self,
        path: Path | None,
        book: Path | None = None,
        hear: Callable[[OutflankError], None] = lambda _error: None,
    ):
        """Open the book, and remember the path of the file; if `path` is None, values are kept in memory.

        By default, the built-in book is used. Raises OutflankError if `book` is not a valid book.
        """
        self._hear = hear
        self._path, self._book = path, str(book) if book else SHIPPED
        if book:
            _opened_book(self._book)
        self._lock = threading.Lock()
        self._store: ValueStore | None = None
        self._has_failed = False

    def of(self, position: Position) -> dict[str, Any]:
        """Return the deepest known value of each move in a position."""
        archive = ArchiveCounts.shipped()
        found = self._tried(lambda store: known_values(position, store, self._books(), archive))
        return known_values(position, None, self._books(), archive) if found is None else found

    def keep(self, position: GamePosition, found: Analysis) -> None:
        """Store an analysis of an Othello position; positions of other games are ignored."""
        if isinstance(position, Position):
            self._tried(lambda store: store.keep(position, found))

    def _tried(self, use: Callable[[ValueStore], Any]) -> Any:
        with self._lock:
            if self._has_failed:
                return None
            try:
                if self._store is None:
                    self._store = ValueStore(self._path, patience=_PATIENCE)
                    self._hear_of_protection(self._store)
                return use(self._store)
            except OutflankError as error:
                self._hear(error)
                self._has_failed = self._store is None
                return None

    def _hear_of_protection(self, store: ValueStore) -> None:
        try:
            store.check_writable()
        except OutflankError as error:
            self._hear(error)

    def _books(self) -> list[Book]:
        return [_opened_book(self._book)]

    def close(self) -> None:
        """Close the file if it is open."""
        with self._lock, suppress(OutflankError):
            if self._store is not None:
                self._store.close()
            self._store = None


@cache
def _opened_book(name: str) -> Book:
    return open_book(name)


def people_in(position: Position, ratings: Sequence[int] = RATINGS) -> dict[int, dict[str, float]]:
    """Return the probability of each legal move for players of each rating, against equally strong opponents.

    If the side to move must pass, the moves belong to the other side. Ratings that the model does not know are replaced
    by the closest one that it knows. The result is empty if the game is over.
    """
    from outflank.people import PeopleModel, within_ratings  # late import: it needs kernels

    mover = position.after_pass
    if mover.is_over:
        return {}
    known = list(dict.fromkeys(int(within_ratings(rating)) for rating in ratings))
    found = PeopleModel.shipped().at_pairs(mover, [(rating, rating) for rating in known])
    return dict(zip(known, found, strict=True))


class LibraryLook(NamedTuple):
    """A position's results in a library, the library's number of games, and a few games that reached the position."""

    played: PositionPlayed
    n_games: int
    examples: tuple[GameRow, ...]


class Exploring:
    """Looks up positions in a library, along with the known values of their moves."""

    def __init__(self, library: LibraryReader, values: MoveValues):
        self.library, self.values = library, values
        self._lock = threading.Lock()
        self._long_looks: dict[Any, LibraryLook] = {}

    def explored(
        self,
        position: Position,
        look: LibraryLook | None = None,
        own: Own | None = None,
        people: Mapping[int, Mapping[str, float]] | None = None,
    ) -> Explored:
        """Combine the result of `look` with the archive's counts, the values of moves and the user's own results.

        `people` is the result of `people_in`.
        """
        archive = ArchiveCounts.shipped().position(position)
        return explored(position, look.played if look else None, self.values.of(position), own, archive, people)

    def hint(self, query: Search) -> Text | None:
        """Return a message about a name in a search that the library does not know, or None if it knows all of them.

        Raises OutflankError if the library does not exist, cannot be read or contains no games.
        """
        with self.library.opened() as (_state, library):
            return next((error.message for error in library.hints(query)), None)

    def look(self, position: Position, query: Search) -> LibraryLook:
        """Look up a position among the library's games that match a search.

        Raises OutflankError if the library does not exist, cannot be read or contains no games.
        """
        with self.library.opened() as (state, library):
            key = state, position, query
            if key in self._long_looks:
                return self._long_looks[key]
            began = time.monotonic()
            found = library.position(position, query)
            look = LibraryLook(found, state.n_games, tuple(library.examples(position, query, most=_EXAMPLES)))
        if time.monotonic() - began > _LONG:
            with self._lock:
                self._long_looks[key] = look
                if len(self._long_looks) > _MOST_LONG:
                    del self._long_looks[next(iter(self._long_looks))]
        return look
