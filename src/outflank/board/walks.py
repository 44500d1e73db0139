"""Moves on rectangular boards of any size, in plain Python, found by walking from all of a player's discs at once.

A board is an integer whose bit row × width + column stands for a square, as on 8×8, but with any number of bits.
"""

from collections.abc import Iterator
from functools import cache

Directions = tuple[tuple[int, int], ...]
"""Pairs (shift, mask), each for walks by `shift` bits in either direction.

A walk can continue from any square in `mask` without leaving the board or wrapping around.
"""


@cache
def directions(width: int, height: int) -> Directions:
    """The walk directions of a board."""
    board = (1 << width * height) - 1
    left = sum(1 << row * width for row in range(height))
    inner = board & ~left & ~(left << width - 1)
    return ((width, board), *((shift, inner) for shift in (1, width - 1, width + 1)))


def reached(player: int, opponent: int, directions: Directions) -> int:
    """The end squares of walks from the player's discs over one or more of the opponent's discs.

    The end squares may be occupied or off the board.
    """
    found = 0
    for shift, mask in directions:
        run = opponent & mask
        walk = player << shift & run
        while walk:
            walk <<= shift
            found |= walk
            walk &= run
        walk = player >> shift & run
        while walk:
            walk >>= shift
            found |= walk
            walk &= run
    return found


def jumps(player: int, opponent: int, directions: Directions) -> Iterator[tuple[int, int]]:
    """Yield the squares of `reached` piece by piece: (length, end squares) for one direction and length at a time."""
    for shift, mask in directions:
        run = opponent & mask
        walk, length = player << shift & run, 1
        while walk:
            walk <<= shift
            yield length, walk
            walk &= run
            length += 1
        walk, length = player >> shift & run, 1
        while walk:
            walk >>= shift
            yield length, walk
            walk &= run
            length += 1


Rays = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]
"""The lines from a square, first those to higher bits, then those to lower bits. Each line is given by its first square
and all its squares.
"""


@cache
def rays(width: int, height: int) -> tuple[Rays, ...]:
    """The rays from each square; rays of a single square are left out because nothing can be flipped along them."""
    found = []
    for square in range(width * height):
        lines: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
        for dy, dx in ((0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)):
            y, x, cells = square // width + dy, square % width + dx, []
            while 0 <= y < height and 0 <= x < width:
                cells.append(1 << y * width + x)
                y, x = y + dy, x + dx
            if len(cells) > 1:
                lines[(dy, dx) < (0, 0)].append((cells[0], sum(cells)))
        found.append((tuple(lines[0]), tuple(lines[1])))
    return tuple(found)


def turned(lines: Rays, player: int, opponent: int) -> int:
    """The opponent's discs between an empty square, given by its rays, and the player's discs."""
    up, down = lines
    flipped = 0
    for first, line in up:
        if first & opponent:
            ends = line & ~opponent
            end = ends & -ends
            if end & player:
                flipped |= line & (end - 1)
    for first, line in down:
        if first & opponent:
            ends = line & ~opponent
            if ends and (end := 1 << ends.bit_length() - 1) & player:
                flipped |= line & -(end << 1)
    return flipped
