"""Files of games for programs: read one after the other in any format, and written from whatever holds a game.

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
from pathlib import Path
from typing import Any, BinaryIO

from outflank.errors import GamesWarning, OptionError, OutflankError, described
from outflank.files import opened_whole
from outflank.formats import files, registry, streams
from outflank.formats.format import AnyFormat, BinaryFormat
from outflank.play.game import History
from outflank.play.record import Record
from outflank.play.tree import GameTree

Storable = Record | History[Any] | GameTree[Any]
"""Anything that can be written to a file: a game, its tree, or a record with the names of its players."""


def read_games(
    file: str | Path | BinaryIO,
    *,
    errors: Callable[[OutflankError], object] | None = None,
    notes: Callable[[str], object] | None = None,
) -> Iterator[Record]:
    """The games of a file in any format, each as a `Record`; no more than one is in memory at a time.

    The content says which format it is, not the name; names of players that lie beside the file (WTHOR) are found. A
    game that cannot be read is left out, and the others come: `errors` is called with its error, which names file and
    line, and `notes` with what is odd about a game that could be read. Without them, a GamesWarning at the end says
    how many there were, and the first of them. Raises OutflankError at once for a file that cannot be opened, and
    ParseError while iterating for one that holds no game.
    """
    if isinstance(file, io.TextIOBase):
        raise OptionError("expected the name of a file, or one that is open for bytes, as by open(name, 'rb')")
    if isinstance(file, str | Path):
        with files.opened(file):
            pass  # it is there, and may be read: said now and not when the first game is asked for
    return _read(file, errors, notes)


def _read(
    file: str | Path | BinaryIO,
    errors: Callable[[OutflankError], object] | None,
    notes: Callable[[str], object] | None,
) -> Iterator[Record]:
    is_named = isinstance(file, str | Path)
    path = Path(file) if isinstance(file, str | Path) else _path_of(file)
    source = "the file" if path is None else files.shown(path)
    bad: list[OutflankError] = []  # the first; the others are only counted
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
        where = f" of {source}" if is_named else ""
        if bad and n_read:
            _warn(f"{n_bad:,} games{where} could not be read; the first: {bad[0]}")
        if odd:
            _warn(f"{n_odd:,} games{where} are odd; the first: {odd[0]}")
    if bad and not n_read:
        raise bad[0]


def write_games(path: str | Path, games: Storable | Iterable[Storable], *, to: str | None = None) -> int:
    """Write games to a file, and return how many: in the format of its extension, or the one named `to`.

    Games may come one after the other, as from `read_games`; the file appears under its name when it is whole. A
    GamesWarning says what of the games the format has no room for. Raises OptionError for a format that is none, and
    OutflankError, with the number of the game, for one that does not fit in; then nothing is written.
    """
    format_ = registry.format_named(registry.format_of(path) if to is None else to)
    losses = _Losses(format_)
    records = _records([games] if isinstance(games, Record | History | GameTree) else games, losses)
    with files.writing(path):
        if isinstance(format_, BinaryFormat):
            format_.write(records, Path(path))
        elif format_.single:
            content = format_.write(list(records)).encode()
            with opened_whole(Path(path)) as file:
                file.write(content)
        else:
            with opened_whole(Path(path)) as file:
                for record in records:
                    file.write(losses.placed(lambda: format_.write([record])).encode())  # noqa: B023
    for said in losses.said():
        _warn(said)
    return losses.n_written


def as_record(game: Storable) -> Record:
    """The record of a game, of its tree, or itself. Raises OptionError for anything else."""
    if isinstance(game, Record):
        return game
    if isinstance(game, History):
        return Record.of(game)
    if isinstance(game, GameTree):
        return Record(game)
    raise OptionError("expected a Record, a Game or a GameTree, got {game}", game=described(game))


def _records(games: Iterable[Storable], losses: "_Losses") -> Iterator[Record]:
    for record in map(as_record, games):
        losses.n_written += 1
        losses.placed(lambda: losses.note(record))  # noqa: B023
        yield record


class _Losses:
    """The parts of games for which a format has no room."""

    def __init__(self, format_: AnyFormat):
        self._format = format_
        self.n_written = 0
        self._left: Counter[str] = Counter()
        self._years: Counter[str] = Counter()
        self._others: list[str] = []

    def placed(self, act: Callable[[], Any]) -> Any:
        """Run a function on a game; its error names the game."""
        try:
            return act()
        except OutflankError as error:
            raise OutflankError("game {number}: {error}", number=self.n_written, error=error) from error

    def note(self, record: Record) -> None:
        """A game is written. Raises OutflankError if the format cannot hold it."""
        self._format.check_holds(record)
        self._left.update(self._format.left_behind(record))
        if isinstance(self._format, BinaryFormat):
            self._years[self._format.year_of(record)] += 1
            if lost := self._format.check(record):
                self._others.append(f"game {self.n_written:,}: {lost}")

    def said(self) -> Iterator[str]:
        """Lines on the parts that got lost, once all is written."""
        noun = self._format.noun
        if self._left:
            left = ", ".join(f"{said} (of {count:,})" for said, count in self._left.items())
            yield f"left behind, as {noun} has no room for it: {left}"
        if len(self._years) > 1:
            year, *others = self._years
            n_others = sum(self._years[each] for each in others)
            gets = f"the year {year}" if year else "no year"
            yield f"{n_others:,} games of other years get {gets}, as {noun} has one for all"
        if self._others:
            yield f"{len(self._others):,} games are not as they were in {noun}; the first: {self._others[0]}"


def _path_of(file: BinaryIO) -> Path | None:
    name = getattr(file, "name", None)
    return Path(name) if isinstance(name, str) and files.exists(name) else None


def _warn(text: str) -> None:
    warnings.warn(text, GamesWarning, stacklevel=3)
