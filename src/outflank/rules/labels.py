"""Parser for the labels around a board: column letters, row numbers and the side to move.

Recognised labels are replaced with spaces, which keeps offsets valid.
"""

import re

from outflank.errors import ParseError
from outflank.rules.drawn import bare, beside, blank, translated
from outflank.rules.outcome import BLACK, WHITE, Colour

CELL = "[-.XxBb*OoWw]"
"""Regular expression for a single cell."""

# Possessive repeats (``*+``) keep long runs of blanks fast.
_ROW = re.compile(rf"^[ \t]*+[0-9]{{0,2}}(?:[ \t]*+{CELL}){{4,10}}+[ \t]*+[0-9]{{0,2}}[ \t\r]*+$", re.MULTILINE)
_LETTERS = re.compile(
    r"^[ \t]*+a *+b *+c *+d *+(?:e *+f *+(?:g *+h *+(?:i *+j *+)?)?)?[ \t\r]*+$", re.MULTILINE | re.IGNORECASE
)
_TO_MOVE = re.compile(
    r"(?:\b(?P<name>black|white)(?: \([xo]\))?|(?<!\S)(?P<disc>[xo*]))(?:'s turn| to (?:move|play))\b"
    r"|(?:\b(?:turn|to move|to play|next(?: player| to move| move)?|(?:side|player) to move)|手番)\s*[:=]\s*"
    r"(?P<after>black\b|white\b|[xo*](?!\S)|黒|白)"
    r"|(?P<japanese>[黒白])の?(?:手番|番)",
    re.IGNORECASE | re.ASCII,
)


def without_labels(text: str) -> str:
    """Reduce the first drawn board in a text to its cells.

    Column letters, row numbers, frames and all text to the right of the rows become spaces, including any note about
    the side to move. Raises ParseError if the drawing contradicts itself.
    """
    text = _LETTERS.sub(lambda letters: blank(letters[0]), bare(text).replace("|", " "))
    return _ROW.sub(lambda row: re.sub("[0-9]", " ", row[0]), text)


def side_in(text: str) -> Colour | None:
    """The side to move according to the text, or None if the text does not mention it."""
    words = _TO_MOVE.search(translated(text))
    return None if words is None else _side(words)


def side_beside(text: str) -> Colour | None:
    """The side to move according to the text beside a drawn board, or None if that text does not mention it.

    Raises ParseError if the text names both sides.
    """
    if not _TO_MOVE.search(translated(text)):
        return None
    sides = {_side(words) for words in _TO_MOVE.finditer(beside(text))}
    if len(sides) > 1:
        raise ParseError("the words beside the board say that both sides are to move")
    return next(iter(sides), None)


def without_side(text: str) -> str:
    """Replace the words that name the side to move with spaces."""
    return _TO_MOVE.sub(lambda words: blank(words[0]), translated(text))


def _side(words: re.Match[str]) -> Colour:
    said = (words["name"] or words["disc"] or words["after"] or words["japanese"]).lower()
    return WHITE if said in ("white", "o", "白") else BLACK
