"""Moves on a board that is stored in rows: the legal cells, the effect of a move, and the next colour to move.

One pass over the rows handles all columns and both of the other colours together. For this purpose, each word contains
a row of the first colour in its low 32 bits and a row of the second colour above them.
"""

from typing import Any

import numba
import numpy as np

from outflank.board.bits import popcount, unsigned
from outflank.jit import kernel
from outflank.tribolo.compiled.state import BOARD, EMPTY, MOVES, ROWS, State

_i = numba.types.int64
_LOW = (1 << 32) - 1
_DY = np.array([-1, -1, -1, 0, 0, 1, 1, 1])
_DX = np.array([-1, 0, 1, -1, 1, -1, 0, 1])


@kernel("int64(int64)")
def count(row: int) -> int:
    """Count the cells in a row."""
    return popcount(unsigned(row))


@kernel(_i(_i, _i, State))
def find_moves(ply: int, colour: int, state: Any) -> int:
    """Store the cells where `colour` can move in the ply's `legal` rows, and return their number."""
    board, legal = ply * BOARD, ply * ROWS
    own, empties = board + colour * ROWS, board + EMPTY
    a, b = board + (colour + 1) % 3 * ROWS, board + (colour + 2) % 3 * ROWS
    # Downwards. These are the own cells in the row above, and the other colours' cells there that walks from further up
    # have reached.
    above = left = straight = right = 0
    for y in range(1, ROWS - 1):
        run = state.boards[a + y] | state.boards[b + y] << 32
        mine = state.boards[own + y]
        mine |= mine << 32
        free = state.boards[empties + y]
        free |= free << 32
        found = left >> 1 | straight | right << 1
        found |= (run + (mine << 1 & run)) & ~run  # along the row, a carry passes the run to the cell behind it
        walk = mine >> 1 & run
        while walk:
            walk >>= 1
            found |= walk & free
            walk &= run
        found &= free
        state.legal[legal + y] = (found | found >> 32) & _LOW
        left = (above | left) >> 1 & run
        straight = (above | straight) & run
        right = (above | right) << 1 & run
        above = mine
    # Upwards.
    above = left = straight = right = 0
    n = 0
    for y in range(ROWS - 2, 0, -1):
        run = state.boards[a + y] | state.boards[b + y] << 32
        mine = state.boards[own + y]
        mine |= mine << 32
        found = left >> 1 | straight | right << 1
        state.legal[legal + y] |= (found | found >> 32) & state.boards[empties + y]
        n += count(state.legal[legal + y])
        left = (above | left) >> 1 & run
        straight = (above | straight) & run
        right = (above | right) << 1 & run
        above = mine
    return n


@kernel(_i(_i, State))
def find_mover(ply: int, state: Any) -> int:
    """Skip colours that cannot move, and return the number of legal moves of the first colour that can.

    The moves are stored in the ply's `legal` rows. The game is over if the result is 0.
    """
    for _ in range(3):
        n = find_moves(ply, state.turns[ply], state)
        if n:
            return n
        state.turns[ply] = (state.turns[ply] + 1) % 3
    return 0


@kernel(_i(_i, State))
def list_moves(ply: int, state: Any) -> int:
    """List the moves in the ply's `legal` rows in row-major order, and return the index after the last one."""
    end = ply * MOVES
    for y in range(1, ROWS - 1):
        row = state.legal[ply * ROWS + y]
        while row:
            state.moves[end] = y << 5 | count((row & -row) - 1)
            row &= row - 1
            end += 1
    return end


@kernel(_i(_i, _i, State))
def play(ply: int, move: int, state: Any) -> int:
    """Write the board after a legal move to the next ply, and return the number of captured discs."""
    board, after = ply * BOARD, (ply + 1) * BOARD
    for i in range(BOARD):
        state.boards[after + i] = state.boards[board + i]
    mover = state.turns[ply]
    state.turns[ply + 1] = (mover + 1) % 3
    mine = mover * ROWS
    row, column = move >> 5, move & 31
    state.boards[after + mine + row] |= 1 << column
    state.boards[after + EMPTY + row] ^= 1 << column
    taken = 0
    for direction in range(8):
        dy, dx = _DY[direction], _DX[direction]
        for step in range(1, 3):
            theirs = (mover + step) % 3 * ROWS
            y, x = row + dy, column + dx
            length = 0
            while state.boards[board + theirs + y] >> x & 1:
                y, x = y + dy, x + dx
                length += 1
            if length and state.boards[board + mine + y] >> x & 1:
                taken += length
                for _ in range(length):
                    y, x = y - dy, x - dx
                    state.boards[after + theirs + y] ^= 1 << x
                    state.boards[after + mine + y] |= 1 << x
    return taken
