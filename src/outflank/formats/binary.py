"""Tools for binary formats: bounded reading, boards as two numbers, writing, books."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from outflank.board.squares import NAMES
from outflank.errors import ParseError
from outflank.files import opened_whole
from outflank.formats.files import writing
from outflank.formats.format import GameInFile
from outflank.play.record import Record
from outflank.rules import BLACK, Colour, Position

SQUARES = {name: square for square, name in enumerate(NAMES[8])}
"""Numbers of the squares of an 8×8 board by name, from 0 for a1."""


def exactly(file: BinaryIO, n: int) -> bytes:
    """Read the next `n` bytes of a file, fewer only at its end."""
    data = file.read(n)
    while len(data) < n and (more := file.read(n - len(data))):
        data += more
    return data


def position_of(player: int, opponent: int, turn: Colour) -> Position:
    """Create a position from the discs of the mover and the opponent. Raises ParseError for overlapping discs."""
    return Position(*((player, opponent) if turn is BLACK else (opponent, player)), turn)


def turn_of(player: int, opponent: int) -> Colour:
    """Side to move by parity, if a file does not tell: White if the number of empties is odd."""
    return Colour((player | opponent).bit_count() % 2)


@contextmanager
def saving(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file to write; it appears under its name only when complete. Raises OutflankError."""
    with writing(path), opened_whole(Path(path)) as file:
        yield file


def as_found(records: Iterable[Record | ParseError]) -> Iterator[GameInFile]:
    """Wrap records and errors of a file; a raised error becomes the last item."""
    try:
        for each in records:
            yield GameInFile(record=each) if isinstance(each, Record) else GameInFile(error=each)
    except ParseError as error:
        yield GameInFile(error=error)
