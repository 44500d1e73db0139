"""File formats: how to recognise, read and write them, and the details of a game that each can hold."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

from outflank.errors import OutflankError, ParseError
from outflank.play.record import Record
from outflank.text import Text

SAID = ("variations", "comments", "signs", "circles", "arrows", "marks", "values", "analyses", "times", "times left")
"""Data of a game besides its moves, in the order for messages about losses.

Analyses are values of moves that were not played; marks exclude circles and arrows; times left are those on clocks.
"""


class GameInFile(NamedTuple):
    """A record of a file, or the error in it."""

    line: int = 0
    """Line where it begins, from 1; 0 if unknown."""

    record: Record | None = None
    """The record; None if it is unreadable."""

    error: OutflankError | None = None
    """Reason why it is unreadable."""

    note: str = ""
    """Oddity of a readable record, in words."""

    unnamed: tuple[str, str, str] | None = None
    """Players and place without the files of names beside this file, where the format has such."""

    def place(self, number: int) -> Text:
        """Place of a record in the file, for people; `number` counts from 1."""
        if self.line:
            return Text("game {number}, line {line}", number=number, line=self.line)
        return Text("game {number}", number=number)


Cut = Callable[[Iterable[str]], Iterator[tuple[int, str]]]
"""Splits a long text, given in lines or parts of lines, into texts of one record each, with the number of the first
line. It holds one at a time, and truncates records that are too long."""


def headers(record: Record) -> tuple[str, ...]:
    """Names of the details of a game as a whole: *names*, *date*, *place*, *result* and its tags."""
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
    """Base of text and binary formats."""

    noun: str
    """Noun for one record in a sentence."""

    description: str
    """Contents in a few words."""

    extensions: tuple[str, ...]
    """File extensions, with the dot."""

    _: KW_ONLY
    order: int = 0
    """0 for a format with a clear signature, more for one that many texts resemble."""

    holds: type | tuple[type, ...] = object
    """Classes of positions that it can hold."""

    keeps: frozenset[str] = frozenset()
    """Parts of `SAID` that it keeps."""

    loses: Callable[[Record], Iterable[str]] = headers
    """Function for the names of headers and other details of a record that it loses."""

    boards: bool = False
    """True if it holds positions without moves."""

    beside: tuple[str, ...] = ()
    """Extensions of files written along with one."""

    def check_holds(self, record: Record) -> None:
        """Raise OutflankError unless the format can hold games of this kind."""
        if not isinstance(record.tree.root.position, self.holds):
            raise OutflankError("{noun} cannot hold a game of {kind}", noun=Text(self.noun), kind=record.kind.title)

    def left_behind(self, record: Record) -> tuple[str, ...]:
        """Parts of a record that the format loses: moves, parts of `SAID`, and headers."""
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
    """Return True if a text looks like this format."""

    read: Callable[[str, str | None], list[Record]]
    """Read a text, given its name for errors. Raises ParseError."""

    write: Callable[[Sequence[Record]], str]
    """Write records. Raises OutflankError for games that the format cannot hold."""

    _: KW_ONLY
    cut: Cut | None = None
    """Split a long text into texts of one record each."""

    by_line: bool = False
    """True if every line is a record."""

    single: bool = False
    """True if a file holds exactly one record."""


@dataclass(frozen=True, slots=True)
class BinaryFormat(FileFormat):
    """A format of binary files."""

    recognises: Callable[[bytes], bool]
    """Return True if the first bytes of a file look like this format."""

    read: Callable[[BinaryIO, Path | None], Iterator[GameInFile]]
    """Yield the records of an open file, with errors for bad ones; its path, if any, leads to files beside it."""

    write: Callable[[Iterable[Record], Path], None]
    """Write a file, and files beside it. Raises OutflankError for games that the format cannot hold."""

    check: Callable[[Record], str] = lambda _record: ""
    """Describe the changes to a record, empty for none. Raises OutflankError if the format cannot hold it."""

    _: KW_ONLY
    year_of: Callable[[Record], str] = lambda _record: ""
    """Year of a record, in a format where all games of a file get the year of the first."""


AnyFormat = Format | BinaryFormat


def only(records: Sequence[Record], *, source: str | None = None) -> Record:
    """Return the only record. Raises ParseError if there are more or none."""
    if len(records) != 1:
        raise ParseError("expected one game or position, got {number}", source=source, number=len(records))
    return records[0]


def only_one(records: Sequence[Record], rule: str) -> Record:
    """Return the only record, for a format that holds one. Raises OutflankError otherwise, with the rule.

    `rule` is a sentence such as "a picture shows one position".
    """
    if len(records) != 1:
        raise OutflankError("{rule}, got {value}", rule=rule, value="several" if records else "none")
    return records[0]


def all_but(*kept: str) -> Callable[[Record], Iterable[str]]:
    """Make a function that returns a record's `headers` except the kept ones."""
    return lambda record: (name for name in headers(record) if name not in kept)


def _said(record: Record) -> Iterator[str]:
    """Yield the data of a record besides its main line."""
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
