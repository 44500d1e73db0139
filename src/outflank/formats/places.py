"""Locations in a text, and limits on the length of a text.

Readers do not remove the parts of a text that they have processed; they replace these parts with spaces. Offsets into
the remaining text stay valid, so later errors still report the correct line and column.
"""

import re
from collections.abc import Mapping

from outflank.errors import ParseError
from outflank.rules.drawn import blank

LIMIT = 100_000
"""Maximum number of characters in the text of a game, or in one line of a file."""

MOST_BYTES = 4 * LIMIT
"""Maximum number of bytes in such a text, because a UTF-8 character takes up to four bytes."""

_COMMENT = re.compile(r"^[ \t]*+%.*", re.MULTILINE)


def check_length(text: str, source: str | None = None, limit: int = LIMIT) -> None:
    """Raise ParseError if the text is too long to be a game."""
    if len(text) > limit:
        raise ParseError(
            "expected at most {most} characters, got {length}",
            source=source,
            most=f"{limit:,}",
            length=f"{len(text):,}",
        )


def line_of(data: bytes, encoding: str = "utf-8") -> str:
    """Decode a line from its bytes, which may be cut off after `MOST_BYTES`.

    Raises ParseError if the line is too long or is not text.
    """
    try:
        line = data.decode(encoding)
    except UnicodeDecodeError as error:
        if len(data) < MOST_BYTES:
            column = len(data[: error.start].decode()) + 1
            raise ParseError("expected text in UTF-8, got text in another encoding", column=column) from None
        line = data.decode(errors="replace")  # truncated inside a character, or worse; too long in any case
    if "\0" in line:
        raise ParseError("expected text, got a zero byte", column=line.index("\0") + 1)
    if len(line) > LIMIT:
        raise ParseError("expected at most {most} characters per line, got more", most=f"{LIMIT:,}")
    return line


def error_at(message: str, text: str, offset: int, source: str | None = None) -> ParseError:
    """Create a ParseError for the line and column that correspond to an offset into `text`."""
    line = text.count("\n", 0, offset) + 1
    column = offset - text.rfind("\n", 0, offset)
    return ParseError(message, source=source, line=line, column=column)


def blank_comments(text: str) -> str:
    """Replace each comment (a line that begins with ``%``) with spaces."""
    return _COMMENT.sub(lambda comment: blank(comment[0]), text)


def one_line(text: str) -> str:
    """Convert `text` to a single line, without unprintable characters and with single spaces."""
    return " ".join("".join(letter for letter in text if letter.isprintable() or letter.isspace()).split())


def headers_of(text: str, *names: str) -> dict[str, tuple[str, int]]:
    """Read headers such as ``% Date: 2026-11-21``.

    Maps each header's name, in lower case, to its value and line number. The result always contains the headers in
    `names`; if the text does not contain one of them, its value is empty.
    """
    headers = dict.fromkeys(names, ("", 0))
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("%"):
            key, _, value = line[1:].partition(":")
            headers[key.strip().lower()] = value.strip(), number
    return headers


def header_lines(headers: Mapping[str, str]) -> list[str]:
    """Write each nonempty header as a line that `headers_of` can read."""
    return [f"% {key}: {one_line(value)}" for key, value in headers.items() if value]
