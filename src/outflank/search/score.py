"""Scores: the value of a finished game, and the range of possible scores.

A score is the disc difference from the point of view of the side to move, with empty squares counted for the winner. It
is an even number from `LOWEST` to `HIGHEST`.
"""

from outflank.board.bits import popcount
from outflank.jit import kernel

LOWEST, HIGHEST = -64, 64


@kernel("int64(uint64, uint64)")
def final_score(player: int, opponent: int) -> int:
    """The score of a finished game."""
    difference = popcount(player) - popcount(opponent)
    if difference > 0:
        return 64 - 2 * popcount(opponent)
    if difference < 0:
        return 2 * popcount(player) - 64
    return 0
