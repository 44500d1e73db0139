"""Move generation in pure Python for rectangular boards of any size.

Moves are found by walking from all of a player's discs together. A board is an integer of any length, in which bit row
× width + column represents a square.
"""

from collections.abc import Iterator
from functools import cache

Directions = tuple[tuple[int, int], ...]
"""A pair (shift, mask) for each axis of the board. Walks shift the bits by `shift` to the left or right.

A walk may leave any square in `mask` without running off the board or wrapping around.
"""


@cache
def directions(width: int, height: int) -> Directions:
    """Return the walk directions for a board of this size."""
    board = (1 << width * height) - 1
    left = sum(1 << row * width for row in range(height))
    inner = board & ~left & ~(left << width - 1)
    return ((width, board), *((shift, inner) for shift in (1, width - 1, width + 1)))


def reached(player: int, opponent: int, directions: Directions) -> int:
    """The squares at the ends of walks from the player's discs across one or more of the opponent's discs.

    Some of these squares may be occupied or off the board.
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
    """Yield the squares of `reached` as (length, end squares), for one direction and length at a time."""
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
"""The lines that start next to a square: first those towards higher bits, then those towards lower bits.

Each line is a pair of bitboards: its first square, and all its squares.
"""


@cache
def rays(width: int, height: int) -> tuple[Rays, ...]:
    """The rays from each square. Rays with only one square are omitted because no disc on them can be flipped."""
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
    """The discs that flip when the player moves to an empty square. `lines` contains the rays from that square."""
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
