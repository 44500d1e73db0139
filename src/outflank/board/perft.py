"""Perft: the number of leaves in the game tree, the standard test of a move generator's correctness and speed."""

from outflank.board.bits import ONE, ZERO, lowest_square, popcount
from outflank.board.moves import flips, legal_moves
from outflank.board.squares import bits, full
from outflank.jit import kernel

_PLIES_AT_ONCE = 7  # compiled code ignores Ctrl-C: seven plies take 0.1 s in the widest positions


def perft(player: int, opponent: int, depth: int) -> int:
    """Count the move sequences that are `depth` plies long, starting with a move by `player` on the 8×8 board.

    A forced pass counts as a ply. A game that ends early counts as one sequence. Raises ValueError for an invalid
    argument.
    """
    if depth < 0:
        raise ValueError(f"expected a depth of at least 0, got {depth}")
    if player & opponent or not 0 <= player | opponent <= full(8):
        raise ValueError(
            f"expected two bitboards of 64 squares without a common disc, got {player:#x} and {opponent:#x}"
        )
    if depth <= _PLIES_AT_ONCE:
        return count_leaves(player, opponent, depth) if depth else 1
    moves = legal_moves(player, opponent)
    if not moves:
        return perft(opponent, player, depth - 1) if legal_moves(opponent, player) else 1
    leaves = 0
    for square in bits(moves):
        flipped = flips(square, player, opponent)
        leaves += perft(opponent ^ flipped, player | flipped | 1 << square, depth - 1)
    return leaves


@kernel("int64(uint64, uint64, int64)")
def count_leaves(player: int, opponent: int, depth: int) -> int:
    """Like `perft`, for a depth of at least 1. The last ply's moves are counted without playing them."""
    moves = legal_moves(player, opponent)
    if depth == 1:
        return max(popcount(moves), 1)
    if moves == ZERO:
        if legal_moves(opponent, player) == ZERO:
            return 1
        return count_leaves(opponent, player, depth - 1)
    leaves = 0
    while moves:
        square = lowest_square(moves)
        moves &= moves - ONE
        flipped = flips(square, player, opponent)
        leaves += count_leaves(opponent ^ flipped, player | flipped | ONE << square, depth - 1)
    return leaves
