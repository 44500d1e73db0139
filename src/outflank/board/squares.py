"""Squares and their names, for every board size.

A square is a number: row × size + column from the top left, so that a1 is bit 0 of a bitboard and, on 8×8, h8 is
bit 63. Columns are letters from the left, rows are numbers from the top.
"""

from collections.abc import Iterator

SIZES = (4, 6, 8, 10)

NAMES = {size: tuple(f"{'abcdefghij'[i % size]}{i // size + 1}" for i in range(size * size)) for size in SIZES}
"""The names of all squares of a board size, in order."""

SQUARES = {size: {name: square for square, name in enumerate(names)} for size, names in NAMES.items()}
"""The square of each name of a board size."""


def bits(board: int) -> Iterator[int]:
    """The squares of a bitboard, lowest first."""
    while board:
        lowest = board & -board
        yield lowest.bit_length() - 1
        board ^= lowest


def full(size: int) -> int:
    """The bitboard of all squares."""
    return (1 << size * size) - 1


def column(index: int, size: int) -> int:
    """The bitboard of one column, 0 for the a-file."""
    return sum(1 << (row * size + index) for row in range(size))


def row(index: int, size: int) -> int:
    """The bitboard of one row, 0 for the top."""
    return ((1 << size) - 1) << (index * size)


def corners(size: int) -> tuple[int, int, int, int]:
    """The four corner squares: top left, top right, bottom left, bottom right."""
    return 0, size - 1, size * (size - 1), size * size - 1
