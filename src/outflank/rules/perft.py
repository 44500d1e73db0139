"""Perft for boards of any size: the number of leaves in the game tree.

This version plays through `DiscPosition` and is therefore slow. `outflank.board.perft` uses compiled code for 8×8
boards, but this package must not import it.
"""

from collections.abc import Callable
from typing import TypeVar

from outflank.errors import check_type, check_whole
from outflank.rules.discs import DiscPosition

D = TypeVar("D", bound=DiscPosition)


def perft(position: DiscPosition, depth: int) -> int:
    """Count the move sequences that are `depth` plies long.

    A forced pass counts as a ply. A game that ends early counts as one sequence. Raises OptionError for a depth below 0
    or an argument of another type.

    >>> from outflank.rules import Position
    >>> [perft(Position.start(), depth) for depth in range(6)]
    [1, 4, 12, 56, 244, 1396]
    """
    check_type(position, DiscPosition, "a position")
    check_whole(depth, "depth", least=0)
    return _count(position, depth)


def _count(position: DiscPosition, depth: int) -> int:
    if depth == 0:
        return 1
    moves = position.legal_moves
    if depth == 1 or not moves:
        return max(len(moves), 1)
    return sum(_count(position.play(move), depth - 1) for move in moves)


def divide(position: D, depth: int, count: Callable[[D, int], int] = perft) -> dict[str, int]:
    """The number of leaves below each legal move, as counted by `count` in the position after the move.

    The numbers add up to `perft` unless the game is over or `depth` is 0.
    """
    return {move: count(position.play(move), depth - 1) for move in position.legal_moves}
