"""The opening explorer for pages: what was played in a position, what it is worth, and how one did oneself.

The library of games belongs to whoever runs the server, and is only read here. Everything happens in threads: most
looks take a millisecond, but a position that many games share, with a condition, takes longer.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from outflank.book.answers import Book
from outflank.book.opening import SHIPPED, open_book
from outflank.errors import OutflankError
from outflank.library import GameRow, Library, PositionPlayed, Search, ValueStore, explored, known_values
from outflank.library.boards import board_of
from outflank.play import Analysis, GamePosition
from outflank.rules import Position
from outflank.web import catalogue, logs
from outflank.web.engines.short_work import beside
from outflank.web.games.own_games import OwnGames
from outflank.web.games.own_positions import OwnPositions
from outflank.web.pages.explorer_messages import Explore
from outflank.web.wire import Handler, MessageError, Screen

_EXAMPLES = 5
_IDLE = 2  # open libraries that wait for the next look
_PATIENCE = 2.0  # seconds
_LONG, _MOST_LONG = 0.05, 200  # seconds of a look that is remembered, and how many are


class LibraryReader:
    """The library of a file, opened when it is first looked at, and again when there is another file in its place."""

    def __init__(self, path: Path | None, *, is_shared: bool = False):
        self.path = path
        self.is_own = path is not None and not is_shared
        """Whether who is at the page may take games into it."""
        self._is_shared = is_shared
        self._lock = threading.Lock()
        self._idle: list[tuple[tuple[int, int], Library]] = []

    @contextmanager
    def opened(self) -> Iterator[tuple[tuple[int, int], Library]]:
        """What tells the file from others, and the library, for one thread.

        Raises MessageError if there is none, or it cannot be read.
        """
        with self._told():
            identity = self._identity()
            if identity is None or self.path is None:
                raise MessageError("no library", "there is no library of games yet")
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

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Within this, what is wrong with the library is told to the page, without where it is if strangers read it."""
        try:
            yield
        except MessageError:
            raise
        except OutflankError as error:
            logs.event(logs.WARNING, "library not read", reason=str(error))
            if self._is_shared:
                raise MessageError("library", "the library of games cannot be read at the moment") from None
            raise MessageError("library", str(error)) from None

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            for _, library in self._idle:
                library.close()
            self._idle.clear()


class Values:
    """What is known of the values of moves: kept in a file that is opened when it is first needed, and in a book.

    Pages work without the file; why it does not serve is logged once.
    """

    def __init__(self, path: Path | None, book: Path | None = None):
        """Values in a file, in memory if there is none, and in a book. Raises OutflankError for a bad book."""
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
                logs.event(logs.WARNING, "values not kept", reason=str(error))
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


class Explorer(Screen):
    """Answers `explore`. `check` raises OutflankError for a position of which a person is told nothing."""

    def __init__(
        self,
        games: OwnGames,
        library: LibraryReader,
        values: Values,
        check: Callable[[str, Position], None] = lambda _person, _position: None,
    ):
        self._games, self._library, self._values, self._check = games, library, values, check
        self._own = OwnPositions(games)
        self._lock = threading.Lock()
        self._long_looks: dict[Any, tuple[PositionPlayed, int, list[dict[str, Any]]]] = {}

    @property
    def handlers(self) -> dict[str, Handler]:
        """What answers messages, by their types."""
        return {"explore": self.explore}

    async def explore(self, message: Explore, person: str) -> dict[str, Any]:
        """What was played in a position. Raises OutflankError."""
        position = await beside(_position_of, message)
        self._check(person, position)
        return await beside(self._explored, position, message, person)

    def _explored(self, position: Position, message: Explore, person: str) -> dict[str, Any]:
        is_mine = message.source == "mine"
        against = message.player if is_mine else ""
        own, n_own, last = self._own.look(person, position, message.since if is_mine else None, against)
        values = self._values.of(position)
        trouble = None
        if is_mine:
            told, total = explored(position, None, values, own), n_own
            examples = [_own_example(game) for game in self._games.these(person, last)]
        else:
            found, total, examples = None, 0, []
            query = Search(player=message.player, since=message.since)
            try:
                found, total, examples = self._looked_up(position, query)
            except MessageError as error:  # what else is known is told all the same
                trouble = {"code": error.code, "message": str(error)}
            told = explored(position, found, values, own if own.whole.games else None)
        return {
            "type": "explored",
            "source": message.source,
            "total": total,
            "turn": int(position.switched().turn if position.must_pass else position.turn),
            **told.to_json(),
            "examples": examples,
            "trouble": trouble,
            "fills": self._library.is_own,
        }

    def _looked_up(self, position: Position, query: Search) -> tuple[PositionPlayed, int, list[dict[str, Any]]]:
        """What the library has of a position, the number of all its games, and some; what took long is remembered."""
        with self._library.opened() as (identity, library):
            if not len(library):  # as an import of files without a game leaves it
                raise MessageError("no library", "there is no library of games yet")
            key = identity, len(library), position, query
            if key in self._long_looks:
                return self._long_looks[key]
            began = time.monotonic()
            found = library.position(position, query)
            examples = [_example(row) for row in library.examples(position, query, most=_EXAMPLES)]
            looked = found, len(library), examples
        if time.monotonic() - began > _LONG:
            with self._lock:
                self._long_looks[key] = looked
                if len(self._long_looks) > _MOST_LONG:
                    del self._long_looks[next(iter(self._long_looks))]
        return looked

    def close(self) -> None:
        """Let go of all files."""
        self._own.close()
        self._library.close()
        self._values.close()


def _position_of(message: Explore) -> Any:
    """The position that a page asks about. Raises OutflankError, also for one that no library knows."""
    kind = catalogue.kind_named(message.kind)
    position = kind.new_game(catalogue.start_of(message.kind, message.start), message.moves).position
    board_of(position)
    return position


def _example(row: GameRow) -> dict[str, Any]:
    """A game of the library, so that it can be opened."""
    start = row.entry.start
    return {
        "players": [row.black, row.white],
        "place": row.place,
        "date": row.date,
        "won": None if row.won is None else {1: [0], 0: [0, 1], -1: [1]}[row.won],
        "score": row.score,
        "start": "" if start == Position.start() else start.board_string,
        "moves": list(row.record.tree.moves),
    }


def _own_example(game: dict[str, Any]) -> dict[str, Any]:
    """A game of the page, so that it can be opened."""
    result = game["result"]
    is_counted = result["how"] in ("counted", "board")
    return {
        "game": game["id"],
        "players": game["players"],
        "persons": game["persons"],
        "own": game["own"],
        "place": game["name"],
        "date": date.fromtimestamp(game["created"]).isoformat(),
        "won": result["winners"],
        "score": result["scores"][0] if is_counted else None,
        "start": game["start"],
        "moves": game["moves"],
    }
