"""Boards written in digits, as programs print them.

Either ``0`` is black and ``1`` is white, or ``0`` is empty and ``1`` and ``2`` are discs.

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
    """Board text with ``X``, ``O`` and ``-`` in place of digits, and a description of each digit's meaning."""

    cells: str
    meaning: str


def as_cells(text: str) -> Cells | None:
    """Replace the digits of the board at the start of `text` with cells, and keep the text after the board.

    Returns None if the text does not start with such a board.

    Raises ParseError if it is unclear whether ``0`` or ``2`` means an empty square.
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
    """Turn a printed list of lists of numbers into bare digits, with 2 for -1; return any other text unchanged."""
    if "[" not in text or not _LIST.fullmatch(text):
        return text
    return re.sub(r"[\[\](),]", " ", _MINUS.sub(" 2", text))


def _meanings(digits: str, size: int, *, is_list: bool) -> dict[str, str]:
    """The meaning of each character on a board. Raises ParseError if it is ambiguous."""
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
