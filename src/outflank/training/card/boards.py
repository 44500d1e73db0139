"""Moves and flips in plain integer operations, which every processor and every graphics card has.

Discs spread along lines by shifts (Kogge-Stone fills): two steps of one square, then two steps of two squares.
"""

from outflank.board.bits import ZERO, bitboard
from outflank.board.masks import INNER_COLUMNS
from outflank.jit import kernel

_INNER = bitboard(INNER_COLUMNS)
_1, _7, _8, _9 = (bitboard(step) for step in (1, 7, 8, 9))


@kernel("uint64(uint64, uint64, uint64)")
def landings(player: int, run: int, step: int) -> int:
    """The squares just beyond the runs of discs that start next to the player's discs, in both directions of an axis.

    `run` contains the opponent's discs that a walk may cross without leaving its line.
    """
    twice = step + step
    up, down = run & player << step, run & player >> step
    up, down = up | run & up << step, down | run & down >> step
    pairs_up = run & run << step
    pairs_down = pairs_up >> step
    up, down = up | pairs_up & up << twice, down | pairs_down & down >> twice
    up, down = up | pairs_up & up << twice, down | pairs_down & down >> twice
    return up << step | down >> step


@kernel("uint64(uint64, uint64)")
def moves_of(player: int, opponent: int) -> int:
    """The squares where `player` may legally move."""
    inner = opponent & _INNER
    reached = landings(player, inner, _1) | landings(player, inner, _7)
    reached |= landings(player, opponent, _8) | landings(player, inner, _9)
    return reached & ~(player | opponent)


@kernel("uint64(uint64, uint64, uint64, uint64)")
def flips_on(bit: int, player: int, run: int, step: int) -> int:
    """The discs that a move at `bit` flips on one axis. `run` is as in `landings`."""
    twice = step + step
    up, down = run & bit << step, run & bit >> step
    up, down = up | run & up << step, down | run & down >> step
    pairs_up = run & run << step
    pairs_down = pairs_up >> step
    up, down = up | pairs_up & up << twice, down | pairs_down & down >> twice
    up, down = up | pairs_up & up << twice, down | pairs_down & down >> twice
    flipped = ZERO
    if up << step & player != ZERO:
        flipped |= up
    if down >> step & player != ZERO:
        flipped |= down
    return flipped


@kernel("uint64(uint64, uint64, uint64)")
def flips_of(bit: int, player: int, opponent: int) -> int:
    """The discs that flip if `player` moves to the empty square at `bit`; 0 if the move is illegal."""
    inner = opponent & _INNER
    flipped = flips_on(bit, player, inner, _1) | flips_on(bit, player, inner, _7)
    return flipped | flips_on(bit, player, opponent, _8) | flips_on(bit, player, inner, _9)
