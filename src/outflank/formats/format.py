"""File formats: how to recognise, read and write each one, and which details of a game it can store."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

from outflank.errors import OutflankError, ParseError
from outflank.play.record import Record
from outflank.text import Text

SAID = ("variations", "comments", "signs", "circles", "arrows", "marks", "values", "analyses", "times", "times left")
"""Kinds of data that a game can have besides its moves, in the order in which messages list them as lost.

Analyses are values of the moves in a position, played or not; marks are those other than circles and arrows; times left
are clock readings.
"""


class GameInFile(NamedTuple):
    """A record in a file, or the error that made it unreadable."""

    line: int = 0
    """Line where the record begins, counting from 1; 0 if unknown."""

    record: Record | None = None
    """The record; None if unreadable."""

    error: OutflankError | None = None
    """Reason why the record is unreadable."""

    note: str = ""
    """Description of anything odd about a readable record."""

    unnamed: tuple[str, str, str] | None = None
    """Players and place as they read without the accompanying name files, in a format that has such files."""

    def place(self, number: int) -> Text:
        """Describe for users where a record is in the file; `number` counts from 1."""
        if self.line:
            return Text("game {number}, line {line}", number=number, line=self.line)
        return Text("game {number}", number=number)


Cut = Callable[[Iterable[str]], Iterator[tuple[int, str]]]
"""Splits a long text, given as lines or parts of lines, into texts with one record each, and yields each with its first
line number. It keeps one record in memory at a time, and truncates records that are too long."""


def headers(record: Record) -> tuple[str, ...]:
    """List the details of a game that a record has: *names*, *date*, *place*, *result*, and its tags by name."""
    there = {
        "names": any(record.players),
        "date": record.date != "",
        "place": record.place != "",
        "result": record.result != "" or record.resigned is not None,
    }
    return (
        *(name for name, is_there in there.items() if is_there),
        *(each for each in record.tags if record.tags[each]),
    )


@dataclass(frozen=True, slots=True)
class FileFormat:
    """Base class of text and binary formats."""

    noun: str
    """Noun phrase for one record, for use in sentences."""

    description: str
    """Short description of the contents."""

    extensions: tuple[str, ...]
    """File extensions, including the dot."""

    _: KW_ONLY
    order: int = 0
    """Rank in recognition: 0 for a format with a clear signature, more for one that many texts resemble."""

    holds: type | tuple[type, ...] = object
    """Position classes that the format can store."""

    keeps: frozenset[str] = frozenset()
    """Items of `SAID` that the format keeps."""

    loses: Callable[[Record], Iterable[str]] = headers
    """Function that lists the headers and other details of a record that the format loses."""

    boards: bool = False
    """True if the format stores positions without moves."""

    beside: tuple[str, ...] = ()
    """Extensions of the files that are written alongside the main one."""

    def check_holds(self, record: Record) -> None:
        """Raise OutflankError unless the format can store this kind of game."""
        if not isinstance(record.tree.root.position, self.holds):
            raise OutflankError("{noun} cannot hold a game of {kind}", noun=Text(self.noun), kind=record.kind.title)

    def left_behind(self, record: Record) -> tuple[str, ...]:
        """List the parts of a record that the format loses: moves, items of `SAID`, and headers."""
        return (
            *(["moves"] if self.boards and record.tree.root.children else []),
            *(said for said in _said(record) if said not in self.keeps),
            *self.loses(record),
        )


@dataclass(frozen=True, slots=True)
class Format(FileFormat):
    """A text format.

    Long files are read piece by piece with `cut`, or line by line with `by_line`.
    """

    recognises: Callable[[str], bool]
    """Return True if the text looks like this format."""

    read: Callable[[str, str | None], list[Record]]
    """Read a text, given its name for use in error messages. Raises ParseError."""

    write: Callable[[Sequence[Record]], str]
    """Write records. Raises OutflankError for games that the format cannot store."""

    _: KW_ONLY
    cut: Cut | None = None
    """Split a long text into texts with one record each."""

    by_line: bool = False
    """True if every line is a record."""

    single: bool = False
    """True if a file holds exactly one record."""


@dataclass(frozen=True, slots=True)
class BinaryFormat(FileFormat):
    """A binary file format."""

    recognises: Callable[[bytes], bool]
    """Return True if the first bytes of a file look like this format."""

    read: Callable[[BinaryIO, Path | None], Iterator[GameInFile]]
    """Yield the records in an open file, or their errors; the path, if any, is used to find accompanying files."""

    write: Callable[[Iterable[Record], Path], None]
    """Write a file, and any accompanying files. Raises OutflankError for games that the format cannot store."""

    check: Callable[[Record], str] = lambda _record: ""
    """Describe the changes that writing makes to a record; empty if none. Raises OutflankError if it does not fit."""

    _: KW_ONLY
    year_of: Callable[[Record], str] = lambda _record: ""
    """Year of a record, for a format in which all games in a file get the year of the first."""


AnyFormat = Format | BinaryFormat


def only(records: Sequence[Record], *, source: str | None = None) -> Record:
    """Return the only record. Raises ParseError if there are several or none."""
    if len(records) != 1:
        raise ParseError("expected one game or position, got {number}", source=source, number=len(records))
    return records[0]


def only_one(records: Sequence[Record], rule: str) -> Record:
    """Return the only record, for a format that stores a single one.

    Raises OutflankError, quoting `rule`, if there are several or none. The rule is a sentence such as "a picture shows
    one position".
    """
    if len(records) != 1:
        raise OutflankError("{rule}, got {value}", rule=rule, value="several" if records else "none")
    return records[0]


def all_but(*kept: str) -> Callable[[Record], Iterable[str]]:
    """Make a function that lists a record's `headers`, except those in `kept`."""
    return lambda record: (name for name in headers(record) if name not in kept)


def _said(record: Record) -> Iterator[str]:
    """Yield the items of `SAID` that a record has."""
    nodes = list(record.tree.root.walk())
    shapes = {mark.shape for node in nodes for mark in node.marks}
    there = {
        "variations": any(node.variations for node in nodes),
        "comments": any(node.comment for node in nodes),
        "signs": any(node.sign for node in nodes),
        "circles": "circle" in shapes,
        "arrows": "arrow" in shapes,
        "marks": bool(shapes - {"circle", "arrow"}),
        "values": any(node.value is not None for node in nodes),
        "analyses": any(node.analysis is not None for node in nodes),
        "times": any(node.seconds is not None for node in nodes),
        "times left": any(node.left is not None for node in nodes),
    }
    return (said for said in SAID if there[said])
