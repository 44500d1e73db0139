"""SGF, the smart game format: games with variations, comments, signs, marks and values.

>>> record, = read("(;GM[2]PB[Ann]PW[Bob];B[f5](;W[d6]C[parallel])(;W[f6]))")
>>> [node.move for node in record.tree.root.children[0].children]
['d6', 'f6']

A game is a tree in parentheses. Each node starts with ``;`` and contains properties, whose values are in square
brackets. The first node describes the start of the game, and may also contain moves. Othello is game number 2,
``GM[2]``. Squares are written with their usual names, but pairs of letters as in Go, which Quarry writes, can also be
read. The following properties are extensions by Outflank:

- ``RU``, the rules: the game in the Othello family that is played;
- ``ET``: the seconds spent on a move;
- ``VB``: the basis of the move's value ``V``;
- ``VS``: the values of all analysed moves in a position (see `formats.notes`);
- ``HD``: other headers that have no SGF property, each as ``NAME:value``.

Unknown properties are mentioned in the record's notes.
"""

import re
from collections.abc import Iterable, Iterator

from outflank.errors import ParseError
from outflank.formats import ggf, pieces
from outflank.formats.format import HEADERS, SAID, Format
from outflank.formats.places import check_length
from outflank.formats.sgf_game import Property, SgfGame
from outflank.formats.sgf_writing import write
from outflank.formats.streams import LONGEST
from outflank.formats.tagged import Source
from outflank.play.record import Record
from outflank.rules import AntiPosition, Position

__all__ = ["FORMAT", "cut", "read", "recognises", "write"]

_OPENING = re.compile(r"\s*+\(\s*+;")
_TOKEN = re.compile(r"\s*+(?:([();])|([A-Za-z]++)|\[((?:[^\]\\]++|\\.)*+)\])", re.DOTALL)
_ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)


def read(text: str, source: str | None = None) -> list[Record]:
    """Read all games in the text. Raises ParseError with the line and column."""
    check_length(text, source, LONGEST)
    whole = Source(text, source)
    records: list[Record] = []
    game: SgfGame | None = None
    for mark, offset, node in _tokens(whole):
        if game is None:
            if mark != "(":
                raise whole.unexpected("expected a game, which begins with (;, got {found}", offset)
            game = SgfGame(whole, offset)
        elif mark == "(":
            game.branch()
        elif mark == ")":
            if game.close():
                records.append(game.record())
                game = None
        else:
            try:
                game.add(node)
            except ParseError as error:
                error.so_far = game.so_far
                raise
    if game is not None:
        raise whole.unexpected("expected ) at the end of a game, got {found}", len(text))
    return records


def cut(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Split the lines of a text into games, and yield each with the number of its first line, counting from 1."""
    return pieces.trees(lines, nests=True)


def recognises(text: str) -> bool:
    """True if the text begins with a game in this format."""
    return _OPENING.match(text) is not None and not ggf.recognises(text)


def _tokens(source: Source) -> Iterator[tuple[str, int, list[Property]]]:
    """Yield each parenthesis or node with its offset and, for a node, its properties. A node is yielded as ``;``."""
    text = source.text
    at, end = 0, len(text.rstrip())
    node: list[Property] | None = None
    began = 0
    while at < end:
        token = _TOKEN.match(text, at)
        if token is None:
            raise source.unexpected("expected a move such as ;B[f5], or the end of the game, got {found}", at)
        mark, name, value = token[1], token[2], token[3]
        offset = token.start(token.lastindex or 0)
        at = token.end()
        if mark is not None:
            if node is not None:
                yield ";", began, node
            node, began = ([], offset) if mark == ";" else (None, offset)
            if mark != ";":
                yield mark, offset, []
        elif node is None or (value is not None and not node):
            raise source.unexpected("expected a node, which begins with ;, got {found}", token.start())
        elif name is not None:
            node.append(Property("".join(filter(str.isupper, name)) or name.upper(), [], offset))
        else:
            node[-1].values.append(_ESCAPED.sub(_unescaped, value))
    if node is not None:
        yield ";", began, node


def _unescaped(escape: re.Match[str]) -> str:
    return "" if escape[1] in ("\n", "\r\n", "\n\r") else escape[1]


FORMAT = Format(
    "a game in SGF",
    "games in the smart game format, with variations, comments, signs, marks, names and values",
    (".sgf",),
    recognises,
    read,
    write,
    cut=cut,
    holds=(Position, AntiPosition),  # named by a property
    keeps=frozenset((*SAID, *HEADERS)),
    keeps_tag=lambda _name: True,
)
