"""Grids of move numbers, as printed in books and newspapers: each square contains the number of the move played there.

    45 39 38 37 47 44 49 51
    48 42 40 36 34 43 50 52
    35 46 41  7  5 22 12 14
    31 28 23  ○  ●  4 11 16
    …

Each empty square and each of the four starting squares contains ``0``, a dot, a dash or a disc. The grid may be
surrounded by letters and numbers. As in transcripts, a game from the mirrored start is converted to the usual start.

>>> from outflank.rules import Game
>>> print(write(Game(moves="f5d6c3")).splitlines()[4])
 .  .  .  X  O  1  .  .
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from outflank.board.squares import NAMES, SIZES
from outflank.errors import OutflankError, ParseError
from outflank.formats import pasted
from outflank.formats.format import Format, only_one
from outflank.formats.places import LIMIT, check_length
from outflank.play.game import History
from outflank.play.record import Record
from outflank.rules import PASS, DiscPosition, Position
from outflank.rules.drawn import translated

_CELL = r"(?:[0-9]{1,3}|[-.XxOo*BbWw+]{1,2})"
_SEPARATORS = re.compile(r"[\s|,;]+")
_ROW = {size: re.compile(rf"{_CELL}(?: {_CELL}){{{size - 1}}}") for size in SIZES}
_LETTERS = {size: re.compile(" ?".join("abcdefghij"[:size]), re.IGNORECASE) for size in SIZES}
_FRAME = re.compile(r"[-+=| ]+")
_MOST_DIGITS = 2  # the largest digit that stands for a disc in a board drawn with digits


class _Grid(NamedTuple):
    """A grid as rows of cells, with the line number of each row, counting from 1."""

    cells: list[list[str]]
    lines: list[int]


def read(text: str, *, source: str | None = None) -> Record:
    """Read the game that a grid shows.

    Raises ParseError if a number is missing or appears twice, or if a move is illegal.
    """
    check_length(text, source)
    grid = _find(text)
    if grid is None:
        raise ParseError("expected a square grid of move numbers", source=source)
    moves = _moves(grid, source)
    start = Position.start(len(grid.cells))
    record, error = pasted.played(start, [(0, move) for move in moves], "", source)
    if error is not None:
        raise ParseError(error.message, source=source)
    return record


def recognises(text: str) -> bool:
    """True if the text is a grid of move numbers."""
    return len(text) < LIMIT and _find(text) is not None


def write(game: History[Any]) -> str:
    """Write a game as a grid. Raises OutflankError unless the game begins from the usual start."""
    size = game.start.size
    if game.start != type(game.start).start(size):
        raise OutflankError("a grid of move numbers cannot hold a start position")
    numbers = {move: str(n) for n, move in enumerate((move for move in game.moves if move != PASS), 1)}
    cells = zip(NAMES[size], game.start.cells, strict=True)
    shown = [numbers.get(name, cell.replace("-", ".")) for name, cell in cells]
    return "".join(" ".join(f"{cell:>2}" for cell in shown[at : at + size]) + "\n" for at in range(0, size**2, size))


def _find(text: str) -> _Grid | None:
    """Find the grid in a text that contains nothing else except labels and a frame.

    Returns None if there is no grid.
    """
    rows = []
    for n, line in enumerate(translated(text).split("\n"), 1):
        row = _SEPARATORS.sub(" ", line).strip()
        if row and not _FRAME.fullmatch(row):
            rows.append((n, row))
        if len(rows) > max(SIZES) + 2:
            return None
    for size in SIZES:
        inner = [(n, row) for n, row in rows if not _LETTERS[size].fullmatch(row)]
        if len(inner) == size:
            cells = _cells([row for _, row in inner], size)
            numbers = [int(cell) for row in cells or [] for cell in row if cell.isdecimal() and cell != "0"]
            if cells and numbers and (max(numbers) > _MOST_DIGITS or len(numbers) == max(numbers)):
                return _Grid(cells, [n for n, _ in inner])
    return None


def _cells(rows: list[str], size: int) -> list[list[str]] | None:
    """Split rows into cells, removing row numbers from both ends. Returns None if the rows do not form a grid."""
    cells = [row.split(" ") for row in rows]
    for at in (0, -1):
        numbers = [row[at] for row in cells]
        if len(cells[0]) > size and numbers == [str(n) for n in range(1, size + 1)]:
            cells = [row[1:] if at == 0 else row[:-1] for row in cells]
    return cells if all(_ROW[size].fullmatch(" ".join(row)) for row in cells) else None


def _moves(grid: _Grid, source: str | None) -> list[str]:
    """Return the squares in the order of their move numbers.

    Raises ParseError unless the numbers are 1, 2, 3 and so on.
    """
    size = len(grid.cells)
    squares: dict[int, str] = {}
    for y, row in enumerate(grid.cells):
        for x, cell in enumerate(row):
            if not cell.isdecimal() or int(cell) == 0:
                continue
            name = NAMES[size][size * y + x]
            if int(cell) in squares:
                message = f"expected each number once, got {cell} on {squares[int(cell)]} and {name}"
                raise ParseError(message, source=source, line=grid.lines[y])
            squares[int(cell)] = name
    for number in range(1, len(squares) + 1):
        if number not in squares:
            raise ParseError(
                "expected moves from 1 to {last}, but no square has {number}",
                source=source,
                last=max(squares),
                number=number,
            )
    return [squares[number] for number in sorted(squares)]


def _write(records: Sequence[Record]) -> str:
    return write(only_one(records, "a grid of move numbers holds one game").game)


FORMAT = Format(
    "a grid of move numbers",
    "the number of each move on its square, as printed in books and newspapers",
    (".grid",),
    recognises,
    lambda text, source: [read(text, source=source)],
    _write,
    order=1,
    holds=DiscPosition,
    single=True,
)
