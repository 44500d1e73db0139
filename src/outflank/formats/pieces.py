"""Split long files into pieces that contain one game each, so that reading many games takes little memory."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from outflank.formats.format import Cut
from outflank.formats.places import LIMIT
from outflank.formats.streams import LONGEST


class Part(NamedTuple):
    """A line or part of a line, with its line number. `begins` is True if a new piece starts here."""

    line: int
    text: str
    begins: bool


def gathered(parts: Iterable[Part]) -> Iterator[tuple[int, str]]:
    """Join parts into pieces, and yield each piece with the number of its first line.

    Blank parts between pieces are dropped.

    A piece longer than `LONGEST` is truncated to one character more than that, so that readers reject it.
    """
    texts: list[str] = []
    start = length = 0
    for line, text, begins in parts:
        if begins and texts:
            yield start, "".join(texts)
            texts, length = [], 0
        if texts or text.strip():
            if not texts:
                text, start = text.lstrip(), line
            texts.append(text[: LONGEST + 1 - length])
            length += len(texts[-1])
    if texts:
        yield start, "".join(texts)


_MARKS = {True: re.compile(r"[\[()]"), False: re.compile(r"[\[)]|\(\s*;")}
_IN_VALUE = {True: re.compile(r"\\.|\]"), False: re.compile(r"\]")}
GAME = re.compile(r"\s*+(?:[0-9]{1,3}\s*+)?\(\s*+;\s*+(?:GM|FF|CA|AP|PC|PB)\s*+\[")
_NUMBER = re.compile(r"[0-9]{0,3}")


def trees(lines: Iterable[str], *, nests: bool) -> Iterator[tuple[int, str]]:
    """Split a text into games that are enclosed in parentheses and have values in square brackets, as in GGF and SGF.

    A number may precede each game. If `nests` is True, games may contain variations in parentheses, and a backslash in
    a value escapes the next character. Other text before a game becomes a separate piece. A game without a closing
    parenthesis ends where the next game begins.
    """
    return gathered(_tree_parts(lines, nests))


def _tree_parts(lines: Iterable[str], nests: bool) -> Iterator[Part]:
    depth = length = 0
    begins, is_value = True, False
    before = ""  # text before a game in earlier lines
    for n, line in enumerate(lines, 1):
        if ((depth and not is_value) or length > LIMIT) and GAME.match(line):
            depth, begins, is_value = 0, True, False
        start = at = 0
        while mark := (_IN_VALUE if is_value else _MARKS)[nests].search(line, at):
            at = mark.end()
            if is_value:
                is_value = mark[0] != "]"
            elif mark[0] == "[":
                is_value = depth > 0
            elif mark[0] == ")":
                depth = max(0, depth - 1)
                if depth == 0:
                    yield Part(n, line[start:at], begins)
                    start, length, begins = at, 0, True
            else:
                if depth == 0 or not nests:
                    if depth or not _NUMBER.fullmatch((before + line[start : mark.start()]).strip()):
                        yield Part(n, line[start : mark.start()], begins)
                        start, begins = mark.start(), True
                    before, depth, length = "", 0, 0
                depth += 1
        if start < len(line):
            yield Part(n, line[start:], begins)
            begins = False
        length += len(line) - start
        before = "" if depth else (before + line[start:]).strip()[:9]


def before(beginning: re.Pattern[str]) -> Cut:
    """Create a function that splits a text before every line that matches `beginning`."""

    def cut(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
        return gathered(Part(n, line, beginning.match(line) is not None) for n, line in enumerate(lines, 1))

    return cut
