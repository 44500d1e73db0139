"""What people write around a board: letters over the columns, numbers beside the rows, and whose turn it is.

What is understood is blanked out, not cut away, so that an offset into what is left is an offset into the whole.
"""

import re

from outflank.play.places import blank
from outflank.rules.outcome import BLACK, WHITE, Colour

CELL = "[-.XxBb*OoWw]"
"""What may stand for a cell, as a regular expression."""

# The repeats are possessive (``*+``), so that a long line of blanks takes no longer than any other.
_ROW = re.compile(rf"^[ \t]*+[0-9]{{0,2}}(?:[ \t]*+{CELL}){{4,10}}+[ \t]*+[0-9]{{0,2}}[ \t\r]*+$", re.MULTILINE)
_LETTERS = re.compile(
    r"^[ \t]*+a *+b *+c *+d *+(?:e *+f *+(?:g *+h *+(?:i *+j *+)?)?)?[ \t\r]*+$", re.MULTILINE | re.IGNORECASE
)
_TO_MOVE = re.compile(
    r"(?:\b(?P<name>black|white)(?: \([xo]\))?|(?<!\S)(?P<disc>[xo*]))(?:'s turn| to (?:move|play))\b",
    re.IGNORECASE | re.ASCII,
)

# What programs print to the right of a board: behind rows that are numbered on both sides, and behind the letters.
_BESIDE_ROW = re.compile(
    rf"^([ \t]*+(?P<number>[0-9]{{1,2}})(?:[ \t]*+{CELL}){{4,10}}+[ \t]*+(?P=number))[ \t][^\n]*+$", re.MULTILINE
)
_BESIDE_LETTERS = re.compile(
    r"^([ \t]*+a b c d(?: e f(?: g h(?: i j)?+)?+)?+)[ \t]{2}[^\n]*+$", re.MULTILINE | re.IGNORECASE
)


def without_labels(text: str) -> str:
    """The text with blanks for the letters over columns, the numbers beside rows and the lines between cells.

    What a program printed to the right of the board is blank too, also whose turn it is.
    """
    for beside in _BESIDE_ROW, _BESIDE_LETTERS:
        text = beside.sub(lambda line: line[1] + blank(line[0][len(line[1]) :]), text)
    text = _LETTERS.sub(lambda letters: blank(letters[0]), text.replace("|", " "))
    return _ROW.sub(lambda row: re.sub("[0-9]", " ", row[0]), text)


def side_in(text: str) -> Colour | None:
    """The side that a text says is to move, None if it does not say."""
    words = _TO_MOVE.search(text)
    return None if words is None else WHITE if (words["name"] or words["disc"]).lower() in ("white", "o") else BLACK


def without_side(text: str) -> str:
    """The text with blanks for the words that say who is to move."""
    return _TO_MOVE.sub(lambda words: blank(words[0]), text)
