"""Positions as NBoard writes them for copying and pasting: size, cells and side to move, one position per line.

>>> write([*read("8 ---------------------------O*------*O--------------------------- *")])
'8 ---------------------------O*------*O--------------------------- *\\n'
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from outflank.board.squares import SIZES
from outflank.errors import ParseError
from outflank.formats import diagram
from outflank.formats.format import Format
from outflank.formats.places import LIMIT
from outflank.play.record import Record
from outflank.rules import DiscPosition, Game

_BEGINNING = re.compile("|".join(rf"\s*+{size}\s++(?:[-*O]\s*+){{{size**2}}}[*O]" for size in SIZES))


def read(text: str, source: str | None = None) -> list[Record]:
    """Read positions, and return them as games without moves. Raises ParseError with the line and column."""
    records = []
    for number, line in cut(text.split("\n")):
        try:
            records.append(Record.of(Game(diagram.read(line))))
        except ParseError as error:
            raise ParseError(error.message, source=source, line=number, column=error.column) from None
    return records


def cut(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield each nonempty line with its line number, counting from 1."""
    return ((number, line[: LIMIT + 1]) for number, line in enumerate(lines, 1) if line.strip())


def write(records: Sequence[Record]) -> str:
    """Write the final position of each game, one per line."""
    return "".join(_line(record.position) for record in records)


def recognises(text: str) -> bool:
    """True if the text begins with a position in this format."""
    return _BEGINNING.match(text) is not None


def _line(position: DiscPosition) -> str:
    return f"{position.size} {position.board_string.replace('X', '*')}\n"


FORMAT = Format(
    "an NBoard position",
    "the final position of each game in NBoard notation: size, cells and side to move, one per line",
    (".nboard",),
    recognises,
    read,
    write,
    order=1,
    by_line=True,
    holds=DiscPosition,
    boards=True,
)
