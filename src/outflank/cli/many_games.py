"""Shared by commands that read or write many games: reports of faulty ones, and files of them."""

import contextlib
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Protocol

from outflank import formats
from outflank.errors import OptionError, OutflankError
from outflank.files import opened_whole
from outflank.formats import files
from outflank.formats.format import AnyFormat, BinaryFormat
from outflank.formats.games import WrittenGames, texts_of, write_each
from outflank.play.record import Record

_SHOWN = 10  # records of which is said on the terminal what is wrong
_BETWEEN_LINES = 120.0  # seconds


class GamesReport(WrittenGames):
    """Reports faults: in a file if there is one, the first of them on standard error."""

    def __init__(self, file: BinaryIO | None):
        super().__init__()
        self._file = file
        self._waiting: list[str] = []
        self.first: OutflankError | None = None
        self.n_bad = self.n_odd = self.n_missing = 0

    def missing(self, error: OutflankError) -> None:
        """A file cannot be read at all."""
        self.n_missing += 1
        self.first = self.first or error
        self._line(str(error))

    def bad(self, error: OutflankError) -> None:
        """A game is left out."""
        self.n_bad += 1
        self.first = self.first or error
        self._line(str(error))

    def odd(self, note: str) -> None:
        """A game is odd, and converted all the same."""
        self.n_odd += 1
        self._line(note)

    def refuse(self, error: OutflankError) -> None:
        """A game does not fit into the format, and is left out."""
        self.bad(error)

    def change(self, record: Record, lost: str) -> None:
        """A game is written in another form than it was."""
        self.odd(f"{record.player(0) or '?'} against {record.player(1) or '?'}: {lost}")

    def end(self) -> None:
        """All games were looked at. Raises the first error if none could be written."""
        if not self.n_written and self.first is not None:
            raise self.first

    def _line(self, text: str) -> None:
        if self._file is not None:
            self._file.write(f"{text}\n".encode())
        if len(self._waiting) < _SHOWN:
            self._waiting.append(text)

    def close(self, done: str) -> None:
        """Say what was wrong and what was left behind, once all is `done`, of which these words tell."""
        for line in self.lines():
            print(f"outflank: {line}", file=sys.stderr)
        if not self.n_bad and not self.n_odd and not self.n_missing:
            return
        for text in self._waiting:
            print(f"outflank: {text}", file=sys.stderr)
        n_more = self.n_bad + self.n_odd + self.n_missing - len(self._waiting)
        more = f", of which {n_more:,} are not shown here" if n_more else ""
        odd = f", {self.n_odd:,} odd" if self.n_odd else ""
        noun = "file" if self.n_missing == 1 else "files"
        missing = f", {self.n_missing:,} {noun} not read" if self.n_missing else ""
        print(f"{done}, {self.n_bad:,} left out{odd}{missing}{more}", file=sys.stderr)


@contextlib.contextmanager
def opened_report(path: str | None) -> Iterator[BinaryIO | None]:
    """The file for a report, which appears under its name at the end, whatever that is; None for none.

    Raises OutflankError.
    """
    if path is None:
        yield None
        return
    ended: BaseException | None = None
    with files.writing(path), opened_whole(Path(path)) as file:
        try:
            yield file
        except BaseException as error:  # what was wrong by then is worth knowing
            ended = error
    if ended is not None:
        raise ended


class Show(Protocol):
    """The callback of `bar`."""

    def __call__(self, n_done: int, n_games: int | None = None, words: str = "", /) -> object:
        """So many games are done; of how many, if that has changed; with words behind it."""


@contextlib.contextmanager
def bar(doing: str, n_games: int | None = None) -> Iterator[Show]:
    """A bar on standard error with the time left, which is told how many games are done.

    Where standard error is no terminal, it prints a line every two minutes.
    """
    if not sys.stderr.isatty():
        yield _TimedLines(doing, n_games)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn(doing),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, speed_estimate_period=600) as progress:
        task = progress.add_task("", total=n_games)
        yield lambda n_done, n_games=None, words="": progress.update(
            task, completed=n_done, total=n_games, description=words
        )


class _TimedLines:
    """A line now and then with how many games are done, and the time left."""

    def __init__(self, doing: str, n_games: int | None):
        self._doing, self._n_games = doing, n_games
        self._began = self._told = time.monotonic()
        self._first: int | None = None  # how many were done at the beginning

    def __call__(self, n_done: int, n_games: int | None = None, words: str = "") -> None:
        from outflank.search.estimate import in_words

        now = time.monotonic()
        if self._first is None:
            self._first, self._began = n_done, now
        if now - self._told < _BETWEEN_LINES:
            return
        self._told = now
        n_games = n_games or self._n_games
        left = ""
        if n_games is not None and n_done > self._first:
            left = f", about {in_words((now - self._began) / (n_done - self._first) * (n_games - n_done))} left"
        of = "" if n_games is None else f" of {n_games:,}"
        print(f"{self._doing}: {n_done:,}{of}{left}{words and f', {words}'}", file=sys.stderr, flush=True)


def watched_bytes(paths: Sequence[str]) -> int | None:
    """Number of bytes in some files, None if no person is watching, or one of them is standard input."""
    if not sys.stderr.isatty() or "-" in paths:
        return None
    return sum(Path(path).stat().st_size for path in paths if files.exists(path) and Path(path).is_file())


# --- what is written ------------------------------------------------------------------------------------------------


def format_called(name: str) -> str:
    """The name of a format, or of the one whose files have this extension. Raises OptionError."""
    found = formats.with_extension(f".{name.lower().removeprefix('.')}")
    if name not in formats.names() and found:
        return found[0]
    formats.format_named(name)
    return name


def write_records(records: Iterator[Record], format_: AnyFormat, output: str, report: GamesReport) -> None:
    """Write a file, or standard output, at once or not at all. Raises OutflankError if nothing fits into it."""
    if output != "-":
        write_each(records, format_, Path(output), report)
    elif isinstance(format_, BinaryFormat):
        raise OptionError(f"{format_.noun} cannot go to standard output: name a file")
    else:
        for text in texts_of(records, format_, report):
            sys.stdout.write(text)
