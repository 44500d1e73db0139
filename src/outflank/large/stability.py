"""Stable discs on the 10×10 board: discs that can never be flipped again.

A disc is stable if, along each of the four axes, its line is full, or one neighbour does not exist or is a stable disc
of its own colour. The test is repeated until it finds no more discs.
"""

import numba

from outflank.board.squares import row
from outflank.jit import kernel
from outflank.large.board import ALL, EMPTY, SIZE, Board, board, down, up
from outflank.large.moves import NOT_FIRST, NOT_LAST

_ALL, _NOT_FIRST, _NOT_LAST = board(ALL), board(NOT_FIRST), board(NOT_LAST)
_SIDES = board(ALL & ~(NOT_FIRST & NOT_LAST))
_ENDS = board(row(0, SIZE) | row(SIZE - 1, SIZE))
_BORDER = board(_SIDES | _ENDS)


@kernel(Board(Board, numba.types.int64, Board, Board))
def _open_on(empties: int, step: int, landing_up: int, landing_down: int) -> int:
    """The squares on lines along one axis that have an empty square. A step may only land on certain squares."""
    upward, downward = empties, empties
    for _ in range(SIZE - 1):
        upward |= up(upward, step) & landing_up
        downward |= down(downward, step) & landing_down
    return upward | downward


@kernel(Board(Board, Board))
def stable_discs(player: int, opponent: int) -> int:
    """The player's discs that are recognised as stable."""
    empties = _ALL & ~(player | opponent)
    rows = _ALL & ~_open_on(empties, 1, _NOT_FIRST, _NOT_LAST) | _SIDES
    rising = _ALL & ~_open_on(empties, SIZE - 1, _NOT_LAST, _NOT_FIRST) | _BORDER
    columns = _ALL & ~_open_on(empties, SIZE, _ALL, _ALL) | _ENDS
    falling = _ALL & ~_open_on(empties, SIZE + 1, _NOT_FIRST, _NOT_LAST) | _BORDER
    stable = EMPTY
    while True:
        # Discs beside the edge of the board are in the masks already, so a shift that wraps around does no harm.
        grown = player & (rows | up(stable, 1) | down(stable, 1))
        grown &= rising | up(stable, SIZE - 1) | down(stable, SIZE - 1)
        grown &= columns | up(stable, SIZE) | down(stable, SIZE)
        grown &= falling | up(stable, SIZE + 1) | down(stable, SIZE + 1)
        if grown == stable:
            return stable
        stable = grown
