"""A file that is one object in JSON, of which one field is a long list: read item by item, in little memory.

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
"""Characters of one item, and of one field."""

_BLOCK = 1 << 16
_LIST = object()
_BEHIND = tuple(",]}: \t\r\n")  # what may follow a value
_SPACE = " \t\r\n"


def fields(file: BinaryIO, name: str) -> dict[str, Any]:
    """All fields of the object in a file but the list of this name. Raises ParseError if it has no such list."""
    text, found, has_list = _Text(file), {}, False
    for field, value in _read(text, name):
        if value is _LIST:
            has_list = True
        elif field is not None:
            found[field] = value
    if not has_list:
        raise ParseError("expected a file of {name}, got an object in JSON without a list of {name}", name=name)
    return found


def items(file: BinaryIO, name: str) -> Iterator[Any]:
    """The items of the list of this name. Raises ParseError."""
    return (value for field, value in _read(_Text(file), name) if field is None)


def _read(text: "_Text", name: str) -> Iterator[tuple[str | None, Any]]:
    """The fields as they come; for the list `_LIST`, and then its items without a name."""
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
    """The text of a file from its beginning, no more of which is in memory than one value."""

    def __init__(self, file: BinaryIO):
        file.seek(0)
        self._file, self._decode = file, codecs.getincrementaldecoder("utf-8-sig")()
        self._values = json.JSONDecoder(parse_constant=no_number)
        self._text, self._at = "", 0

    def peek(self) -> str:
        """The next character that is no space, empty at the end."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in _SPACE:
                    return self._text[self._at]
                self._at += 1
            if not self._more():
                return ""

    def expect(self, character: str) -> None:
        """Go behind a character. Raises ParseError if it does not come."""
        if self.peek() != character:
            raise ParseError("this is no JSON: expected {character}", character=repr(character))
        self._at += 1

    def next_of(self, characters: str, separator: str) -> str:
        """The next of some characters, behind a separator if there is one. Raises ParseError for any other."""
        if self.peek() == separator:
            self._at += 1
        if (found := self.peek()) not in characters or not found:
            raise ParseError("this is no JSON: expected one of {characters}", characters=characters)
        return found

    def value(self) -> Any:
        """The next value. Raises ParseError."""
        self.peek()
        while True:
            try:
                value, end = self._values.raw_decode(self._text, self._at)
                if self._text[end : end + 1] in _BEHIND or not self._more():  # a number may go on
                    self._at = end
                    return value
            except RecursionError:
                raise ParseError("brackets are nested too deep") from None
            except ValueError as error:
                if not self._more():
                    raise ParseError("this is no JSON: {error}", error=error) from None

    def _more(self) -> bool:
        """Read as much again as there is; whether there was anything."""
        rest = self._text[self._at :]
        if len(rest) > LONGEST:
            raise ParseError("expected values of at most {most} characters, got a longer one", most=f"{LONGEST:,}")
        data = self._file.read(max(_BLOCK, len(rest)))
        try:
            self._text, self._at = rest + self._decode.decode(data, final=not data), 0
        except UnicodeDecodeError:
            raise ParseError("expected text in UTF-8: this is no file of games") from None
        return bool(data)


def no_number(text: str) -> None:
    """Refuse `NaN` and infinity, which Python's JSON takes for numbers. Raises ValueError."""
    raise ValueError(f"{text} is no number")
