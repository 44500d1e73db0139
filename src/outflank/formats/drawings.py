"""Split a text that contains several board drawings, so that each drawing is in a piece with its moves and words.

>>> one, other = ". . . .\\n. O X .\\n. X O .\\n. . . .\\n", ".XX.\\n.OX.\\n.XO.\\n....\\nWhite to move\\n"
>>> [piece.line for piece in cut(f"{one}\\n{other}")]
[0, 5]
"""

import re
from itertools import pairwise
from typing import NamedTuple

from outflank.errors import ParseError
from outflank.formats import prose
from outflank.formats.places import blank_comments
from outflank.play.moves import plain
from outflank.rules import drawn
from outflank.rules.labels import side_in

_PARAGRAPH = re.compile(r"(?:.*\S.*(?:\n|$))+")


class Piece(NamedTuple):
    """A piece of a text, and the number of lines that precede it."""

    text: str
    line: int


def cut(text: str) -> list[Piece]:
    """Split the text into pieces with one board drawing each.

    If there are fewer than two drawings, the text is not split.

    Moves belong to the board above them. So do paragraphs of words, unless the text begins with words: in that case,
    paragraphs of words belong to the board below them.
    """
    simple = blank_comments(plain(text))
    begins = [begin for found in _PARAGRAPH.finditer(simple) for begin in _begins(simple, found.start(), found.end())]
    parts = [simple[begin:end] for begin, end in pairwise([*begins, len(simple)])]
    boards = [_end_of_board(part) > 0 for part in parts]
    if sum(boards) < 2:
        return [Piece(text, 0)]
    edges: list[int] = []
    head: int | None = None  # start of the words above the next board
    for begin, part, is_board in zip(begins, parts, boards, strict=True):
        if is_board:
            edges.append(begin if head is None else head)
            head = None
        elif prose.holds_moves(part):
            head = None
        elif not boards[0] and head is None:
            head = begin
    edges = [0, *edges[1:], len(text)]
    return [Piece(text[edge:end], text.count("\n", 0, edge)) for edge, end in pairwise(edges)]


def _begins(text: str, begin: int, end: int) -> list[int]:
    """Return the offsets at which to split a paragraph so that each part has at most one board drawing."""
    found = [begin]
    while size := _end_of_board(text[found[-1] : end]):
        rest = found[-1] + size
        while rest < end and _belongs_above(line := text[rest:end].partition("\n")[0]):
            rest += len(line) + 1
        if rest >= end or not _end_of_board(text[rest:end]):
            break
        found.append(rest)
    return found


def _belongs_above(line: str) -> bool:
    return prose.holds_moves(line) or side_in(line) is not None


def _end_of_board(text: str) -> int:
    """Return the offset of the line below the first board drawing, or 0 if there is no drawing."""
    try:
        return drawn.end(text)
    except ParseError:  # reading it will report the error
        return len(text)
