"""Shared by formats of binary files: bounded reading, boards as two numbers, writing, books."""

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
"""The numbers of the squares of an 8×8 board by their names, from 0 for a1."""


def exactly(file: BinaryIO, n: int) -> bytes:
    """The next `n` bytes of a file, fewer at its end only."""
    data = file.read(n)
    while len(data) < n and (more := file.read(n - len(data))):
        data += more
    return data


def position_of(player: int, opponent: int, turn: Colour) -> Position:
    """The position of the discs of the side to move and of the other. Raises ParseError for two discs on a square."""
    return Position(*((player, opponent) if turn is BLACK else (opponent, player)), turn)


def turn_of(player: int, opponent: int) -> Colour:
    """The side to move where a file does not say it: White if the number of empty squares is odd."""
    return Colour((player | opponent).bit_count() % 2)


@contextmanager
def saving(path: str | Path) -> Iterator[BinaryIO]:
    """A file to write bytes to, which appears under its name when it is whole. Raises OutflankError."""
    with writing(path), opened_whole(Path(path)) as file:
        yield file


def as_found(records: Iterable[Record | ParseError]) -> Iterator[GameInFile]:
    """Records and errors as they stand in a file; an error that is raised is the last of them."""
    try:
        for each in records:
            yield GameInFile(record=each) if isinstance(each, Record) else GameInFile(error=each)
    except ParseError as error:
        yield GameInFile(error=error)
