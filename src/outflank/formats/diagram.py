"""Board strings and diagrams: the cells of a position, in one line or drawn as a board.

>>> position = read("---------------------------OX------XO--------------------------- X")
>>> write(position)
'---------------------------OX------XO--------------------------- X'
"""

import re
from typing import NamedTuple

from outflank.board.squares import SIZES
from outflank.errors import ParseError, excerpt
from outflank.formats import transcript
from outflank.formats.places import blank, check_length, error_at
from outflank.rules import BLACK, WHITE, Game, Position

CELL = "[-.XxBb*OoWw]"
"""What Position.parse takes for a cell, as a regular expression."""

# The repeats are possessive (``*+``), so that a long line of blanks takes no longer than any other.
_ROW = re.compile(rf"^[ \t]*+[0-9]{{0,2}}(?:[ \t]*+{CELL}){{4,10}}+[ \t]*+[0-9]{{0,2}}[ \t\r]*+$", re.MULTILINE)
_LETTERS = re.compile(
    r"^[ \t]*+a *+b *+c *+d *+(?:e *+f *+(?:g *+h *+(?:i *+j *+)?)?)?[ \t\r]*+$", re.MULTILINE | re.IGNORECASE
)
_PIECE = re.compile(r"[-.*\w]+|\S")
_CELLS = re.compile(f"{CELL}+")
_DISC = re.compile("[XxBb*OoWw]")
_TO_MOVE = re.compile(r"\b(black|white)(?: \([xo]\))?(?:'s turn| to (?:move|play))\b", re.IGNORECASE | re.ASCII)

_FEWEST = 12  # cells that can be meant as a board: enough to complain about a small one, too many for a word
_COMPLETE = {size * size + 1 for size in SIZES}  # cells and the side to move


class Found(NamedTuple):
    """A board in a text, the text before it, and the whole text with blanks for all that belongs to the board.

    What comes before the board is blank in `after` too; so is a ``;`` right behind the board.
    """

    position: Position
    before: str
    after: str


def read(text: str, *, source: str | None = None) -> Position:
    """The position of a board string or a diagram of 4×4, 6×6, 8×8 or 10×10 cells.

    Black is any of ``X x B b *``, white ``O o W w``, empty ``- .``, in any layout. Columns and rows may be lettered
    and numbered, the size may stand in front (``8 ---… *``), and the side to move behind, as a cell or in words
    (``Black to move``). Without it, Position.parse says who moves. Raises ParseError.
    """
    position, moves = _split(text, source)
    if moves.strip():
        offset = len(moves) - len(moves.lstrip())
        raise error_at(f"expected nothing after the board, got {excerpt(moves.strip())}", text, offset, source)
    return position


def read_game(text: str, *, source: str | None = None) -> Game:
    """The game of a board string or a diagram, then optionally ``;``, then the moves as a transcript."""
    position, moves = _split(text, source)
    return transcript.read(moves, position, source=source)


def write(position: Position) -> str:
    """The cells ``X O -`` from a1 row by row, a space, and the side to move."""
    return f"{position.cells} {position.turn.symbol}"


def find(text: str, *, source: str | None = None) -> Found | None:
    """The first board in any text, None if there is none. Raises ParseError if its cells are too few or too many."""
    check_length(text, source)
    plain = _without_labels(text)
    span = _span(plain)
    if span is None:
        return None
    start, end = span
    try:
        position = Position.parse(blank(plain[:start]) + plain[start:end])
    except ParseError as error:
        raise _placed(error, plain, start, source) from None
    after = blank(text[:end]) + re.sub(r"^(\s*+);", r"\1 ", plain[end:])
    if len("".join(plain[start:end].split())) == position.size**2:
        words = _TO_MOVE.search(after) or _TO_MOVE.search(text)
        if words and position.turn is not (BLACK if words[1].lower() == "black" else WHITE):
            position = position.switched()
    return Found(position, _without_side(plain[:start]), _without_side(after))


def recognises(text: str) -> bool:
    """Whether there is a board, or what is meant as one, in a text."""
    return _span(_without_labels(text)) is not None


def _split(text: str, source: str | None) -> tuple[Position, str]:
    """The position, and the text after it, where nothing but the size stands before it."""
    found = find(text, source=source)
    if found is None:
        try:
            return Position.parse(text), ""
        except ParseError as error:
            raise _placed(error, text, len(text) - len(text.lstrip()), source) from None
    before = found.before.strip()
    if before not in ("", str(found.position.size)):
        offset = len(found.before) - len(found.before.lstrip())
        raise error_at(f"expected a board, got {excerpt(before)}", text, offset, source)
    return found.position, found.after


def _placed(error: ParseError, text: str, start: int, source: str | None) -> ParseError:
    """An error of Position.parse, which knows an offset into the text or none, with the line and the column."""
    return error_at(error.message, text, start if error.column is None else error.column - 1, source)


def _without_labels(text: str) -> str:
    """The text with blanks for the letters over columns, the numbers beside rows and the lines between cells."""
    text = _LETTERS.sub(lambda letters: blank(letters[0]), text.replace("|", " "))
    return _ROW.sub(lambda row: re.sub("[0-9]", " ", row[0]), text)


def _without_side(text: str) -> str:
    """The text with blanks for the words that say who is to move."""
    return _TO_MOVE.sub(lambda words: blank(words[0]), text)


def _span(text: str) -> tuple[int, int] | None:
    """Where the first board begins and ends: pieces of cells in a row, the first at the start of a line or a long one.

    A ``--`` after a complete board is not cells but the first move, a pass.
    """
    start = end = n_cells = 0
    last = 0
    for piece in _PIECE.finditer(text):
        new_line = last == 0 or "\n" in text[last : piece.start()]
        last = piece.end()
        is_cells = _CELLS.fullmatch(piece[0]) and not (piece[0] == "--" and n_cells in _COMPLETE)
        if is_cells and (n_cells or new_line or len(piece[0]) >= _FEWEST):
            start = start if n_cells else piece.start()
            end = piece.end()
            n_cells += len(piece[0])
        elif _is_board(text, start, end, n_cells):
            return start, end
        else:
            n_cells = 0
    return (start, end) if _is_board(text, start, end, n_cells) else None


def _is_board(text: str, start: int, end: int, n_cells: int) -> bool:
    """Whether cells are meant as a board, and are not a word or a line of dashes between other text."""
    return n_cells >= _FEWEST and (bool(_DISC.search(text, start, end)) or text[start:end] == text.strip())
