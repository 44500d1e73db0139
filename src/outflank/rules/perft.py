"""Perft for boards of any size: the number of leaves in the game tree.

This version plays through `DiscPosition` and is therefore slow. `outflank.board.perft` uses compiled code for 8×8
boards, but this package must not import it.
"""

from collections.abc import Callable
from typing import TypeVar

from outflank.errors import OptionError
from outflank.rules.discs import DiscPosition

D = TypeVar("D", bound=DiscPosition)


def perft(position: DiscPosition, depth: int) -> int:
    """Count the move sequences that are `depth` plies long.

    A forced pass counts as a ply. A game that ends early counts as one sequence.

    >>> from outflank.rules import Position
    >>> [perft(Position.start(), depth) for depth in range(6)]
    [1, 4, 12, 56, 244, 1396]
    """
    if depth < 0:
        raise OptionError("expected a depth of at least 0, got {depth}", depth=depth)
    if depth == 0:
        return 1
    moves = position.legal_moves
    if depth == 1 or not moves:
        return max(len(moves), 1)
    return sum(perft(position.play(move), depth - 1) for move in moves)


def divide(position: D, depth: int, count: Callable[[D, int], int] = perft) -> dict[str, int]:
    """The number of leaves below each legal move, as counted by `count` in the position after the move.

    The numbers add up to `perft` unless the game is over or `depth` is 0.
    """
    return {move: count(position.play(move), depth - 1) for move in position.legal_moves}
