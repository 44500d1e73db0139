"""Read and write game files from Python, one game at a time and in any format.

>>> import tempfile
>>> from outflank.rules import Game
>>> with tempfile.TemporaryDirectory() as folder:
...     write_games(f"{folder}/two.ggf", [Game("f5d6c3"), Game("f5f6e6")])
...     [record.game.transcript for record in read_games(f"{folder}/two.ggf")]
2
['f5d6c3', 'f5f6e6']
"""

import io
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from outflank.errors import GamesWarning, OptionError, OutflankError, check_path, check_type, described
from outflank.files import opened_whole
from outflank.formats import files, registry, streams
from outflank.formats.format import AnyFormat, BinaryFormat, Format
from outflank.play.game import History
from outflank.play.record import Record
from outflank.play.tree import GameTree

Storable = Record | History[Any] | GameTree[Any]
"""Anything that can be written to a game file: a game, a game tree, or a record, which also names the players."""


def read_games(
    file: str | Path | BinaryIO,
    *,
    errors: Callable[[OutflankError], object] | None = None,
    notes: Callable[[str], object] | None = None,
) -> Iterator[Record]:
    """Read the games in a file in any format, one `Record` at a time.

    The content decides the format. For a WTHOR file, names are looked up in the name files next to it.

    Games that cannot be read are skipped, and `errors` is called with each error, which includes the file and the line.
    `notes` is called with a note about each game that is readable but unusual. Without these callbacks, a GamesWarning
    at the end reports the number of such games and quotes the first error or note.

    Raises OutflankError immediately if the file cannot be opened, and ParseError during iteration if it contains no
    games.
    """
    if isinstance(file, io.TextIOBase):
        raise OptionError("expected a file name or a binary file, as from open(name, 'rb'), got a text file")
    if not hasattr(file, "read"):
        check_path(file, "a file name or a binary file")
    if isinstance(file, str | Path):
        with files.opened(file):
            pass  # report errors now, not at the first game
    return _read(file, errors, notes)


def _read(
    file: str | Path | BinaryIO,
    errors: Callable[[OutflankError], object] | None,
    notes: Callable[[str], object] | None,
) -> Iterator[Record]:
    is_named = isinstance(file, str | Path)
    path = Path(file) if isinstance(file, str | Path) else _path_of(file)
    source = "the file" if path is None else files.shown(path)
    bad: list[OutflankError] = []  # only the first is needed
    odd: list[str] = []
    n_bad = n_odd = n_read = 0
    try:
        with files.opened(file) if isinstance(file, str | Path) else nullcontext(file) as data:
            for found in streams.read(data, source, path=path):
                if found.note:
                    n_odd += 1
                    notes(found.note) if notes is not None else odd.append(found.note)
                if found.record is not None:
                    n_read += 1
                    yield found.record
                elif found.error is not None:
                    n_bad += 1
                    errors(found.error) if errors is not None else bad.append(found.error)
                del bad[1:], odd[1:]
    finally:
        where = f" in {source}" if is_named else ""
        if bad and n_read:
            _warn(f"{n_bad:,} games{where} could not be read; the first: {bad[0]}")
        if odd:
            _warn(f"{n_odd:,} games{where} are odd; the first: {odd[0]}")
    if bad and not n_read:
        raise bad[0]


def write_games(path: str | Path, games: Storable | Iterable[Storable], *, to: str | None = None) -> int:
    """Write games to a file, and return the number of games written.

    `to` names the format; by default, the file extension selects it. The games may come from an iterator such as the
    one that `read_games` returns. The file appears only once it is complete. Issues a GamesWarning if the format cannot
    store some details.

    Raises OptionError for an unknown format or an argument of another type. If the format cannot store a game, nothing
    is written, and the OutflankError gives the number of that game.
    """
    check_path(path, "a file name")
    check_type(games, (Record, History, GameTree, Iterable), "games to write")
    format_ = registry.format_named(registry.format_of(path) if to is None else to)
    written = _NumberedGames()
    records = map(as_record, [games] if isinstance(games, Record | History | GameTree) else games)
    write_each(records, format_, Path(path), written)
    for notice in written.lines():
        _warn(notice)
    return written.n_written


def as_record(game: Storable) -> Record:
    """Convert a game or a game tree to a record, and return a record unchanged.

    Raises OptionError for anything else.
    """
    if isinstance(game, Record):
        return game
    if isinstance(game, History):
        return Record.of(game)
    if isinstance(game, GameTree):
        return Record(game)
    raise OptionError("expected a Record, a Game or a GameTree, got {game}", game=described(game))


class WrittenGames:
    """Counter for the games that were written and the details that were lost. Writing stops at the first error."""

    def __init__(self) -> None:
        self.n_written = 0
        self._noun = ""
        self._left: Counter[str] = Counter()
        self._years: Counter[str] = Counter()  # insertion order: the first game's year comes first

    def add(self, record: Record, format_: AnyFormat) -> None:
        """Count a game that was written, along with any details that the format cannot store."""
        self.n_written += 1
        self.left_behind(format_.noun, format_.left_behind(record))
        if isinstance(format_, BinaryFormat):
            self._years[format_.year_of(record)] += 1

    def left_behind(self, noun: str, parts: Iterable[str]) -> None:
        """Count details of a game that a format cannot store. `noun` names the format in messages."""
        self._noun = noun
        self._left.update(parts)

    def refuse(self, error: OutflankError) -> None:
        """Raise OutflankError with the game's number, because the format cannot store the game.

        This stops the writing.
        """
        raise OutflankError("game {number}: {error}", number=self.n_written + 1, error=error) from error

    def change(self, record: Record, lost: str) -> None:
        """Record that a game had to be changed to fit the format. `lost` describes the change."""

    def end(self) -> None:
        """Finish counting after the last game. Raises OutflankError if no game could be written."""

    def lines(self) -> Iterator[str]:
        """Yield messages for the user about the details that were lost."""
        if self._left:
            left = ", ".join(f"{part} (games: {count:,})" for part, count in self._left.items())
            yield f"dropped because {self._noun} cannot hold it: {left}"
        if len(self._years) > 1:
            year, *others = self._years
            n_others = sum(self._years[each] for each in others)
            gets = f"the year {year}" if year else "no year"
            yield f"{n_others:,} games from other years get {gets}, because {self._noun} has one year for all games"


class _NumberedGames(WrittenGames):
    """Counter that also reports the number of changed games and describes the first change."""

    def __init__(self) -> None:
        super().__init__()
        self._changed: list[str] = []

    def change(self, record: Record, lost: str) -> None:  # noqa: ARG002
        self._changed.append(f"game {self.n_written:,}: {lost}")

    def lines(self) -> Iterator[str]:
        yield from super().lines()
        if self._changed:
            yield f"{len(self._changed):,} games were changed to fit {self._noun}; the first: {self._changed[0]}"


def write_each(records: Iterable[Record], format_: AnyFormat, path: Path, written: WrittenGames) -> None:
    """Write games to a file, either completely or not at all. Games that `written` refuses are skipped."""
    with files.writing(path):
        if isinstance(format_, BinaryFormat):
            format_.write(_fitting(records, format_, written), path)
            return
        with opened_whole(path) as file:
            for text in texts_of(records, format_, written):
                file.write(text.encode())


def texts_of(records: Iterable[Record], format_: Format, written: WrittenGames) -> Iterator[str]:
    """Yield each game as text, skipping the games that `written` refuses."""
    if format_.single:
        whole = list(islice(records, 2))
        for record in whole:
            format_.check_holds(record)
        yield format_.write(whole)
        written.add(whole[0], format_)
        return
    for _, text in _each_fitting(records, format_, written, lambda record: format_.write([record])):
        yield text


def _fitting(records: Iterable[Record], format_: BinaryFormat, written: WrittenGames) -> Iterator[Record]:
    for record, lost in _each_fitting(records, format_, written, format_.check):
        if lost:
            written.change(record, lost)
        yield record


def _each_fitting(
    records: Iterable[Record], format_: AnyFormat, written: WrittenGames, prepare: Callable[[Record], str]
) -> Iterator[tuple[Record, str]]:
    """Yield the records that a format can store, each with the result of `prepare`.

    For any other record, the error is passed to `written`.
    """
    for record in records:
        try:
            format_.check_holds(record)
            prepared = prepare(record)
        except OutflankError as error:
            written.refuse(error)
        else:
            written.add(record, format_)
            yield record, prepared
    written.end()


def _path_of(file: BinaryIO) -> Path | None:
    name = getattr(file, "name", None)
    return Path(name) if isinstance(name, str) and files.exists(name) else None


def _warn(text: str) -> None:
    warnings.warn(text, GamesWarning, stacklevel=3)
