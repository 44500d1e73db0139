"""Helper functions for binary formats: reading a given number of bytes, converting boards, and writing files."""

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
"""Maps the name of each square on an 8×8 board to its number; a1 is 0."""


def exactly(file: BinaryIO, n: int) -> bytes:
    """Read the next `n` bytes of a file, or fewer if the file ends first."""
    data = file.read(n)
    while len(data) < n and (more := file.read(n - len(data))):
        data += more
    return data


def position_of(player: int, opponent: int, turn: Colour) -> Position:
    """Create a position from the mover's and the opponent's discs. Raises ParseError if they overlap."""
    return Position(*((player, opponent) if turn is BLACK else (opponent, player)), turn)


def turn_of(player: int, opponent: int) -> Colour:
    """Infer the side to move from parity, for files that do not store it: White if the number of empties is odd."""
    return Colour((player | opponent).bit_count() % 2)


@contextmanager
def saving(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file for writing that replaces `path` only once it is complete. Raises OutflankError."""
    with writing(path), opened_whole(Path(path)) as file:
        yield file


def as_found(records: Iterable[Record | ParseError]) -> Iterator[GameInFile]:
    """Wrap each record or error from a file in a `GameInFile`.

    If iterating raises a ParseError, it becomes the last item.
    """
    try:
        for each in records:
            yield GameInFile(record=each) if isinstance(each, Record) else GameInFile(error=each)
    except ParseError as error:
        yield GameInFile(error=error)
