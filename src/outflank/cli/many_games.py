"""Problem reports, progress displays and output files for commands that process many games."""

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

_SHOWN = 10  # most problems that are printed
_BETWEEN_LINES = 120.0  # seconds


class GamesReport(WrittenGames):
    """Reports problems: the first few on standard error, and all of them in a file if one was opened."""

    def __init__(self, file: BinaryIO | None):
        super().__init__()
        self._file = file
        self._waiting: list[str] = []
        self.first: OutflankError | None = None
        self.n_bad = self.n_odd = self.n_missing = 0

    def missing(self, error: OutflankError) -> None:
        """Report a file that could not be opened."""
        self.n_missing += 1
        self.first = self.first or error
        self._line(str(error))

    def bad(self, error: OutflankError) -> None:
        """Report a game that was left out."""
        self.n_bad += 1
        self.first = self.first or error
        self._line(str(error))

    def odd(self, note: str) -> None:
        """Report something unusual about a game that was accepted."""
        self.n_odd += 1
        self._line(note)

    def refuse(self, error: OutflankError) -> None:
        """Report a game that was left out because the output format cannot store it."""
        self.bad(error)

    def change(self, record: Record, lost: str) -> None:
        """Report a game that was written incompletely. `lost` describes the missing parts."""
        self.odd(f"{record.player(0) or '?'} against {record.player(1) or '?'}: {lost}")

    def end(self) -> None:
        """Finish the report. Raises the first error if no game was written."""
        if not self.n_written and self.first is not None:
            raise self.first

    def _line(self, text: str) -> None:
        if self._file is not None:
            self._file.write(f"{text}\n".encode())
        if len(self._waiting) < _SHOWN:
            self._waiting.append(text)

    def close(self, summary: str) -> None:
        """Print the problems, followed by `summary` and the counts."""
        for line in self.lines():
            print(f"outflank: {line}", file=sys.stderr)
        if not self.n_bad and not self.n_odd and not self.n_missing:
            return
        for text in self._waiting:
            print(f"outflank: {text}", file=sys.stderr)
        n_more = self.n_bad + self.n_odd + self.n_missing - len(self._waiting)
        more = f", {n_more:,} of them not shown here" if n_more else ""
        odd = f", {self.n_odd:,} odd" if self.n_odd else ""
        noun = "file" if self.n_missing == 1 else "files"
        missing = f", {self.n_missing:,} {noun} not read" if self.n_missing else ""
        print(f"{summary}, {self.n_bad:,} left out{odd}{missing}{more}", file=sys.stderr)


@contextlib.contextmanager
def opened_report(path: str | None) -> Iterator[BinaryIO | None]:
    """Open a report file. It gets its final name when it is closed, even after an error.

    Yields None if `path` is None. Raises OutflankError if the file cannot be written.
    """
    if path is None:
        yield None
        return
    ended: BaseException | None = None
    with files.writing(path), opened_whole(Path(path)) as file:
        try:
            yield file
        except BaseException as error:  # save the problems so far
            ended = error
    if ended is not None:
        raise ended


class Show(Protocol):
    """Type of the callback that `bar` yields."""

    def __call__(self, n_done: int, n_games: int | None = None, words: str = "", /) -> object:
        """Show the number of finished games, followed by `words`. `n_games` replaces the total number."""


@contextlib.contextmanager
def bar(doing: str, n_games: int | None = None) -> Iterator[Show]:
    """Show a progress bar and the remaining time on standard error, and yield a callback that updates it.

    If standard error is not a terminal, a line is printed every two minutes instead.
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
    """Prints a line every two minutes with the number of finished games and the remaining time."""

    def __init__(self, doing: str, n_games: int | None):
        self._doing, self._n_games = doing, n_games
        self._began = self._printed = time.monotonic()
        self._first: int | None = None  # games that were already finished at the start

    def __call__(self, n_done: int, n_games: int | None = None, words: str = "") -> None:
        from outflank.search.estimate import in_words

        now = time.monotonic()
        if self._first is None:
            self._first, self._began = n_done, now
        if now - self._printed < _BETWEEN_LINES:
            return
        self._printed = now
        n_games = n_games or self._n_games
        left = ""
        if n_games is not None and n_done > self._first:
            left = f", about {in_words((now - self._began) / (n_done - self._first) * (n_games - n_done))} left"
        of = "" if n_games is None else f" of {n_games:,}"
        print(f"{self._doing}: {n_done:,}{of}{left}{words and f', {words}'}", file=sys.stderr, flush=True)


def watched_bytes(paths: Sequence[str]) -> int | None:
    """Total size of the input files; None if one is standard input, or if no terminal can show the progress."""
    if not sys.stderr.isatty() or "-" in paths:
        return None
    return sum(Path(path).stat().st_size for path in paths if files.exists(path) and Path(path).is_file())


# --- output ---------------------------------------------------------------------------------------------------------


def format_called(name: str) -> str:
    """Look up a format by its name or file extension, and return its name. Raises OptionError if there is none."""
    with_extension = formats.with_extension(f".{name.lower().removeprefix('.')}")
    if name not in formats.names() and with_extension:
        return with_extension[0]
    formats.format_named(name)
    return name


def write_records(records: Iterator[Record], format_: AnyFormat, output: str, report: GamesReport) -> None:
    """Write records to a file or to standard output. A file is written completely or not at all.

    Raises OutflankError if the format can store none of the records.
    """
    if output != "-":
        write_each(records, format_, Path(output), report)
    elif isinstance(format_, BinaryFormat):
        raise OptionError(f"{format_.noun} cannot go to standard output: name a file")
    else:
        for text in texts_of(records, format_, report):
            sys.stdout.write(text)
