"""Descriptions of file formats: how to recognise, read and write each one, and which details of a game it can store.

`FileFormat.keeps` declares these details, and `FileFormat.left_behind` derives from it the warnings about lost data.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

from outflank.errors import OutflankError, ParseError
from outflank.play.record import Record
from outflank.rules import Position
from outflank.text import Text

SAID = ("variations", "comments", "signs", "circles", "arrows", "marks", "values", "analyses", "times", "times left")
"""Kinds of data other than moves that a game can contain. Warnings about lost data list them in this order.

*analyses* are the values of a position's moves, whether or not they were played; *marks* are all marks except circles
and arrows; *times left* are clock readings.
"""

HEADERS = ("variant", "names", "date", "place", "result")
"""Facts about a game as a whole. Warnings about lost data list them in this order, after those of `SAID`.

*variant* is a kind of game other than Othello; *result* is the result of a game that did not end on the board.
"""


class GameInFile(NamedTuple):
    """A record from a file, or the error that explains why the record cannot be read."""

    line: int = 0
    """Line on which the record starts, counting from 1, or 0 if the line is unknown."""

    record: Record | None = None
    """The record, or None if it is unreadable."""

    error: OutflankError | None = None
    """Reason why the record is unreadable."""

    note: str = ""
    """Note about anything unusual in a readable record; empty if there is nothing to report."""

    unnamed: tuple[str, str, str] | None = None
    """Players and place as they would be read without name files, for a format that uses such files; None for other
    formats.
    """

    def place(self, number: int) -> Text:
        """Describe for users where the record is in the file.

        `number` is the position of the record, counting from 1.
        """
        if self.line:
            return Text("game {number}, line {line}", number=number, line=self.line)
        return Text("game {number}", number=number)


Cut = Callable[[Iterable[str]], Iterator[tuple[int, str]]]
"""Splits a long text, given as lines or parts of lines, into texts that contain one record each. Yields each text with
the number of its first line. Only one record is in memory at a time, and a record that is too long is truncated.
"""


@dataclass(frozen=True, slots=True)
class FileFormat:
    """Base class of text and binary formats."""

    noun: str
    """Noun phrase for one record, such as "a game in GGF"."""

    description: str
    """Short description of the file's contents."""

    extensions: tuple[str, ...]
    """File extensions, including the dot."""

    _: KW_ONLY
    order: int = 0
    """Priority during recognition: formats with lower numbers are tried first. A format with a clear signature has 0,
    and a format that many texts resemble has a higher number.
    """

    holds: type | tuple[type, ...] = object
    """Position classes that the format can store."""

    keeps: frozenset[str] = frozenset()
    """Items of `SAID` and `HEADERS` that the format can store."""

    keeps_tag: Callable[[str], bool] = lambda _name: False
    """Return True if the format can store the record tag with this name."""

    loses: Callable[[Record], Iterable[str]] = lambda _record: ()
    """List further details of a record that the format cannot store, such as a part of an item in `keeps`."""

    boards: bool = False
    """True if the format stores positions, but not the moves of a game."""

    beside: tuple[str, ...] = ()
    """Extensions of the additional files that are written next to the main file."""

    def check_holds(self, record: Record) -> None:
        """Raise OutflankError unless the format can store the kind of game that the record contains."""
        if not isinstance(record.tree.root.position, self.holds):
            raise OutflankError("{noun} cannot hold a game of {kind}", noun=Text(self.noun), kind=record.kind.title)

    def left_behind(self, record: Record) -> tuple[str, ...]:
        """List the details of a record that the format cannot store.

        These are moves, items of `SAID` and `HEADERS`, names of tags, and the details that `loses` lists.
        """
        return (
            *(["moves"] if self.boards and record.tree.root.children else []),
            *(said for said in (*_said(record), *_headers(record)) if said not in self.keeps),
            *(name for name, value in record.tags.items() if value and not self.keeps_tag(name)),
            *self.loses(record),
        )


@dataclass(frozen=True, slots=True)
class Format(FileFormat):
    """A text format.

    Long files are split into records by `cut`, or read one line at a time if `by_line` is True.
    """

    recognises: Callable[[str], bool]
    """Return True if the text looks like this format."""

    read: Callable[[str, str | None], list[Record]]
    """Read the records in a text. The second argument is the name of the text in error messages. Raises ParseError."""

    write: Callable[[Sequence[Record]], str]
    """Write records as text. Raises OutflankError for games that the format cannot store."""

    _: KW_ONLY
    cut: Cut | None = None
    """Function that splits a long text into texts with one record each, or None if the format has no such function."""

    by_line: bool = False
    """True if every line of a file is a separate record."""

    single: bool = False
    """True if a file always contains exactly one record."""


@dataclass(frozen=True, slots=True)
class BinaryFormat(FileFormat):
    """A binary file format."""

    recognises: Callable[[bytes], bool]
    """Return True if the first bytes of a file look like this format."""

    read: Callable[[BinaryIO, Path | None], Iterator[GameInFile]]
    """Yield the records in an open file, or their errors. The path, if there is one, is used to look for accompanying
    files.
    """

    write: Callable[[Iterable[Record], Path], None]
    """Write a file and, for some formats, accompanying files. Raises OutflankError for games that the format cannot
    store.
    """

    check: Callable[[Record], str] = lambda _record: ""
    """Describe how a record changes when it is written; empty if it does not change. Raises OutflankError if the format
    cannot store the record.
    """

    _: KW_ONLY
    year_of: Callable[[Record], str] = lambda _record: ""
    """Return the year of a record, for a format in which every game in a file gets the year of the first game."""


AnyFormat = Format | BinaryFormat


def only(records: Sequence[Record], *, source: str | None = None) -> Record:
    """Return the only record in a sequence. Raises ParseError if there are several records or none."""
    if len(records) != 1:
        raise ParseError("expected one game or position, got {number}", source=source, number=len(records))
    return records[0]


def only_one(records: Sequence[Record], rule: str) -> Record:
    """Return the only record in a sequence, for a format that can store only one.

    Raises OutflankError if there are several records or none. The error quotes `rule`, a sentence such as "a picture
    shows one position".
    """
    if len(records) != 1:
        raise OutflankError("{rule}, got {value}", rule=rule, value="several" if records else "none")
    return records[0]


def _said(record: Record) -> Iterator[str]:
    """Yield the items of `SAID` that a record contains."""
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


def _headers(record: Record) -> Iterator[str]:
    """Yield the items of `HEADERS` that a record contains."""
    there = {
        "variant": record.kind.name != Position.game,
        "names": any(record.players),
        "date": record.date != "",
        "place": record.place != "",
        "result": record.result != "" or record.resigned is not None,
    }
    return (name for name in HEADERS if there[name])
