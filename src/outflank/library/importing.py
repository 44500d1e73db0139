"""Import game files of any format and length into a library, reporting games that cannot be stored."""

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
"""The name of a source, and either a game from that source or the error that occurred in its place."""


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
    """Counts of the games in an import.

    Each game is newly `added`, already `known`, or rejected as `bad`. Games that were accepted despite an oddity also
    count as `odd`.
    """

    added: int = 0
    known: int = 0
    bad: int = 0
    odd: int = 0

    @property
    def read(self) -> int:
        """The number of games read, whether or not they were stored."""
        return self.added + self.known + self.bad

    def to_json(self) -> dict[str, int]:
        """Return the fields as a JSON object."""
        return asdict(self)


@dataclass(slots=True)
class Listener:
    """Callbacks for the events of an import, which do nothing by default; `total` contains the running counts."""

    total: Added = field(default_factory=Added)

    bad: Callable[[OutflankError], None] = lambda _error: None
    """Called with the error when a game is rejected."""

    missing: Callable[[OutflankError], None] | None = None
    """Called with the error when a file cannot be opened; if None, the file counts as a game that is rejected."""

    odd: Callable[[str], None] = lambda _note: None
    """Called with a note about an odd game, which is imported anyway."""

    shortened: Callable[[], None] = lambda: None
    """Called when a game contains variations, because only its main line is stored."""

    read: Callable[[int], None] = lambda _bytes: None
    """Called with the number of bytes read since the previous call."""

    took: Callable[[StoredGame], None] = lambda _game: None
    """Called with each valid game, whether or not it is new to the library."""

    kept: Callable[[Added], None] = lambda _added: None
    """Called with the running counts after each transaction."""

    adding_up: Callable[[], None] = lambda: None
    """Called before the summaries are rebuilt, which takes a few seconds per 100,000 games."""


class _Importer:
    """An import in progress, which takes games one at a time and stores them in batches."""

    def __init__(self, writer: Writer, listener: Listener):
        self._writer, self.listener = writer, listener
        self._waiting: list[Sourced] = []
        self._kept_at = time.monotonic()

    def take(self, given: StoredGame | GameInFile | Record, source: str) -> None:
        """Take another game, and store the current batch if it is large enough or has waited long enough.

        Raises OutflankError if the batch cannot be stored.
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
        """Store the current batch.

        If that fails, raises OutflankError and discards the batch, because a second attempt would fail in the same way.
        """
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
    """Store games, each of which is paired with the name of its source.

    Raises OutflankError if the library cannot be written. After an error or an interruption, the games read up to that
    point are still stored if possible.
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
    """Yield the games in several files, each with its file's name.

    If a file cannot be opened, the error goes to `listener.missing`. Without that, it is yielded in place of a game.
    """
    for path in map(Path, paths):
        source = files.shown(path)
        try:
            with files.opened(path) as file:
                yield from games_from(file, source, path, listener)
        except OutflankError as error:
            if listener.missing is None:
                yield source, GameInFile(error=error)
            else:
                listener.missing(error)


def games_from(file: BinaryIO, source: str, path: Path | None, listener: Listener) -> Iterator[Given]:
    """Yield the games in an open file of any format; an error in the file is yielded in place of a game."""
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
