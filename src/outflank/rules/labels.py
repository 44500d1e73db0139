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
_TO_MOVE = re.compile(r"\b(black|white)(?: \([xo]\))?(?:'s turn| to (?:move|play))\b", re.IGNORECASE | re.ASCII)


def without_labels(text: str) -> str:
    """The text with blanks for the letters over columns, the numbers beside rows and the lines between cells."""
    text = _LETTERS.sub(lambda letters: blank(letters[0]), text.replace("|", " "))
    return _ROW.sub(lambda row: re.sub("[0-9]", " ", row[0]), text)


def side_in(text: str) -> Colour | None:
    """The side that a text says is to move, None if it does not say."""
    words = _TO_MOVE.search(text)
    return None if words is None else BLACK if words[1].lower() == "black" else WHITE


def without_side(text: str) -> tuple[str, Colour | None]:
    """The text with blanks for the words that say who is to move, and the side."""
    return _TO_MOVE.sub(lambda words: blank(words[0]), text), side_in(text)
