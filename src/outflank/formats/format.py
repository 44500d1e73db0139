"""A format: how a text or a file is recognised, read as records and written, and what of a game it has room for."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

from outflank.errors import OutflankError, ParseError
from outflank.play.record import Record
from outflank.text import Text

SAID = ("variations", "comments", "signs", "circles", "arrows", "marks", "values", "analyses", "times", "times left")
"""Data of a game besides its moves, in the order in which a format names those that it cannot hold.

Analyses are values of moves that were not made; marks are those that are neither circles nor arrows; times left are
those of clocks.
"""


class GameInFile(NamedTuple):
    """A record of a file, or what is wrong with it; `line` is where it begins, from 1, and 0 if not known.

    `note` says what is odd about a record that could be read all the same. Where a file has numbers for names that lie
    in other files, `unnamed` is what players and place are called without these.
    """

    line: int = 0
    record: Record | None = None
    error: OutflankError | None = None
    note: str = ""
    unnamed: tuple[str, str, str] | None = None

    def place(self, number: int) -> Text:
        """The place of the record of a number from 1, for people."""
        if self.line:
            return Text("game {number}, line {line}", number=number, line=self.line)
        return Text("game {number}", number=number)


Cut = Callable[[Iterable[str]], Iterator[tuple[int, str]]]
"""Cuts a long text, which comes in lines or pieces of them, into texts of one record each, with the number of the line
that each begins in. It never holds more than one of them, and cuts off what is too long for one."""


def headers(record: Record) -> tuple[str, ...]:
    """The names of what is known of a game as a whole: of its tags, in words of the others."""
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
    """The base of formats of texts and of other files.

    `noun` is what one record is called in a sentence. `order` is 0 for a format with a signature of its own, more for
    one that many texts look like. `holds` is the class of the positions that can be written in it, or several. A format
    of `boards` holds positions, and no moves. Of `SAID` it `keeps` some, and of a record it `loses` some `headers`, or
    anything else that is named so. `beside` are the extensions of the files that are written along with one.
    """

    noun: str
    description: str
    extensions: tuple[str, ...]
    _: KW_ONLY
    order: int = 0
    holds: type | tuple[type, ...] = object
    keeps: frozenset[str] = frozenset()
    loses: Callable[[Record], Iterable[str]] = headers
    boards: bool = False
    beside: tuple[str, ...] = ()

    def check_holds(self, record: Record) -> None:
        """Raise OutflankError if the format has no room for games of this kind."""
        if not isinstance(record.tree.root.position, self.holds):
            raise OutflankError("{noun} cannot hold a game of {kind}", noun=Text(self.noun), kind=record.kind.title)

    def left_behind(self, record: Record) -> tuple[str, ...]:
        """The parts of a record that the format does not hold: its moves, those of `SAID`, and headers by names."""
        return (
            *(["moves"] if self.boards and record.tree.root.children else []),
            *(said for said in _said(record) if said not in self.keeps),
            *self.loses(record),
        )


@dataclass(frozen=True, slots=True)
class Format(FileFormat):
    """A format of texts: how they are recognised, read and written. `read` takes the text and its source's name.

    `read` raises ParseError, `write` OutflankError for what does not fit in. A long file is read piece by piece if
    there is a `cut`, each piece a text of the format, and so it is if every record is a line of its own, `by_line`.
    What is written may be of any number of records, one after the other, unless it is `single`.
    """

    recognises: Callable[[str], bool]
    read: Callable[[str, str | None], list[Record]]
    write: Callable[[Sequence[Record]], str]
    _: KW_ONLY
    cut: Cut | None = None
    by_line: bool = False
    single: bool = False


@dataclass(frozen=True, slots=True)
class BinaryFormat(FileFormat):
    """A format of files that are no text. `recognises` looks at the first bytes of one.

    `read` gives the records of an open file, one after the other, as many as there are whole; what is wrong with the
    file is the error of one of them. Its path is for files that go with it, None if it lies nowhere. `write` writes a
    file, and others beside it if they go with it; it raises OutflankError for what does not fit in, as `check` does for
    a record that never does; that says what of a record gets lost, nothing if nothing does. Where all games of a file
    get the year of the first, `year_of` gives that of a record.
    """

    recognises: Callable[[bytes], bool]
    read: Callable[[BinaryIO, Path | None], Iterator[GameInFile]]
    write: Callable[[Iterable[Record], Path], None]
    check: Callable[[Record], str] = lambda _record: ""
    _: KW_ONLY
    year_of: Callable[[Record], str] = lambda _record: ""


AnyFormat = Format | BinaryFormat


def only(records: Sequence[Record], *, source: str | None = None) -> Record:
    """The one record that there is. Raises ParseError if there are more."""
    if len(records) != 1:
        raise ParseError("expected one game or position, got {number}", source=source, number=len(records))
    return records[0]


def only_one(records: Sequence[Record], rule: str) -> Record:
    """The one record that a format can write. Raises OutflankError, with the rule of the format, for any other number.

    `rule` is a sentence such as "a picture shows one position".
    """
    if len(records) != 1:
        raise OutflankError("{rule}, got {value}", rule=rule, value="several" if records else "none")
    return records[0]


def all_but(*kept: str) -> Callable[[Record], Iterable[str]]:
    """Gives of a record the `headers` that are not among those that a format has kept."""
    return lambda record: (name for name in headers(record) if name not in kept)


def _said(record: Record) -> Iterator[str]:
    """The data besides the moves of the main line."""
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
