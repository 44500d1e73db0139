"""Board strings and diagrams, which list the cells of a position on one line or lay them out as a board.

>>> position = read("---------------------------OX------XO--------------------------- X")
>>> write(position)
'---------------------------OX------XO--------------------------- X'
"""

import re
from typing import NamedTuple

from outflank.board.squares import SIZES
from outflank.errors import ParseError, excerpt
from outflank.formats import transcript
from outflank.formats.places import check_length, error_at
from outflank.rules import Game, Position
from outflank.rules.digits import as_cells
from outflank.rules.drawn import blank
from outflank.rules.labels import CELL, side_beside, side_in, without_labels, without_side
from outflank.text import Text

_PIECE = re.compile(r"[-.*\w]+|\S")
_CELLS = re.compile(f"{CELL}+")
_MORE_CELLS = re.compile(rf"\s*+{CELL}+(?![^\s;])")
_DISC = re.compile("[XxBb*OoWw]")

_FEWEST = 12  # cells that count as a board: few enough to report an incomplete board, too many for a word
_SIZES = {str(size) for size in SIZES}
_COMPLETE = {size * size + 1 for size in SIZES}  # cells and the side to move


class BoardInText(NamedTuple):
    """A board that was found in a text, and the text before and after it."""

    position: Position
    """Position on the board."""

    before: str
    """Text before the board."""

    after: str
    """The full text, but with spaces in place of everything up to the end of the board and a ``;`` directly after it.
    """

    meaning: str = ""
    """Explanation of the digits, if the board is drawn with digits rather than symbols."""


def read(text: str, *, source: str | None = None) -> Position:
    """Read a position from a board string or a diagram of 4×4, 6×6, 8×8 or 10×10 cells.

    A black disc is one of ``X x B b *``, a white disc one of ``O o W w``, and an empty square one of ``- .``, in any
    layout. Columns may be labelled with letters, and rows with numbers. The text may start with the size of the board,
    as in ``8 ---… *``, and may end with the side to move, as a symbol or in words (``Black to move``, ``* to move``).
    If there is no side to move, Position.parse decides which side it is. Text to the right of the board is ignored if
    the board is labelled on all four sides.

    Raises ParseError.
    """
    position, moves = _split(text, source)
    if moves.strip():
        offset = len(moves) - len(moves.lstrip())
        raise error_at(
            Text("expected nothing after the board, got {moves}", moves=excerpt(moves.strip())), text, offset, source
        )
    return position


def read_game(text: str, *, source: str | None = None) -> Game:
    """Read a game that consists of a board string or diagram, an optional ``;``, and a transcript."""
    position, moves = _split(text, source)
    return transcript.read(moves, position, source=source)


def write(position: Position) -> str:
    """Write the cells as ``X O -``, row by row from a1, then a space and the side to move."""
    return f"{position.cells} {position.turn.symbol}"


def find(text: str, *, source: str | None = None) -> BoardInText | None:
    """Find the first board in any text, or return None if there is none.

    Raises ParseError if the board has the wrong number of cells.
    """
    check_length(text, source)
    meaning = ""
    try:
        if digits := as_cells(text):
            text, meaning = digits
        plain = without_side(without_labels(text))
        said = side_beside(text)
    except ParseError as error:
        raise error.at(source=source) from None
    span = _span(plain)
    if span is None:
        return None
    start, end = span
    try:
        position = Position.parse(blank(plain[:start]) + plain[start:end])
    except ParseError as error:
        raise _placed(error, plain, start, source) from None
    after = blank(text[:end]) + re.sub(r"^(\s*+);", r"\1 ", plain[end:])
    if len("".join(plain[start:end].split())) > position.size**2:
        if said not in (None, position.turn):
            other = position.turn.opponent
            message = f"the board says {position.turn.symbol} to move, but the text next to it says {other}"
            raise error_at(message, text, end - 1, source)
    else:
        behind = side_in(text[end:]) if said is None else said
        said = side_in(text) if behind is None else behind
        if said not in (None, position.turn):
            position = position.switched()
    return BoardInText(position, plain[:start], after, meaning)


def recognises(text: str) -> bool:
    """True if the text contains a board, even if the board is incomplete or contradicts itself."""
    try:
        return as_cells(text) is not None or _span(without_labels(text)) is not None
    except ParseError:  # reading the board will report the contradiction
        return True


def _split(text: str, source: str | None) -> tuple[Position, str]:
    """Split the text into a position and the text that follows it.

    Raises ParseError if anything other than the board size comes before the position.
    """
    found = find(text, source=source)
    if found is None:
        try:
            return Position.parse(text), ""
        except ParseError as error:
            raise _placed(error, text, len(text) - len(text.lstrip()), source) from None
    before = found.before.strip()
    if before not in ("", str(found.position.size)):
        offset = len(found.before) - len(found.before.lstrip())
        raise error_at(Text("expected a board, got {before}", before=excerpt(before)), text, offset, source)
    return found.position, found.after


def _placed(error: ParseError, text: str, start: int, source: str | None) -> ParseError:
    """Convert an error from Position.parse, which gives an offset at most, to one that gives the line and column."""
    return error_at(error.message, text, start if error.column is None else error.column - 1, source)


def _span(text: str) -> tuple[int, int] | None:
    """Return the start and end offsets of the first board in the text, or None if there is no board.

    A board is a run of groups of cells, and the first group either is long or starts a line. After a complete board,
    ``--`` is the first move (a pass) rather than two more cells, and ``-`` is a dash.
    """
    start = end = n_cells = 0
    last = 0
    for piece in _PIECE.finditer(text):
        new_line = last == 0 or "\n" in text[last : piece.start()]
        if new_line and not n_cells and piece[0] in _SIZES:
            continue  # treat the line as starting after it
        last = piece.end()
        is_dash = piece[0] == "-" and n_cells in _COMPLETE and not _MORE_CELLS.match(text, piece.end())
        is_cells = _CELLS.fullmatch(piece[0]) and not is_dash and not (piece[0] == "--" and n_cells in _COMPLETE)
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
    """True if the cells form a board, rather than a word or a line of dashes within other text."""
    return n_cells >= _FEWEST and (bool(_DISC.search(text, start, end)) or text[start:end] == text.strip())
