"""Places in a text, and limits of its length.

Readers blank out the text they have understood instead of removing it, so offsets into the rest stay valid and late
errors still have the right line and column.
"""

import re
from collections.abc import Mapping

from outflank.errors import ParseError
from outflank.rules.drawn import blank

LIMIT = 100_000
"""Most characters of the text of a game, or of one line of a file."""

MOST_BYTES = 4 * LIMIT
"""Most bytes of such a text: a UTF-8 character takes at most four."""

_COMMENT = re.compile(r"^[ \t]*+%.*", re.MULTILINE)


def check_length(text: str, source: str | None = None, limit: int = LIMIT) -> None:
    """Raise ParseError if a text is too long to be a game."""
    if len(text) > limit:
        raise ParseError(
            "expected at most {most} characters, got {length}",
            source=source,
            most=f"{limit:,}",
            length=f"{len(text):,}",
        )


def line_of(data: bytes, encoding: str = "utf-8") -> str:
    """Decode a line, or the first `MOST_BYTES` of it. Raises ParseError for bytes that are not text."""
    try:
        line = data.decode(encoding)
    except UnicodeDecodeError as error:
        if len(data) < MOST_BYTES:
            column = len(data[: error.start].decode()) + 1
            raise ParseError("expected text in UTF-8, got text in another encoding", column=column) from None
        line = data.decode(errors="replace")  # cut inside a character, or worse: too long anyway
    if "\0" in line:
        raise ParseError("expected text, got a zero byte", column=line.index("\0") + 1)
    if len(line) > LIMIT:
        raise ParseError("expected at most {most} characters a line, got more", most=f"{LIMIT:,}")
    return line


def error_at(message: str, text: str, offset: int, source: str | None = None) -> ParseError:
    """Error at an offset into `text`."""
    line = text.count("\n", 0, offset) + 1
    column = offset - text.rfind("\n", 0, offset)
    return ParseError(message, source=source, line=line, column=column)


def blank_comments(text: str) -> str:
    """Replace lines that begin with ``%`` by spaces."""
    return _COMMENT.sub(lambda comment: blank(comment[0]), text)


def one_line(text: str) -> str:
    """Join `text` to one line of printable characters, with single spaces."""
    return " ".join("".join(letter for letter in text if letter.isprintable() or letter.isspace()).split())


def headers_of(text: str, *names: str) -> dict[str, tuple[str, int]]:
    """Read headers such as ``% Date: 2026-11-21``: for each name the value and the line number.

    Missing `names` have empty values.
    """
    headers = dict.fromkeys(names, ("", 0))
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("%"):
            key, _, value = line[1:].partition(":")
            headers[key.strip().lower()] = value.strip(), number
    return headers


def header_lines(headers: Mapping[str, str]) -> list[str]:
    """Write nonempty headers for `headers_of`."""
    return [f"% {key}: {one_line(value)}" for key, value in headers.items() if value]
