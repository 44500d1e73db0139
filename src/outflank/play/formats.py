"""Formats: how texts are recognised, read as records, and written; of any kind of game.

A *format* is an object of `Format`, declared as an entry point of the group ``outflank.formats``: a new one is a file
and a line. The first that recognises a text reads it; `Format.order` says who is asked first, since entry points come
in no order of their own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import PurePath

from outflank import plugins
from outflank.errors import OptionError, OutflankError, ParseError, excerpt
from outflank.play.places import LIMIT
from outflank.play.record import Record


@dataclass(frozen=True, slots=True)
class Format:
    """A format: how its texts are recognised, read and written. `read` takes the text and its source's name.

    `noun` is what one record is called in a sentence. `read` raises ParseError, `write` OutflankError for what does not
    fit in. `order` is 0 for a format with a signature of its own, more for one that many texts look like. `limit` is
    the most characters that a file of it may have, None if any number. `holds` is the class of the positions that can
    be written in it, or several.
    """

    noun: str
    description: str
    extensions: tuple[str, ...]
    recognises: Callable[[str], bool]
    read: Callable[[str, str | None], list[Record]]
    write: Callable[[Sequence[Record]], str]
    order: int = 0
    limit: int | None = LIMIT
    holds: type | tuple[type, ...] = object


def names() -> tuple[str, ...]:
    """The names of all formats that can be loaded, in the order in which they are asked."""
    return tuple(_formats())


def format_named(name: str) -> Format:
    """The format of a name. Raises OptionError for a name that is none, and for a format that fails to load."""
    if name not in plugins.names(plugins.FORMATS):
        raise OptionError(f"expected a format ({', '.join(names())}), got {excerpt(name)}")
    return _load(name)


def with_extension(extension: str) -> tuple[str, ...]:
    """The names of the formats whose files have an extension such as ``.ggf``."""
    return tuple(name for name, format_ in _formats().items() if extension in format_.extensions)


def that_hold(positions: type) -> tuple[str, ...]:
    """The names of the formats that can hold positions of a class, in the order in which they are asked."""
    return tuple(name for name, format_ in _formats().items() if issubclass(positions, format_.holds))


def _load(name: str) -> Format:
    try:
        found = plugins.load(plugins.FORMATS, name)
    except Exception as error:  # another package's code may fail in any way
        reason = excerpt(f"{type(error).__name__}: {error}", 120)
        raise OptionError(f"the format {excerpt(name)} cannot be loaded: {reason}") from error
    if not isinstance(found, Format):
        raise OptionError(f"the format {excerpt(name)} is none: expected a Format, got {excerpt(repr(found), 60)}")
    return found


@cache
def _formats() -> Mapping[str, Format]:
    """All formats that can be loaded: one that cannot does not stand in the way of the others."""
    found: dict[str, Format] = {}
    for name in plugins.names(plugins.FORMATS):
        try:
            found[name] = _load(name)
        except OptionError:
            continue
    return dict(sorted(found.items(), key=lambda item: (item[1].order, item[0])))


def recognise(text: str, extension: str = "", among: Iterable[str] | None = None) -> str | None:
    """The name of the format that a text is in, None if it looks like none of those `among` which it may be.

    That is the first whose `recognises` says so, or whose the extension of the file is; but ``.txt`` says nothing.
    """
    asked = None if among is None else set(among)
    for name, format_ in _formats().items():
        if asked is not None and name not in asked:
            continue
        if format_.recognises(text) or (extension not in ("", ".txt") and extension in format_.extensions):
            return name
    return None


def read(
    text: str, *, source: str | None = None, extension: str = "", among: Iterable[str] | None = None
) -> list[Record]:
    """All games of a text in any format, at least one. Raises ParseError."""
    name = recognise(text, extension, among)
    if name is None:
        what = f"got {excerpt(text.strip(), 60)}" if text.strip() else "but the text is empty"
        raise ParseError(f"expected a board, a transcript or a saved game, {what}", source=source)
    records = format_named(name).read(text, source)
    if not records:
        raise ParseError("expected a position or a game, got only comments", source=source)
    return records


def only(records: Sequence[Record], *, source: str | None = None) -> Record:
    """The one record that there is. Raises ParseError if there are more."""
    if len(records) != 1:
        raise ParseError(f"expected one game or position, got {len(records)}", source=source)
    return records[0]


def only_one(records: Sequence[Record], rule: str) -> Record:
    """The one record that a format can write. Raises OutflankError, with the rule of the format, for any other number.

    `rule` is a sentence such as "a picture shows one position".
    """
    if len(records) != 1:
        raise OutflankError(f"{rule}, got {len(records)}")
    return records[0]


def write(records: Sequence[Record], to: str) -> str:
    """The text of some games in the format named `to`.

    Raises OptionError for a name that is none, OutflankError for what does not fit into the format.
    """
    format_ = format_named(to)
    for record in records:
        if not isinstance(record.tree.root.position, format_.holds):
            raise OutflankError(f"{format_.noun} cannot hold a game of {record.kind.title}")
    return format_.write(records)


def convert(text: str, to: str, *, source: str | None = None) -> str:
    """A text of any format in the format named `to`. Raises ParseError, or OutflankError for what does not fit in."""
    return write(read(text, source=source), to)


def format_of(path: str | PurePath, preferred: Iterable[str] = ()) -> str:
    """The name of the format that a file to be written is in, by its extension; one of `preferred` if there is one.

    Raises OptionError.
    """
    found = with_extension(PurePath(path).suffix.lower())
    if not found:
        known = ", ".join(extension for format_ in _formats().values() for extension in format_.extensions)
        raise OptionError(f"expected a file name that ends in {known}, got {excerpt(str(path), 60)}")
    return next((name for name in preferred if name in found), found[0])
