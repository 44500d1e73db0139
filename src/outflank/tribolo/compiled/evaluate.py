"""The evaluation of a position for each colour, as a weighted sum of features."""

from typing import Any

import numba

from outflank.jit import kernel
from outflank.tribolo.compiled.moves import count, find_moves
from outflank.tribolo.compiled.state import BOARD, EMPTY, N_AXES, N_FEATURES, ROWS, State

DISCS, MOVES, FRONTIER, PROTECTED = range(4)
"""Indices of a colour's features: discs, moves, discs next to empty cells, and protected discs.

PROTECTED is the index of the first of four features, the numbers of discs with at least 1, 2, 3 and 4 protected axes.
"""

POINT = 100
"""The value of one cell at the end of the game."""

_i = numba.types.int64


@kernel(_i(_i, State))
def find_features(ply: int, state: Any) -> int:
    """Compute the state's `features` for each colour. Returns the number of empty cells, or −1 if the game is over."""
    board, empties = ply * BOARD, ply * BOARD + EMPTY
    n_empty = n_moves = 0
    for colour in range(3):
        first = colour * N_FEATURES
        for i in range(N_FEATURES):
            state.features[first + i] = 0
        n = find_moves(ply, colour, state)
        n_moves += n
        state.features[first + MOVES] = n
    for y in range(1, ROWS - 1):
        empty = state.boards[empties + y]
        n_empty += count(empty)
        near = empty | state.boards[empties + y - 1] | state.boards[empties + y + 1]
        near |= near << 1 | near >> 1
        for colour in range(3):
            discs = state.boards[board + colour * ROWS + y]
            first = colour * N_FEATURES
            state.features[first + DISCS] += count(discs)
            state.features[first + FRONTIER] += count(discs & near)
            for axis in range(N_AXES):
                protected = discs & state.protected[axis * ROWS + y]
                state.features[first + PROTECTED + axis] += count(protected)
    return n_empty if n_moves else -1


@kernel(_i(_i, State))
def evaluate(ply: int, state: Any) -> int:
    """Compute the ply's `values` for each colour, and return the value for the state's seat."""
    n_empty = find_features(ply, state)
    first = ply * 3
    for colour in range(3):
        own = colour * N_FEATURES
        if n_empty < 0:
            value = POINT * state.features[own + DISCS]
        else:
            value = 0
            for i in range(N_FEATURES):
                value += state.weights[n_empty * N_FEATURES + i] * state.features[own + i]
        state.values[first + colour] = value
    if state.rivals:
        total = state.values[first] + state.values[first + 1] + state.values[first + 2]
        best, n_best = 0, 0
        for colour in range(3):
            n = state.features[colour * N_FEATURES + DISCS]
            if n > best:
                best, n_best = n, 1
            elif n == best:
                n_best += 1
        for colour in range(3):
            value = 3 * state.values[first + colour] - total
            if n_empty < 0 and n_best == 1:
                won = state.features[colour * N_FEATURES + DISCS] == best
                value += 2 * state.win if won else -state.win
            state.values[first + colour] = value
    worth: int = state.values[first + state.seat]
    return worth
