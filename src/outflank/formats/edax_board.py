"""Positions in the layout that Edax prints.

The board has column letters above and below it, row numbers on both sides, and disc counts next to some rows.

>>> print(write([Record.of(Game(moves="f5"))]).splitlines()[2])
2 - - - - - - - - 2 O to move
"""

import re
from collections.abc import Sequence

from outflank.formats import diagram
from outflank.formats.format import Format, only_one
from outflank.play.record import Record
from outflank.rules import DiscPosition, Game

_BEGINNING = re.compile(r"\s*+A B C D\b[^\n]*+\n\s*+1 [-.*OX]")


def read(text: str, source: str | None = None) -> list[Record]:
    """Read a position, and return it as a game without moves. Raises ParseError with the line and column."""
    return [Record.of(Game(diagram.read(text, source=source)))]


def write(records: Sequence[Record]) -> str:
    """Write the final position of a game."""
    return _drawn(only_one(records, "an Edax board shows one position").position)


def recognises(text: str) -> bool:
    """True if the beginning of the text looks like a board printed by Edax."""
    return _BEGINNING.match(text) is not None


def _drawn(position: DiscPosition) -> str:
    size, cells = position.size, position.cells.replace("X", "*")
    letters = f"  {' '.join('ABCDEFGHIJ'[:size])}"
    other = position.switched()
    beside = {
        1: f" {_symbol(position)} to move",
        3: _counted(position),
        4: _counted(other),
        5: f"  empties = {position.n_empties:2}      ply = {size * size - 3 - position.n_empties:2}",
    }
    rows = [f"{y + 1} {' '.join(cells[size * y : size * (y + 1)])} {y + 1}{beside.get(y, '')}" for y in range(size)]
    return "\n".join([letters, *rows, letters, ""])


def _counted(position: DiscPosition) -> str:
    n_moves = position.legal_mask.bit_count()
    return f" {_symbol(position)}: discs = {position.player.bit_count():2}    moves = {n_moves:2}"


def _symbol(position: DiscPosition) -> str:
    return "*O"[position.turn]


FORMAT = Format(
    "an Edax board",
    "the final position of a game, drawn the way Edax draws it",
    (".edax",),
    recognises,
    read,
    write,
    holds=DiscPosition,
    boards=True,
    single=True,
)
