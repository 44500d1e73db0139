"""Formats: how texts and files are recognised, read as records, and written; of any kind of game.

A *format* is an object of `Format`, or of `BinaryFormat` if its files are no text, declared as an entry point of the
group ``outflank.formats``: a new one is a file and a line. The first that recognises a text reads it; `order` says who
is asked first, since entry points come in no order of their own. `play.streams` reads files of any length.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePath
from typing import BinaryIO, NamedTuple

from outflank import plugins
from outflank.errors import OptionError, OutflankError, ParseError, excerpt, quoted_path
from outflank.play.record import Record
from outflank.text import Text

SAID = ("variations", "comments", "signs", "circles", "arrows", "marks", "values", "analyses", "times", "times left")
"""What may be known of a game besides its moves, in the order in which it is told that a format cannot hold it.

Analyses are values of moves that were not made; marks are those that are neither circles nor arrows; times left are
those of clocks.
"""


class Found(NamedTuple):
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


@dataclass(frozen=True, slots=True)
class Format:
    """A format of texts: how they are recognised, read and written. `read` takes the text and its source's name.

    `noun` is what one record is called in a sentence. `read` raises ParseError, `write` OutflankError for what does not
    fit in. `order` is 0 for a format with a signature of its own, more for one that many texts look like. `holds` is
    the class of the positions that can be written in it, or several. A long file is read piece by piece if there is a
    `cut`, each piece a text of the format, and so it is if every record is a line of its own, `by_line`. What is
    written may be of any number of records, one after the other, unless it is `single`. A line that `begins` so ends
    what is in another format before. A format of `boards` holds positions, and no moves. Of `SAID` it `keeps` some, and
    of a record it `loses` some `headers`, or anything else that is named so; `left_behind` tells all of it.
    """

    noun: str
    description: str
    extensions: tuple[str, ...]
    recognises: Callable[[str], bool]
    read: Callable[[str, str | None], list[Record]]
    write: Callable[[Sequence[Record]], str]
    order: int = 0
    holds: type | tuple[type, ...] = object
    keeps: frozenset[str] = frozenset()
    cut: Cut | None = None
    begins: re.Pattern[str] | None = None
    by_line: bool = False
    single: bool = False
    boards: bool = False
    loses: Callable[[Record], Iterable[str]] = lambda record: headers(record)


@dataclass(frozen=True, slots=True)
class BinaryFormat:
    """A format of files that are no text. `recognises` looks at the first bytes of one.

    `read` gives the records of an open file, one after the other, as many as there are whole; what is wrong with the
    file is the error of one of them. Its path is for files that go with it, None if it lies nowhere. `write` writes a
    file, and others beside it if they go with it; it raises OutflankError for what does not fit in, as `check` does for
    a record that never does; that says what of a record gets lost, nothing if nothing does. Where all games of a file
    get the year of the first, `year_of` gives that of a record. `beside` are the extensions of the files that go with
    one.
    """

    noun: str
    description: str
    extensions: tuple[str, ...]
    recognises: Callable[[bytes], bool]
    read: Callable[[BinaryIO, Path | None], Iterator[Found]]
    write: Callable[[Iterable[Record], Path], None]
    check: Callable[[Record], str] = lambda _record: ""
    order: int = 0
    holds: type | tuple[type, ...] = object
    keeps: frozenset[str] = frozenset()
    year_of: Callable[[Record], str] = lambda _record: ""
    loses: Callable[[Record], Iterable[str]] = lambda record: headers(record)
    beside: tuple[str, ...] = ()


AnyFormat = Format | BinaryFormat


def written_beside(format_: AnyFormat) -> tuple[str, ...]:
    """The extensions of the files that are written along with one in a format."""
    return format_.beside if isinstance(format_, BinaryFormat) else ()


def names() -> tuple[str, ...]:
    """The names of all formats that can be loaded, in the order in which they are asked."""
    return tuple(_formats())


def format_named(name: str) -> AnyFormat:
    """The format of a name. Raises OptionError for a name that is none, and for a format that fails to load."""
    if name not in plugins.names(plugins.FORMATS):
        error = OptionError("expected a format ({names}), got {name}", names=", ".join(names()), name=excerpt(name))
        raise error.suggesting(name, names())
    return _load(name)


def with_extension(extension: str) -> tuple[str, ...]:
    """The names of the formats whose files have an extension such as ``.ggf``."""
    return tuple(name for name, format_ in _formats().items() if extension in format_.extensions)


def that_hold(positions: type) -> tuple[str, ...]:
    """The names of the formats that can hold positions of a class, in the order in which they are asked."""
    return tuple(name for name, format_ in _formats().items() if issubclass(positions, format_.holds))


def text_format(name: str) -> Format:
    """The format of texts of a name. Raises OptionError, also for a format of files that are no text."""
    format_ = format_named(name)
    if isinstance(format_, Format):
        return format_
    texts = ", ".join(each for each, row in _formats().items() if isinstance(row, Format))
    raise OptionError("expected a format of texts ({texts}), got {name}, whose files are none", texts=texts, name=name)


def texts() -> tuple[Format, ...]:
    """All formats of texts, in the order in which they are asked."""
    return tuple(row for row in _formats().values() if isinstance(row, Format))


def _load(name: str) -> AnyFormat:
    try:
        found = plugins.load(plugins.FORMATS, name)
    except Exception as error:  # another package's code may fail in any way
        reason = excerpt(f"{type(error).__name__}: {error}", 120)
        raise OptionError("the format {name} cannot be loaded: {reason}", name=excerpt(name), reason=reason) from error
    if not isinstance(found, AnyFormat):
        raise OptionError(
            "the format {name} is none: expected a Format, got {value}",
            name=excerpt(name),
            value=excerpt(repr(found), 60),
        )
    return found


@cache
def _formats() -> Mapping[str, AnyFormat]:
    """All formats that can be loaded: one that cannot does not stand in the way of the others."""
    found: dict[str, AnyFormat] = {}
    for name in plugins.names(plugins.FORMATS):
        try:
            found[name] = _load(name)
        except OptionError:
            continue
    return dict(sorted(found.items(), key=lambda item: (item[1].order, item[0])))


def recognise(text: str, extension: str = "", among: Iterable[str] | None = None) -> str | None:
    """The name of the format that a text is in, None if it looks like none of those `among` which it may be.

    That is the first whose `recognises` says so. Where none does, or where many texts look like that format, the
    extension of the file says what was meant if the text can be read so; but ``.txt`` says nothing.
    """
    asked = None if among is None else set(among)
    rows = {
        name: row for name, row in _formats().items() if (asked is None or name in asked) and isinstance(row, Format)
    }
    found = next((name for name, row in rows.items() if row.recognises(text)), None)
    meant = next(
        (name for name, row in rows.items() if extension not in ("", ".txt") and extension in row.extensions), None
    )
    if found is None or meant in (None, found):
        return found or meant
    if rows[found].order == 0 or (_reads(rows[found], text) and not _reads(rows[meant], text)):
        return found
    return meant


def _reads(format_: Format, text: str) -> bool:
    """True if a text can be read in a format, as far as it goes in whole lines."""
    try:
        return bool(format_.read(text[: text.rfind("\n") + 1] or text, None))
    except OutflankError:
        return False


def recognise_bytes(head: bytes) -> str | None:
    """The name of the format that a file is in which is no text, by its first bytes; None if it looks like none."""
    for name, format_ in _formats().items():
        if isinstance(format_, BinaryFormat) and format_.recognises(head):
            return name
    return None


def read(
    text: str, *, source: str | None = None, extension: str = "", among: Iterable[str] | None = None
) -> list[Record]:
    """All games of a text in any format, at least one. Raises ParseError."""
    name = recognise(text, extension, among)
    if name is None:
        if not text.strip():
            raise ParseError("expected a board, a transcript or a saved game, but the text is empty", source=source)
        raise ParseError(
            "expected a board, a transcript or a saved game, got {text}", source=source, text=excerpt(text.strip(), 60)
        )
    records = text_format(name).read(text, source)
    if not records:
        raise ParseError("expected a position or a game, got only comments", source=source)
    return records


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


def write(records: Sequence[Record], to: str) -> str:
    """The text of some games in the format named `to`.

    Raises OptionError for a name that is none, OutflankError for what does not fit into the format.
    """
    for record in records:
        check_holds(format_named(to), record)
    return text_format(to).write(records)


def check_holds(format_: AnyFormat, record: Record) -> None:
    """Raise OutflankError if a format has no room for games of this kind."""
    if not isinstance(record.tree.root.position, format_.holds):
        raise OutflankError("{noun} cannot hold a game of {kind}", noun=Text(format_.noun), kind=record.kind.title)


def left_behind(format_: AnyFormat, record: Record) -> tuple[str, ...]:
    """The parts of a record that a format does not hold: its moves, those of `SAID`, and headers by their names."""
    loses_moves = isinstance(format_, Format) and format_.boards and record.tree.root.children
    return (
        *(["moves"] if loses_moves else []),
        *(said for said in _said(record) if said not in format_.keeps),
        *format_.loses(record),
    )


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


def _said(record: Record) -> Iterator[str]:
    """What there is besides the moves of the main line."""
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


def all_but(*kept: str) -> Callable[[Record], Iterable[str]]:
    """Gives of a record the `headers` that are not among those that a format has kept."""
    return lambda record: (name for name in headers(record) if name not in kept)


def convert(text: str, to: str, *, source: str | None = None) -> str:
    """A text of any format in the format named `to`. Raises ParseError, or OutflankError for what does not fit in."""
    return write(read(text, source=source), to)


def format_of(path: str | PurePath, preferred: Iterable[str] = ()) -> str:
    """The name of the format that a file to be written is in, by its extension; one of `preferred` if there is one.

    Raises OptionError.
    """
    found = with_extension(PurePath(path).suffix.lower())
    if not found:
        extensions = dict.fromkeys(extension for row in _formats().values() for extension in row.extensions)
        raise OptionError(
            "expected a file name that ends in {known}, got {path}",
            known=", ".join(extensions),
            path=quoted_path(path),
        ).suggesting(PurePath(path).suffix, extensions)
    return next((name for name in preferred if name in found), found[0])
