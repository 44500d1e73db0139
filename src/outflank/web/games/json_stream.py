"""A reader for a file with one JSON object that contains a long list; reads item by item, in little memory.

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
"""Most characters of one item or field."""

_BLOCK = 1 << 16
_LIST = object()
_BEHIND = tuple(",]}: \t\r\n")  # what may follow a value
_SPACE = " \t\r\n"


def fields(file: BinaryIO, name: str) -> dict[str, Any]:
    """All fields of the object in a file except the list `name`. Raises ParseError if it has no such list."""
    text, found, has_list = _Text(file), {}, False
    for field, value in _read(text, name):
        if value is _LIST:
            has_list = True
        elif field is not None:
            found[field] = value
    if not has_list:
        raise ParseError("expected a file of {name}, got a JSON object without a list of {name}", name=name)
    return found


def items(file: BinaryIO, name: str) -> Iterator[Any]:
    """The items of the list `name`. Raises ParseError."""
    return (value for field, value in _read(_Text(file), name) if field is None)


def _read(text: "_Text", name: str) -> Iterator[tuple[str | None, Any]]:
    """Yield the fields in order; for the list, yield `_LIST` and then each item with None as its name."""
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
    """The text of a file, with little more than one value in memory at a time."""

    def __init__(self, file: BinaryIO):
        file.seek(0)
        self._file, self._decode = file, codecs.getincrementaldecoder("utf-8-sig")()
        self._values = json.JSONDecoder(parse_constant=no_number)
        self._text, self._at = "", 0

    def peek(self) -> str:
        """The next character that is not a space; empty at the end."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in _SPACE:
                    return self._text[self._at]
                self._at += 1
            if not self._more():
                return ""

    def expect(self, character: str) -> None:
        """Skip a character. Raises ParseError for any other."""
        if self.peek() != character:
            raise ParseError("this is not JSON: expected {character}", character=repr(character))
        self._at += 1

    def next_of(self, characters: str, separator: str) -> str:
        """Skip an optional separator and return the next of some characters. Raises ParseError for any other."""
        if self.peek() == separator:
            self._at += 1
        if (found := self.peek()) not in characters or not found:
            raise ParseError("this is not JSON: expected one of {characters}", characters=characters)
        return found

    def value(self) -> Any:
        """Read the next value. Raises ParseError."""
        self.peek()
        while True:
            try:
                value, end = self._values.raw_decode(self._text, self._at)
                if self._text[end : end + 1] in _BEHIND or not self._more():  # a number may continue
                    self._at = end
                    return value
            except RecursionError:
                raise ParseError("brackets are nested too deeply") from None
            except ValueError as error:
                if not self._more():
                    raise ParseError("this is not JSON: {error}", error=error) from None

    def _more(self) -> bool:
        """Read another block, at least as long as the text in memory; False at the end of the file."""
        rest = self._text[self._at :]
        if len(rest) > LONGEST:
            raise ParseError("expected values of at most {most} characters, got a longer one", most=f"{LONGEST:,}")
        data = self._file.read(max(_BLOCK, len(rest)))
        try:
            self._text, self._at = rest + self._decode.decode(data, final=not data), 0
        except UnicodeDecodeError:
            raise ParseError("expected text in UTF-8: this is not a file of games") from None
        return bool(data)


def no_number(text: str) -> None:
    """Refuse `NaN` and infinity, which Python's JSON reader accepts. Raises ValueError."""
    raise ValueError(f"{text} is not a number")
