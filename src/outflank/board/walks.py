"""Moves on rectangular boards of any size, in plain Python: walks from all of a player's discs at once.

A board is an integer with bit row × width + column for each square, as for 8×8 but of any length.
"""

from collections.abc import Iterator
from functools import cache

Directions = tuple[tuple[int, int], ...]
"""Pairs (shift, mask): a walk by `shift` bits, either way, may stand on the squares of `mask` and go on from there
without leaving the board or wrapping round its side."""


@cache
def directions(width: int, height: int) -> Directions:
    """The directions of a board."""
    board = (1 << width * height) - 1
    left = sum(1 << row * width for row in range(height))
    inner = board & ~left & ~(left << width - 1)
    return ((width, board), *((shift, inner) for shift in (1, width - 1, width + 1)))


def reached(player: int, opponent: int, directions: Directions) -> int:
    """Where walks from the player's discs over one or more of the opponent's come out; also off the board, or taken."""
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
    """`reached` piece by piece: for one direction and length at a time, the length and where the walks come out."""
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
"""The lines from a square, those to higher bits and those to lower ones: of each its first square, and all of it."""


@cache
def rays(width: int, height: int) -> tuple[Rays, ...]:
    """The rays of each square of a board on which discs can lie between it and another."""
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
    """The opponent's discs that lie between the empty square of some rays and discs of the player."""
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
