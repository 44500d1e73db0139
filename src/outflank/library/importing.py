"""Files of games into a library: any format, any length, bad games reported, and where it was broken off gone on."""

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

_AT_ONCE = 16_384  # games that are kept in one transaction: a larger one is quicker, and takes more memory
_HEAD = 1 << 10  # bytes that tell whether a file is one of the archive
_LONGEST = 10.0  # seconds after which what was read is kept, even if it is less


Given = tuple[str, StoredGame | GameInFile | Record]
"""A game, or what is wrong with it, and the name of what it comes from."""


def stored(given: StoredGame | GameInFile | Record) -> StoredGame:
    """A game as a library keeps it. Raises OutflankError for one that it does not keep, and for what is none."""
    if isinstance(given, StoredGame):
        return given
    if isinstance(given, GameInFile):
        if given.record is None:
            raise given.error or OutflankError("expected a game, got none")
        return StoredGame.of(given.record)._replace(unnamed=given.unnamed)
    return StoredGame.of(given)


@dataclass(slots=True)
class Added:
    """What became of games: added, known already, left out. Errors and notes are given to whoever listens."""

    added: int = 0
    known: int = 0
    bad: int = 0
    odd: int = 0

    @property
    def read(self) -> int:
        """All games that were found."""
        return self.added + self.known + self.bad

    def to_json(self) -> dict[str, int]:
        """The fields by name."""
        return asdict(self)


@dataclass(slots=True)
class Listener:
    """Hears what an import comes across; this one does nothing. `total` is what became of the games by now."""

    total: Added = field(default_factory=Added)

    bad: Callable[[OutflankError], None] = lambda _error: None
    """A game is left out."""

    odd: Callable[[str], None] = lambda _note: None
    """A game is odd, and kept all the same."""

    shortened: Callable[[], None] = lambda: None
    """A game has variations: only its main line is kept."""

    read: Callable[[int], None] = lambda _bytes: None
    """More bytes of the files were read."""

    took: Callable[[StoredGame], None] = lambda _game: None
    """A game is one that the library keeps, or has already."""

    kept: Callable[[Added], None] = lambda _added: None
    """So much became of the games by now."""

    adding_up: Callable[[], None] = lambda: None
    """All games are kept; what came of their positions is added up, which takes seconds for 100,000 games."""


class _Importer:
    """An import, game by game."""

    def __init__(self, writer: Writer, listener: Listener):
        self._writer, self.listener = writer, listener
        self._waiting: list[Sourced] = []
        self._kept_at = time.monotonic()

    def take(self, given: StoredGame | GameInFile | Record, source: str) -> None:
        """One more game of a source; what waits is kept when it is much, or was long ago. Raises OutflankError."""
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
        """Keep what waits. Raises OutflankError, and forgets it then: it would fail again."""
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
    """Keep games, each with the name of its source. Raises OutflankError.

    What was read when something goes wrong, or somebody interrupts, is kept.
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
    """The games of files, each with the name of its file; what is wrong with a file is one of them."""
    for path in map(Path, paths):
        source = files.shown(path)
        try:
            with files.opened(path) as file:
                yield from games_from(file, source, path, listener)
        except OutflankError as error:
            yield source, GameInFile(error=error)


def games_from(file: BinaryIO, source: str, path: Path | None, listener: Listener) -> Iterator[Given]:
    """The games of an open file in any format; what is wrong with it is one of them."""
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
        from outflank.library import wthor  # here, because it takes kernels

        for found in wthor.read(watched, path):
            if isinstance(found, GameInFile) and found.error is not None:
                found = GameInFile(error=placed(found.error, source))
            yield found
        return
    yield from streams.read(watched, source, path=path)
