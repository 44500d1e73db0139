"""Look up formats by name, recognise the format of a text or a file, and read and write texts.

A *format* is a `Format`, or a `BinaryFormat` for files that are not text. It is declared as an entry point in the group
``outflank.formats``, so adding a format takes one module and one line of configuration. A text is read by the first
format that recognises it. Entry points have no order, so each format declares its own position with `order`.
`formats.streams` reads files of any length.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import PurePath
from typing import Any

from outflank import plugins
from outflank.errors import OptionError, OutflankError, ParseError, excerpt, quoted_path
from outflank.formats.format import AnyFormat, BinaryFormat, Format
from outflank.play.game import GameKind
from outflank.play.record import Record


def names() -> tuple[str, ...]:
    """Names of all available formats, in the order in which they are tried."""
    return tuple(_formats())


def format_named(name: str) -> AnyFormat:
    """Look up a format by name. Raises OptionError if the name is unknown or the format fails to load."""
    if name not in plugins.names(plugins.FORMATS):
        error = OptionError("expected a format ({names}), got {name}", names=", ".join(names()), name=excerpt(name))
        raise error.suggesting(name, names())
    return _load(name)


def with_extension(extension: str) -> tuple[str, ...]:
    """Names of the formats that use a file extension such as ``.ggf``."""
    return tuple(name for name, format_ in _formats().items() if extension in format_.extensions)


def that_hold(kind: GameKind[Any]) -> tuple[str, ...]:
    """Names of the formats that can store the given kind of game, in the order in which they are tried."""
    return tuple(name for name, format_ in _formats().items() if issubclass(kind.positions, format_.holds))


def text_format(name: str) -> Format:
    """Look up a text format by name. Raises OptionError if the name is unknown or belongs to a binary format."""
    format_ = format_named(name)
    if isinstance(format_, Format):
        return format_
    texts = ", ".join(each for each, row in _formats().items() if isinstance(row, Format))
    raise OptionError("expected a text format ({texts}), got the binary format {name}", texts=texts, name=name)


def _load(name: str) -> AnyFormat:
    try:
        found = plugins.load(plugins.FORMATS, name)
    except Exception as error:  # code from another package may fail in any way
        reason = excerpt(f"{type(error).__name__}: {error}", 120)
        raise OptionError("the format {name} cannot be loaded: {reason}", name=excerpt(name), reason=reason) from error
    if not isinstance(found, AnyFormat):
        raise OptionError(
            "the format {name} is invalid: expected a Format, got {value}",
            name=excerpt(name),
            value=excerpt(repr(found), 60),
        )
    return found


@cache
def _formats() -> Mapping[str, AnyFormat]:
    """Load all formats, and return them by name. Formats that fail to load are omitted."""
    found: dict[str, AnyFormat] = {}
    for name in plugins.names(plugins.FORMATS):
        try:
            found[name] = _load(name)
        except OptionError:
            continue
    return dict(sorted(found.items(), key=lambda item: (item[1].order, item[0])))


def recognise(text: str, extension: str = "", among: Iterable[str] | None = None) -> str | None:
    """Name of the format of a text, or None if no format in `among` recognises it.

    By default, all text formats are tried.

    The first format that recognises the text wins, unless it is one that accepts many other texts too. In that case,
    the format of the file extension is preferred, provided that it can read the text or the first format cannot. If no
    format recognises the text, the file extension decides. The extension ``.txt`` is ignored.
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
    if rows[found].order == 0 or (can_read(rows[found], text) and not can_read(rows[meant], text)):
        return found
    return meant


def can_read(format_: Format, text: str) -> bool:
    """True if the format can read the text, not counting an incomplete last line."""
    try:
        return bool(format_.read(text[: text.rfind("\n") + 1] or text, None))
    except OutflankError:
        return False


def recognise_bytes(head: bytes) -> str | None:
    """Name of the binary format that recognises the first bytes of a file, or None if no format does."""
    for name, format_ in _formats().items():
        if isinstance(format_, BinaryFormat) and format_.recognises(head):
            return name
    return None


def read(
    text: str, *, source: str | None = None, extension: str = "", among: Iterable[str] | None = None
) -> list[Record]:
    """Read all games in a text in any format. Raises ParseError if the text is unreadable or contains no games."""
    name = recognise(text, extension, among)
    if name is None:
        if not text.strip():
            raise ParseError("expected a board, a transcript or a saved game, but the text is empty", source=source)
        raise ParseError(
            "expected a board, a transcript or a saved game, got {text}", source=source, text=excerpt(text.strip(), 60)
        )
    return read_as(name, text, source)


def read_as(name: str, text: str, source: str | None = None) -> list[Record]:
    """Read all games in a text in the format `name`.

    Raises ParseError if the text is unreadable or contains no games.
    """
    records = text_format(name).read(text, source)
    if not records:
        raise ParseError("expected a position or a game, got only comments", source=source)
    return records


def write(records: Sequence[Record], to: str) -> str:
    """Write games as text in the format `to`.

    Raises OptionError for an unknown format, and OutflankError for games that the format cannot store.
    """
    for record in records:
        format_named(to).check_holds(record)
    return text_format(to).write(records)


def format_of(path: str | PurePath, preferred: Iterable[str] = ()) -> str:
    """Name of the format in which a file is written, chosen by the file extension.

    If several formats use the extension, a format in `preferred` is chosen if possible. Raises OptionError if no format
    uses the extension.
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
