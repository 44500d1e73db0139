"""Parser for boards that programs print as digits.

Two encodings are recognised: ``0`` for black and ``1`` for white, or ``0`` for an empty square and ``1`` and ``2`` for
discs.

>>> as_cells("....0011 0011....").cells
'----XXOO XXOO----'
"""

import re
from typing import NamedTuple

from outflank.board.squares import SIZES
from outflank.errors import ParseError, excerpt

_WORDS = {"X": "black", "O": "white", "-": "empty"}
_FEWEST_DIGITS = 4  # the four starting discs
_CELLS = {size: rf"(?P<cells>(?:[-.012]\s*+){{{size**2}}})" for size in SIZES}
_BOARD = {
    size: re.compile(rf"\s*+(?:(?P<before>[01])\s++)?{cells}(?P<side>[01](?=\s*+(?:$|;)))?(?=\s*+(?:$|[;XOxobwBW]))")
    for size, cells in _CELLS.items()
}
_MINUS = re.compile(r"(?<=[\s,\[(])-1\b")
_LIST = re.compile(r"[\s\[\](),0-9+-]*+")
_MIDDLE = {
    size: tuple(size * row + column for row in (size // 2 - 1, size // 2) for column in (size // 2 - 1, size // 2))
    for size in SIZES
}


class Cells(NamedTuple):
    """A board converted from digits to ``X``, ``O`` and ``-``, with a description of what each digit stood for."""

    cells: str
    meaning: str


def as_cells(text: str) -> Cells | None:
    """Convert the digits of the board at the start of `text` to cells. Any text after the board is kept.

    Returns None if the text does not start with such a board.

    Raises ParseError if ``0`` and ``2`` could both mean an empty square.
    """
    listed = _of_list(text)
    for size in sorted(SIZES, reverse=True):
        found = _BOARD[size].match(listed)
        digits = "" if found is None else "".join(found["cells"].split())
        if found is None or len(re.findall("[012]", digits)) < _FEWEST_DIGITS:
            continue
        means = _meanings(digits, size, is_list=listed is not text)
        black = next(digit for digit, cell in means.items() if cell == "X")
        side = found["side"] or found["before"] or ""
        shown = " " * found.start("cells") + found["cells"].translate(
            {ord(digit): cell for digit, cell in means.items()}
        )
        rest = listed[found.end() :]
        if side and rest.strip()[:1] in ("", ";"):
            rest = f" {'X' if side == black else 'O'}{rest}"
        shown_as = {"2": "-1"} if _MINUS.search(text) else {}
        meaning = ", ".join(f"{shown_as.get(n, n)} as {_WORDS[means[n]]}" for n in "012" if n in digits)
        return Cells(shown + rest, meaning)
    return None


def _of_list(text: str) -> str:
    """Strip the punctuation from a printed list of lists of numbers, and replace -1 with 2.

    Any other text is returned unchanged.
    """
    if "[" not in text or not _LIST.fullmatch(text):
        return text
    return re.sub(r"[\[\](),]", " ", _MINUS.sub(" 2", text))


def _meanings(digits: str, size: int, *, is_list: bool) -> dict[str, str]:
    """Determine which cell each character on the board represents. Raises ParseError if the board is ambiguous."""
    if "." in digits or "-" in digits:
        if "2" in digits:
            raise ParseError(
                "expected 0 and 1 for discs, as - or . marks empty squares, got {digits}", digits=excerpt(digits)
            )
        return dict(zip("01.-", "XO--", strict=True))
    middle = {digits[square] for square in _MIDDLE[size]}
    if is_list or ("2" in middle and "0" not in middle):
        return dict(zip("012", "-XO", strict=True))
    if "2" not in digits or ("0" in middle and "2" not in middle):
        return dict(zip("012", "XO-", strict=True))
    raise ParseError("expected 0 or 2 alone in the middle, to show which digit means empty")
