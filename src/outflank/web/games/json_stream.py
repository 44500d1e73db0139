"""An incremental parser for a file that contains one JSON object with a very long list.

It parses the list item by item, so it needs little memory.

>>> import io
>>> file = io.BytesIO(b'{"version": 1, "games": [{"a": 1}, 2], "more": []}')
>>> fields(file, "games"), list(items(file, "games"))
({'version': 1, 'more': []}, [{'a': 1}, 2])
"""

import codecs
import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from outflank.errors import ParseError

LONGEST = 2_000_000
"""Maximum number of characters in one list item or field."""

_BLOCK = 1 << 16
_LIST = object()
_BEHIND = tuple(",]}: \t\r\n")  # the characters that may follow a value
_SPACE = " \t\r\n"


def fields(file: BinaryIO, name: str) -> dict[str, Any]:
    """Return all fields of the file's JSON object except the list called `name`.

    Raises ParseError if the object does not contain this list, or if the file is not JSON.
    """
    text, found, has_list = _Text(file), {}, False
    for field, value in _read(text, name):
        if value is _LIST:
            has_list = True
        elif field is not None:
            found[field] = value
    if not has_list:
        raise ParseError("expected a JSON object with a list of {name}, got an object without such a list", name=name)
    return found


def items(file: BinaryIO, name: str) -> Iterator[Any]:
    """Yield the items of the list called `name`. Raises ParseError if the file is not JSON."""
    return (value for field, value in _read(_Text(file), name) if field is None)


def _read(text: "_Text", name: str) -> Iterator[tuple[str | None, Any]]:
    """Yield the name and value of each field in the file.

    For the long list, first yield its name with `_LIST`, then yield each item with None as its name.
    """
    text.expect("{")
    while text.next_of('"}', ",") == '"':
        field = text.value()
        text.expect(":")
        if field == name and text.peek() == "[":
            yield name, _LIST
            text.expect("[")
            while text.peek() != "]":
                yield None, text.value()
                if text.peek() != "]":
                    text.expect(",")
            text.expect("]")
        else:
            yield str(field), text.value()


class _Text:
    """The text of a file, read in blocks so that little more than one value is in memory."""

    def __init__(self, file: BinaryIO):
        file.seek(0)
        self._file, self._decode = file, codecs.getincrementaldecoder("utf-8-sig")()
        self._values = json.JSONDecoder(parse_constant=no_number)
        self._text, self._at = "", 0

    def peek(self) -> str:
        """Return the next character that is not whitespace, or an empty string at the end of the file."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in _SPACE:
                    return self._text[self._at]
                self._at += 1
            if not self._more():
                return ""

    def expect(self, character: str) -> None:
        """Skip the next character. Raises ParseError if it is not `character`."""
        if self.peek() != character:
            raise ParseError("this is not JSON: expected {character}", character=repr(character))
        self._at += 1

    def next_of(self, characters: str, separator: str) -> str:
        """Skip the separator, if there is one, and return the next character without consuming it.

        Raises ParseError if this character is not in `characters`.
        """
        if self.peek() == separator:
            self._at += 1
        if (found := self.peek()) not in characters or not found:
            raise ParseError("this is not JSON: expected one of {characters}", characters=characters)
        return found

    def value(self) -> Any:
        """Parse the next value. Raises ParseError if it is malformed or too long."""
        self.peek()
        while True:
            try:
                value, end = self._values.raw_decode(self._text, self._at)
                if self._text[end : end + 1] in _BEHIND or not self._more():  # a number may continue in the next block
                    self._at = end
                    return value
            except RecursionError:
                raise ParseError("brackets are nested too deeply") from None
            except ValueError as error:
                if not self._more():
                    raise ParseError("this is not JSON: {error}", error=error) from None

    def _more(self) -> bool:
        """Read another block, at least as long as the text still in memory. Returns False at the end of the file.

        Raises ParseError if the text in memory is already too long.
        """
        rest = self._text[self._at :]
        if len(rest) > LONGEST:
            raise ParseError("expected values of at most {most} characters, got a longer one", most=f"{LONGEST:,}")
        data = self._file.read(max(_BLOCK, len(rest)))
        try:
            self._text, self._at = rest + self._decode.decode(data, final=not data), 0
        except UnicodeDecodeError:
            raise ParseError("expected UTF-8 text: this is not a game file") from None
        return bool(data)


def no_number(text: str) -> None:
    """Raise ValueError for `NaN` and infinities, which Python's JSON parser would otherwise accept."""
    raise ValueError(f"{text} is not a number")
