"""Squares and their names, for boards of any size.

A square is numbered row × size + column, starting at the top left. On 8×8, a1 is bit 0 of a bitboard and h8 is bit 63.
In a square's name, the letter is the column, counted from the left, and the number is the row, counted from the top.
"""

from collections.abc import Iterator

SIZES = (4, 6, 8, 10)

NAMES = {size: tuple(f"{'abcdefghij'[i % size]}{i // size + 1}" for i in range(size * size)) for size in SIZES}
"""Square names for each board size, ordered by square number."""

SQUARES = {size: {name: square for square, name in enumerate(names)} for size, names in NAMES.items()}
"""Square numbers by name, for each board size."""


def bits(board: int) -> Iterator[int]:
    """Yield the squares of a bitboard, lowest first."""
    while board:
        lowest = board & -board
        yield lowest.bit_length() - 1
        board ^= lowest


def full(size: int) -> int:
    """Bitboard of all squares."""
    return (1 << size * size) - 1


def column(index: int, size: int) -> int:
    """Bitboard of one column, where index 0 is the a-file."""
    return sum(1 << (row * size + index) for row in range(size))


def row(index: int, size: int) -> int:
    """Bitboard of one row, where index 0 is the top row."""
    return ((1 << size) - 1) << (index * size)


def corners(size: int) -> tuple[int, int, int, int]:
    """The four corner squares, in the order top left, top right, bottom left, bottom right."""
    return 0, size - 1, size * (size - 1), size * size - 1
