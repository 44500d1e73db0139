"""Split another program's output into lines, even if it arrives in arbitrary pieces or contains invalid bytes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from outflank.errors import ParseError
from outflank.formats.places import LIMIT, line_of

_START = 200  # first characters of an unreadable line, enough to recognise its command


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A line that is not readable text: its first characters, and the reason why it cannot be read."""

    start: str
    reason: str


def lines_of(read: Callable[[], bytes]) -> Iterator[str | Unreadable]:
    """Yield complete lines from the bytes that `read` returns, until `read` returns no more bytes."""
    held, is_too_long = b"", False
    while piece := read():
        *complete, rest = piece.split(b"\n")
        for line in complete:
            yield _line(held + line, is_too_long=is_too_long)
            held, is_too_long = b"", False
        held += rest
        if len(held) > LIMIT:
            held, is_too_long = held[:_START], True
    if is_too_long or held:
        yield _line(held, is_too_long=is_too_long)


def _line(line: bytes, *, is_too_long: bool) -> str | Unreadable:
    if is_too_long or len(line) > LIMIT:
        reason = f"expected at most {LIMIT:,} characters per line, got more"
        return Unreadable(line[:_START].decode("latin-1"), reason)
    try:
        return line_of(line, _encoding(line)).rstrip("\r")
    except ParseError as error:
        return Unreadable(line[:_START].decode("latin-1"), error.message)


def _encoding(line: bytes) -> str:
    """Return the encoding of a line: UTF-8 if the line is valid in it, and otherwise Latin-1.

    Older Windows programs write player names in Latin-1.
    """
    try:
        line.decode()
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8"
