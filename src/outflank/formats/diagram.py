"""Board strings and diagrams: the cells of a position, either on one line or laid out as a board.

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
    """A board found in a text, and the text around it."""

    position: Position
    """Position on the board."""

    before: str
    """Text before the board."""

    after: str
    """The whole text, with everything up to the end of the board, and a ``;`` right after it, blanked out."""

    meaning: str = ""
    """Meaning of the digits, if the board is drawn with digits."""


def read(text: str, *, source: str | None = None) -> Position:
    """Read a position from a board string or a diagram of 4×4, 6×6, 8×8 or 10×10 cells.

    A black disc is any of ``X x B b *``, a white one ``O o W w``, and an empty square ``- .``, in any layout. Columns
    may be labelled with letters and rows with numbers. The size may come first (``8 ---… *``). The side to move may
    come last, as a cell or in words (``Black to move``, ``* to move``); if it is missing, Position.parse decides who
    moves. Text to the right of a board that is labelled on all sides is ignored.

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
    """Read a game: a board string or diagram, an optional ``;``, and then a transcript."""
    position, moves = _split(text, source)
    return transcript.read(moves, position, source=source)


def write(position: Position) -> str:
    """Write the cells as ``X O -``, row by row from a1, then a space and the side to move."""
    return f"{position.cells} {position.turn.symbol}"


def find(text: str, *, source: str | None = None) -> BoardInText | None:
    """Find the first board in any text; None if there is none. Raises ParseError if its number of cells is wrong."""
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
    """True if the text contains a board, or something that is meant to be one."""
    try:
        return as_cells(text) is not None or _span(without_labels(text)) is not None
    except ParseError:  # reading the board will report the contradiction
        return True


def _split(text: str, source: str | None) -> tuple[Position, str]:
    """Split the text into a position and the text after it. Only the board size may come before the position."""
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
    """Add the line and column to an error from Position.parse, which has at most an offset."""
    return error_at(error.message, text, start if error.column is None else error.column - 1, source)


def _span(text: str) -> tuple[int, int] | None:
    """Start and end of the first board: a run of cell groups that starts with a long group or at the start of a line.

    After a complete board, ``--`` is a pass as the first move rather than two cells, and ``-`` is a dash.
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
    """True if the cells are meant to be a board, and are not just a word or a line of dashes in other text."""
    return n_cells >= _FEWEST and (bool(_DISC.search(text, start, end)) or text[start:end] == text.strip())
