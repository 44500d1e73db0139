"""The state of a search: a single NumPy record that kernels receive as a pointer.

A board consists of four sets of rows, for the blue, red, green and empty cells. Row y is word y + 1 and column x is bit
x + 1. The board is thus surrounded by a border of cells that are neither owned nor empty, like walls. A *ply* is an
index into the record's arrays, under which a board and its data are stored. A move writes the new board to the next
ply.
"""

from typing import Any

import numba
import numpy as np

from outflank.board.squares import bits
from outflank.tribolo.position import HEIGHT, WIDTH, TriboloPosition

ROWS = HEIGHT + 2
BOARD = 4 * ROWS
EMPTY = 3 * ROWS
"""Offset of the rows of empty cells within a board. The rows of a colour are at colour × ROWS."""

CELLS = WIDTH * HEIGHT
PLIES = CELLS - 2  # a game cannot fill more cells
MOVES = CELLS
N_AXES = 4
N_FEATURES = 7

STATE = np.dtype(
    [
        ("nodes", np.int64),
        ("stop", np.int64),  # nonzero when the search must stop; its result is then meaningless
        ("seat", np.int64),  # the seat for which a paranoid search is made
        ("rivals", np.int64),  # 1 if players want to be ahead of the others, 0 if they want cells
        ("win", np.int64),  # the value of a win, added to the value of the cells
        ("boards", np.int64, (PLIES * BOARD,)),
        ("turns", np.int64, (PLIES,)),
        ("legal", np.int64, (PLIES * ROWS,)),  # rows of the legal cells of the side to move
        ("moves", np.int64, (PLIES * MOVES,)),
        ("keys", np.int64, (PLIES * MOVES,)),
        ("values", np.int64, (PLIES * 3,)),  # the value of the position for each colour
        ("features", np.int64, (3 * N_FEATURES,)),
        ("root_values", np.int64, (MOVES,)),
        ("protected", np.int64, (N_AXES * ROWS,)),  # rows of the cells with at least 1, 2, 3, 4 protected axes
        ("weights", np.int64, ((CELLS + 1) * N_FEATURES,)),  # of the features, by number of empty cells
    ],
    align=True,
)

State = numba.from_dtype(STATE)


def new_state() -> Any:
    """Create an empty record."""
    return np.zeros(1, STATE).view(np.recarray)[0]


def set_up(state: Any, position: TriboloPosition) -> None:
    """Store a position in the state at ply 0."""
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
    """For each cell, the number of axes (up to four) on which it borders a wall or the board's edge.

    No jump can cross a cell along such an axis.
    """
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
    """Convert a kernel's move to a cell number."""
    return ((move >> 5) - 1) * width + (move & 31) - 1
