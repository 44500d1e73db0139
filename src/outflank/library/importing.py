"""Importing game files of any format and length into a library, with a report of bad games."""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import BinaryIO

from outflank import formats
from outflank.errors import OutflankError
from outflank.formats import files, streams
from outflank.formats.format import GameInFile
from outflank.formats.streams import counted, placed
from outflank.library.stored import StoredGame
from outflank.library.writer import Sourced, Writer
from outflank.play.record import Record

_AT_ONCE = 16_384  # games per transaction: larger ones are quicker but take more memory
_HEAD = 1 << 10  # bytes that identify a WTHOR file
_LONGEST = 10.0  # maximum number of seconds between transactions


Given = tuple[str, StoredGame | GameInFile | Record]
"""The name of a source, and a game or the error found in its place."""


def stored(given: StoredGame | GameInFile | Record) -> StoredGame:
    """Convert a game to a `StoredGame`. Raises OutflankError if the library cannot store it."""
    if isinstance(given, StoredGame):
        return given
    if isinstance(given, GameInFile):
        if given.record is None:
            raise given.error or OutflankError("expected a game, got none")
        return StoredGame.of(given.record)._replace(unnamed=given.unnamed)
    return StoredGame.of(given)


@dataclass(slots=True)
class Added:
    """Counts from an import: games added, already `known`, left out as `bad`, and imported despite being `odd`."""

    added: int = 0
    known: int = 0
    bad: int = 0
    odd: int = 0

    @property
    def read(self) -> int:
        """The number of games read."""
        return self.added + self.known + self.bad

    def to_json(self) -> dict[str, int]:
        """Return the fields as a JSON object."""
        return asdict(self)


@dataclass(slots=True)
class Listener:
    """Callbacks for an import; by default they do nothing. `total` contains the counts so far."""

    total: Added = field(default_factory=Added)

    bad: Callable[[OutflankError], None] = lambda _error: None
    """Called with the error when a game is left out."""

    odd: Callable[[str], None] = lambda _note: None
    """Called with a note when a game is odd; it is still imported."""

    shortened: Callable[[], None] = lambda: None
    """Called when a game has variations; only its main line is stored."""

    read: Callable[[int], None] = lambda _bytes: None
    """Called with the number of bytes read since the last call."""

    took: Callable[[StoredGame], None] = lambda _game: None
    """Called with each game that the library stores or already has."""

    kept: Callable[[Added], None] = lambda _added: None
    """Called with the counts so far, after each transaction."""

    adding_up: Callable[[], None] = lambda: None
    """Called before the summaries are rebuilt, which takes a few seconds for 100,000 games."""


class _Importer:
    """An import that takes games one at a time and stores them in batches."""

    def __init__(self, writer: Writer, listener: Listener):
        self._writer, self.listener = writer, listener
        self._waiting: list[Sourced] = []
        self._kept_at = time.monotonic()

    def take(self, given: StoredGame | GameInFile | Record, source: str) -> None:
        """Take one more game, and store all waiting games once there are many or they have waited for long.

        Raises OutflankError.
        """
        if isinstance(given, GameInFile) and given.note:
            self.listener.total.odd += 1
            self.listener.odd(f"{source}: {given.note}")
        try:
            entry = stored(given)
        except OutflankError as error:
            self.listener.total.bad += 1
            line, told = (given.line, given.error) if isinstance(given, GameInFile) else (0, None)
            self.listener.bad(error if error is told else placed(error, source, line))
            return
        record = given.record if isinstance(given, GameInFile) else given
        if isinstance(record, Record) and any(node.variations for node in record.tree):
            self.listener.shortened()
        self.listener.took(entry)
        self._waiting.append((source, entry))
        if len(self._waiting) >= _AT_ONCE or time.monotonic() - self._kept_at > _LONGEST:
            self.finish()

    def finish(self) -> None:
        """Store the waiting games. On failure, raises OutflankError and drops them, because they would fail again."""
        try:
            added = self._writer.keep(self._waiting)
        except OutflankError:
            self._waiting = []
            raise
        self.listener.total.added += added
        self.listener.total.known += len(self._waiting) - added
        self._waiting = []
        self._kept_at = time.monotonic()
        self.listener.kept(self.listener.total)


def import_games(writer: Writer, games: Iterable[Given], listener: Listener) -> Added:
    """Store games, each with the name of its source. Raises OutflankError.

    Games read before an error or an interruption are stored.
    """
    importer = _Importer(writer, listener)
    try:
        for source, found in games:
            importer.take(found, source)
        importer.finish()
    except BaseException:
        importer.finish()
        raise
    return listener.total


def games_in(paths: Iterable[str | Path], listener: Listener) -> Iterator[Given]:
    """Yield the games in files, each with the name of its file. A file's error is yielded as a game with an error."""
    for path in map(Path, paths):
        source = files.shown(path)
        try:
            with files.opened(path) as file:
                yield from games_from(file, source, path, listener)
        except OutflankError as error:
            yield source, GameInFile(error=error)


def games_from(file: BinaryIO, source: str, path: Path | None, listener: Listener) -> Iterator[Given]:
    """Yield the games in an open file of any format. The file's error, if any, is yielded as a game with an error."""
    try:
        for found in _games_of(file, source, path, listener):
            yield source, found
    except OutflankError as error:
        yield source, GameInFile(error=error)


def _games_of(file: BinaryIO, source: str, path: Path | None, listener: Listener) -> Iterator[StoredGame | GameInFile]:
    watched = counted(file, listener.read)
    head = file.read(_HEAD) if file.seekable() else b""
    if head:
        file.seek(-len(head), os.SEEK_CUR)
    if formats.recognise_bytes(head) == "wthor":
        from outflank.library import wthor  # late import: it needs kernels

        for found in wthor.read(watched, path):
            if isinstance(found, GameInFile) and found.error is not None:
                found = GameInFile(error=placed(found.error, source))
            yield found
        return
    yield from streams.read(watched, source, path=path)
