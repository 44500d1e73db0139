"""Square weights: a table for one quadrant of the 8×8 board, which is mirrored to cover boards of any size."""

from functools import cache

Quadrant = tuple[tuple[int, ...], ...]
"""The weights in a quadrant: four rows of four, starting at the corner."""


@cache
def table(quadrant: Quadrant, size: int) -> tuple[int, ...]:
    """The weights of all squares of a board in row-major order.

    Rows and columns are counted from the nearest edge. Smaller boards use the part of the quadrant near the corner, and
    10×10 boards repeat the innermost row and column.
    """
    near = [min(i, size - 1 - i, 3) for i in range(size)]
    return tuple(quadrant[row][column] for row in near for column in near)


@cache
def _masks(quadrant: Quadrant, size: int) -> tuple[tuple[int, int], ...]:
    weights = table(quadrant, size)
    return tuple(
        (weight, sum(1 << square for square, other in enumerate(weights) if other == weight)) for weight in set(weights)
    )


def weigh(board: int, quadrant: Quadrant, size: int) -> int:
    """The sum of the weights of all squares in a bitboard."""
    return sum([weight * (board & mask).bit_count() for weight, mask in _masks(quadrant, size)])
