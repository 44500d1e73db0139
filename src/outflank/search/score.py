"""Scores: what a finished game is worth, and the bounds between which all scores lie.

A score is a disc difference in the view of the side to move, empty squares to the winner: an even number from
`LOWEST` to `HIGHEST`.
"""

from outflank.board.bits import popcount
from outflank.jit import kernel

LOWEST, HIGHEST = -64, 64


@kernel("int64(uint64, uint64)")
def final_score(player: int, opponent: int) -> int:
    """The score of a game that is over."""
    difference = popcount(player) - popcount(opponent)
    if difference > 0:
        return 64 - 2 * popcount(opponent)
    if difference < 0:
        return 2 * popcount(player) - 64
    return 0
