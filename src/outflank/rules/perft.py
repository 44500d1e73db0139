"""Perft on any board size: how many leaves the game tree has at a depth.

Counted with the rules' own positions, slowly. `outflank.board.perft` counts the same on 8×8 boards with compiled code,
which the rules do without.
"""

from collections.abc import Callable

from outflank.rules.position import Position


def perft(position: Position, depth: int) -> int:
    """How many ways there are to play `depth` plies: a forced pass is one, a game that ends before that is one way."""
    if depth < 0:
        raise ValueError(f"expected a depth of at least 0, got {depth}")
    if depth == 0:
        return 1
    moves = position.legal_moves
    if depth == 1 or not moves:
        return max(len(moves), 1)
    return sum(perft(position.play(move), depth - 1) for move in moves)


def divide(position: Position, depth: int, count: Callable[[Position, int], int] = perft) -> dict[str, int]:
    """The leaves below each legal move, which add up to `perft` unless the game is over or the depth 0.

    `count` counts the leaves of a position.
    """
    return {move: count(position.play(move), depth - 1) for move in position.legal_moves}
