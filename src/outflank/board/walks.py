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


def turned(bit: int, player: int, opponent: int, directions: Directions) -> int:
    """The opponent's discs that lie between the empty square `bit` and discs of the player."""
    flipped = 0
    for shift, mask in directions:
        run = opponent & mask
        walk, passed = bit << shift & run, 0
        while walk:
            passed |= walk
            walk <<= shift
            if walk & player:
                flipped |= passed
            walk &= run
        walk, passed = bit >> shift & run, 0
        while walk:
            passed |= walk
            walk >>= shift
            if walk & player:
                flipped |= passed
            walk &= run
    return flipped
