"""PGN, the portable game notation, as written by Othello servers and programs.

>>> record, = read('[Black "Ann"]\\n[White "Bob"]\\n\\n1. f5 d6 {parallel} (1... f6) 2. c3 38-26')
>>> record.players, record.tree.moves, record.result
(('Ann', 'Bob'), ('f5', 'd6', 'c3'), 'Black wins by 12')

A game consists of tags in square brackets, numbered moves, and the result. The result gives the disc counts, Black's
first, as in ``38-26``, or only the winner, as in ``1-0`` if Black wins. A pass is written as ``--``. The ``FEN`` tag
contains the start position, either as a FEN or as a board string. Comments may contain:

- ``[%eval 3.5]``, the value of a move from Black's point of view, or ``[%eval 3.5,17]``, which adds the search depth;
- ``[%emt 00:02.5]``, the time spent on the move;
- ``[%clk 24:57.5]``, the time left;
- circles and arrows (see `formats.notes`).

A sign such as ``!?`` may follow a move, either literally or as a number from ``$1`` to ``$6``. The ``Variant`` tag
names a game in the Othello family. Unknown tags are stored in the record. Lines of other text before the tags or after
the result are skipped.
"""

import re
from collections.abc import Iterable, Iterator

from outflank.errors import OutflankError
from outflank.formats import pieces
from outflank.formats.format import HEADERS, SAID, Format
from outflank.formats.pgn_game import TAG_NAME, PgnGame
from outflank.formats.pgn_writing import write
from outflank.formats.places import check_length
from outflank.formats.streams import LONGEST
from outflank.formats.tagged import Source
from outflank.play.record import Record
from outflank.rules import AntiPosition, Position

__all__ = ["FORMAT", "cut", "read", "recognises", "write"]

_TAG = r'\[\s*+(?P<tag>[A-Za-z0-9_]{1,40})\s*+"(?P<value>(?:[^"\\\n]|\\[^\n]|"(?!\s*+\]))*+)"\s*+\]'
_RULE = r"[-=_*~#]{3,}+[ \t\r]*"  # a line that separates games
_SPACE = re.compile(r"\s*+")
_TOKEN = re.compile(
    rf"^%[^\n]*+|^{_RULE}$|(?P<sign>\$[0-9]++|[!?]++)|[0-9]{{1,3}}\s*+\.[. ]*+|[+#]++|{_TAG}"
    r"|\{(?P<comment>[^}]*+)\}|;(?P<remark>[^\n]*+)|(?P<mark>[()])"
    r"|(?P<result>1/2\s*-\s*1/2|[0-9]{1,3}\s*-\s*[0-9]{1,3}|\*)"
    r"|(?P<move>[Pp][Aa][Ss][Ss]|[Pp][AaSs]|--|@@@@|[A-Ja-j](?:10|[0-9]))",
    re.MULTILINE,
)
_NAMED = re.compile(r'^\[(?:Event|Site|Date|Round|Black|White|Result)\s+"[^"\n]*"\s*\][ \t\r]*$', re.MULTILINE)
_FAR = 5000  # the first tag must begin within this many characters
_LINE = re.compile(r"[^\n]*+\n?")
_BEGINNING = re.compile(rf"\s*+(?:^[%;][^\n]*+\s*+)*+{_TAG}", re.MULTILINE)
_TAG_LINE = re.compile(r'\s*+\[\s*+([A-Za-z0-9_]{1,40})\s*+"')
_COMMENTS = re.compile(r"\{[^}]*+\}?|;.*")


def read(text: str, source: str | None = None) -> list[Record]:
    """Read all games in the text. Raises ParseError with the line and column."""
    check_length(text, source, LONGEST)
    whole = Source(text, source)
    records: list[Record] = []
    game = PgnGame(whole)
    at, end, first_words = 0, len(text.rstrip()), -1
    while at < end:
        before, at = at, _SPACE.match(text, at).end()  # type: ignore[union-attr]
        if game.is_outside and text[before - 1 : at].count("\n") + (before == 0) and _is_words(text, at):
            first_words = at if first_words < 0 else first_words
            at = _LINE.match(text, at).end()  # type: ignore[union-attr]
            continue
        token = _TOKEN.match(text, at)
        if token is None:
            raise whole.unexpected("expected a move such as f5, a comment or a tag, got {found}", at)
        if game.ends_before(token, is_after_blank=text.count("\n", before, at) > 1):
            records.append(game.record())
            game = PgnGame(whole)
        try:
            game.take(token)
        except OutflankError as error:
            raise whole.placed(error, at, game.so_far) from None
        at = token.end()
    if game.has_begun:
        return [*records, game.record()]
    if not records and first_words >= 0:
        raise whole.unexpected("expected a move such as f5, a comment or a tag, got {found}", first_words)
    return records


def cut(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Split the lines of a text into games, and yield each with the number of its first line, counting from 1.

    A new game starts at a tag that comes after moves. It also starts at a tag after an empty line if the current game
    already contains a tag with that name.
    """
    return pieces.gathered(_parts(lines))


def recognises(text: str) -> bool:
    """True if the text begins with a PGN tag, or if a well-known tag follows some other text."""
    if _BEGINNING.match(text) is not None:
        return True
    named = _NAMED.search(text, 0, _FAR)
    return named is not None and "(;" not in text[: named.start()]


def _is_words(text: str, at: int) -> bool:
    """True if the line at the offset `at` is text outside of any game."""
    end = _LINE.match(text, at).end()  # type: ignore[union-attr]
    while (at := _SPACE.match(text, at).end()) < end:  # type: ignore[union-attr]
        token = _TOKEN.match(text, at)
        if token is None:
            return text[at] not in "{("
        if token["tag"] or token["comment"] is not None or token["remark"] is not None:
            return False
        at = token.end()
    return False


def _parts(lines: Iterable[str]) -> Iterator[pieces.Part]:
    names: set[str] = set()
    has_moves = is_after_blank = is_comment = False
    length = 0
    for n, line in enumerate(lines, 1):
        if length > LONGEST:  # an unclosed comment, or no game at all
            is_comment = False
        tag = None if is_comment else _TAG_LINE.match(line)
        begins = tag is not None and (has_moves or (is_after_blank and tag[1] in names))
        if begins:
            names, has_moves, length = set(), False, 0
        length += len(line)
        if tag is not None:
            names.add(tag[1])
        elif not line.startswith("%") or is_comment:
            rest, is_comment = _without_comments(line, is_comment)
            is_game = bool(rest.strip()) and re.fullmatch(_RULE, rest.rstrip("\n")) is None
            has_moves |= is_game and (bool(names) or not _is_words(line, 0))
        is_after_blank = not line.strip()
        yield pieces.Part(n, line, begins)


def _without_comments(line: str, is_comment: bool) -> tuple[str, bool]:
    """Remove comments from a line. Returns the rest, and whether a comment is still open at the end of the line.

    `is_comment` is True if the line starts inside a comment.
    """
    if is_comment:
        _, closing, line = line.partition("}")
        if not closing:
            return "", True
    last = ""
    for comment in _COMMENTS.finditer(line):
        last = comment[0]
    return _COMMENTS.sub("", line), last.startswith("{") and not last.endswith("}")


FORMAT = Format(
    "a game in PGN",
    "games as written by servers, with variations, comments, signs, names, ratings, values and times",
    (".pgn",),
    recognises,
    read,
    write,
    cut=cut,
    holds=(Position, AntiPosition),  # named by a tag
    keeps=frozenset((*SAID, *HEADERS)) - {"marks", "analyses"},
    keeps_tag=lambda name: TAG_NAME.fullmatch(name) is not None,
)
