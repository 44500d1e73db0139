"""Texts with many games, of any format: a game that cannot be read does not stand in the way of the others.

>>> [found.record is not None for found in read("f5d6c3\\nf5a1\\nf5f6")]
[True, False, True]
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from outflank.errors import OutflankError, ParseError
from outflank.formats import text as any_text
from outflank.play import formats
from outflank.play.places import LIMIT
from outflank.play.record import Record

_SAVED = re.compile(r"^%[ \t]*Outflank\b[^\n]*\bgame[ \t]*$", re.MULTILINE | re.IGNORECASE)
_BRACKETS = re.compile(r"\[(?:[^\]\\]|\\.)*+\]|[()]", re.DOTALL)
_BRACKETS_PLAIN = re.compile(r"\[[^\]]*+\]|[()]")
_MOST_BEFORE = 1000  # lines that are no games, before the first that is one


class Found(NamedTuple):
    """A game of a text, or what is wrong with it; `line` is where it begins, from 1, and 0 if not known."""

    line: int
    record: Record | None = None
    error: OutflankError | None = None


def read(text: str) -> Iterator[Found]:
    """The games of a text in their order, those that cannot be read with their error. Raises ParseError for none."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise ParseError("expected games, got nothing")
    name = formats.recognise(text)
    if name in ("ggf", "sgf"):
        return _each(_trees(text, _BRACKETS if name == "sgf" else _BRACKETS_PLAIN))
    if len(_SAVED.findall(text)) > 1:
        starts = [found.start() for found in _SAVED.finditer(text)]
        return _each(_cut(text, starts))
    return _lines(text)


def _each(pieces: Iterable[tuple[int, str]]) -> Iterator[Found]:
    for line, piece in pieces:
        try:
            for record in formats.read(piece):
                yield Found(line, record)
        except OutflankError as error:
            yield Found(line, error=error)


def _cut(text: str, starts: list[int]) -> Iterator[tuple[int, str]]:
    line = 1 + text.count("\n", 0, starts[0])
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield line, text[start:end]
        line += text.count("\n", start, end)


def _trees(text: str, brackets: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """What stands in parentheses, these in brackets aside."""
    depth, start, line, counted = 0, 0, 1, 0
    for mark in brackets.finditer(text):
        if mark[0] == "(":
            if depth == 0:
                start = mark.start()
                line += text.count("\n", counted, start)
                counted = start
            depth += 1
        elif mark[0] == ")" and depth:
            depth -= 1
            if depth == 0:
                yield line, text[start : mark.end()]
    if depth:
        yield line, text[start : start + LIMIT]


def _lines(text: str) -> Iterator[Found]:
    """One game over several lines, or several, one a line; or else what there is in any text."""
    if len(text) <= LIMIT:
        try:
            yield from [Found(0, record) for record in formats.read(text)]
            return
        except OutflankError:
            pass  # line by line it can be said what is wrong with which
    numbered = ((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())
    found = _each((number, line) for number, line in numbered if not line.startswith("%"))
    first = []  # up to the first game: there may be none
    for each in found:
        first.append(each)
        if each.record is not None:
            yield from first
            yield from found
            return
        if len(first) >= _MOST_BEFORE:
            raise ParseError(f"expected games, got none in the first {_MOST_BEFORE:,} lines")
    yield Found(0, any_text.read(text).record)
