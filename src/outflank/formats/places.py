"""Where in a text something stands, and how long a text may be.

The readers blank out what they have understood instead of cutting it away, so that an offset into what is left is an
offset into the whole, and an error found late still names the right line and column.
"""

import re
from collections.abc import Mapping

from outflank.errors import ParseError
from outflank.rules.drawn import blank

LIMIT = 100_000
"""The most characters that the text of a game, or one line of a file, may have."""

MOST_BYTES = 4 * LIMIT
"""What such a text may take: no character takes more than four in UTF-8."""

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
    """A line of a file, or as many of its bytes as are read at once, as text. Raises ParseError for what is no text."""
    try:
        line = data.decode(encoding)
    except UnicodeDecodeError as error:
        if len(data) < MOST_BYTES:
            column = len(data[: error.start].decode()) + 1
            raise ParseError("expected text in UTF-8, got text in another encoding", column=column) from None
        line = data.decode(errors="replace")  # cut in the middle of a character, or worse: too long anyhow
    if "\0" in line:
        raise ParseError("expected text, got a zero byte", column=line.index("\0") + 1)
    if len(line) > LIMIT:
        raise ParseError("expected at most {most} characters a line, got more", most=f"{LIMIT:,}")
    return line


def error_at(message: str, text: str, offset: int, source: str | None = None) -> ParseError:
    """The error that stands at an offset into `text`."""
    line = text.count("\n", 0, offset) + 1
    column = offset - text.rfind("\n", 0, offset)
    return ParseError(message, source=source, line=line, column=column)


def blank_comments(text: str) -> str:
    """`text` with spaces for the lines that begin with ``%``."""
    return _COMMENT.sub(lambda comment: blank(comment[0]), text)


def one_line(text: str) -> str:
    """`text` on one line, without what cannot be printed, and with single spaces."""
    return " ".join("".join(letter for letter in text if letter.isprintable() or letter.isspace()).split())


def headers_of(text: str, *names: str) -> dict[str, tuple[str, int]]:
    """The headers of a saved file, lines such as ``% Date: 2026-11-21``: of each its value and the number of its line.

    Those of `names` that are not there are empty.
    """
    headers = dict.fromkeys(names, ("", 0))
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("%"):
            key, _, value = line[1:].partition(":")
            headers[key.strip().lower()] = value.strip(), number
    return headers


def header_lines(headers: Mapping[str, str]) -> list[str]:
    """Headers as `headers_of` reads them, without those that are empty."""
    return [f"% {key}: {one_line(value)}" for key, value in headers.items() if value]
