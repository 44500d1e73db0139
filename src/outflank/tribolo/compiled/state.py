"""The state of a search: one NumPy record, which kernels receive as a single pointer.

A board is four sets of rows: those of blue, red and green, and the empty cells. Row y is word y + 1, column x is bit
x + 1, so that an edge of cells that are nobody's and not empty surrounds the board, as if it were walled in. A *ply* is
a place in the record for one board and what belongs to it; a move makes the board at the next ply.
"""

from typing import Any

import numba
import numpy as np

from outflank.board.squares import bits
from outflank.tribolo.position import HEIGHT, WIDTH, TriboloPosition

ROWS = HEIGHT + 2
BOARD = 4 * ROWS
EMPTY = 3 * ROWS
"""Where the rows of the empty cells begin on a board; those of a colour begin at colour × ROWS."""

CELLS = WIDTH * HEIGHT
PLIES = CELLS - 2  # a game fills no more cells than that
MOVES = CELLS
N_AXES = 4
N_FEATURES = 7

STATE = np.dtype(
    [
        ("nodes", np.int64),
        ("stop", np.int64),  # not 0 once the search is to stop; what it returns then means nothing
        ("seat", np.int64),  # whom paranoid searches for
        ("rivals", np.int64),  # whether a player wants to be ahead of the others, or just cells
        ("win", np.int64),  # what winning is worth besides
        ("boards", np.int64, (PLIES * BOARD,)),
        ("turns", np.int64, (PLIES,)),
        ("legal", np.int64, (PLIES * ROWS,)),  # rows of the cells where the side to move may move
        ("moves", np.int64, (PLIES * MOVES,)),
        ("keys", np.int64, (PLIES * MOVES,)),
        ("values", np.int64, (PLIES * 3,)),  # what the position is worth to each colour
        ("features", np.int64, (3 * N_FEATURES,)),
        ("root_values", np.int64, (MOVES,)),
        ("protected", np.int64, (N_AXES * ROWS,)),  # rows of the cells with at least 1, 2, 3, 4 axes protected
        ("weights", np.int64, ((CELLS + 1) * N_FEATURES,)),  # of the features, by the number of empty cells
    ],
    align=True,
)

State = numba.from_dtype(STATE)


def new_state() -> Any:
    """A record with nothing in it."""
    return np.zeros(1, STATE).view(np.recarray)[0]


def set_up(state: Any, position: TriboloPosition) -> None:
    """Put a position at ply 0."""
    state.boards[:BOARD] = 0
    for part, mask in enumerate((*position.discs, position.empties)):
        for cell in bits(mask):
            y, x = divmod(cell, position.width)
            state.boards[part * ROWS + y + 1] |= 1 << x + 1
    state.turns[0] = int(position.turn)
    state.protected[:] = 0
    for cell, n_axes in enumerate(protected_axes(position)):
        y, x = divmod(cell, position.width)
        for level in range(n_axes):
            state.protected[level * ROWS + y + 1] |= 1 << x + 1


def protected_axes(position: TriboloPosition) -> list[int]:
    """For each cell, on how many of the four axes through it a wall or the edge is next to it: no jump passes it."""
    width, height = position.width, position.height

    def is_free(x: int, y: int) -> bool:
        return 0 <= x < width and 0 <= y < height and not position.walls >> y * width + x & 1

    axes = ((1, 0), (0, 1), (1, 1), (1, -1))
    return [
        sum(not (is_free(x + dx, y + dy) and is_free(x - dx, y - dy)) for dx, dy in axes)
        for y in range(height)
        for x in range(width)
    ]


def cell_of(move: int, width: int) -> int:
    """The cell of a kernels' move."""
    return ((move >> 5) - 1) * width + (move & 31) - 1
