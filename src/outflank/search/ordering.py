"""Move ordering: moves come first if they are likely to cause a cut-off and cheap to search if they do not.

In the endgame, these are the moves with the fewest replies, because fewer replies leave less to search (fastest-first).
Corners and parity correct this order. The weights were tuned on node counts and search times, as documented in
benchmarks/results.md. Above the endgame solvers, the learned evaluation orders the moves: see `midgame.rank_moves`.
"""

from typing import Any

import numba

from outflank.board.bits import bitboard, popcount
from outflank.board.masks import CORNERS
from outflank.jit import kernel
from outflank.search.state import State

REPLY, CORNER_REPLY, EVEN_REGION, CORNER = 16, 28, 12, -14
FIRST, SECOND = -1_000_000, -900_000  # keys for a move that wipes the opponent out, and for the second hash move
LEAST_KEY = FIRST << 6  # below every key that has a square in its lowest six bits

_CORNERS = bitboard(CORNERS)
_GREATEST = 1 << 60

_u, _i = numba.types.uint64, numba.types.int64


@kernel("int64(uint64, uint64, uint64)")
def sort_key(replies: int, bit: int, odd: int) -> int:
    """Sort key of the move at `bit`; the lowest key comes first. `replies` are the legal moves after it.

    `odd` is the mask of odd regions before the move.
    """
    key = REPLY * popcount(replies) + CORNER_REPLY * popcount(replies & _CORNERS)
    if not odd & bit:
        key += EVEN_REGION
    if bit & _CORNERS:
        key += CORNER
    return key


@kernel(numba.types.void(_i, _u, _u, _i, _i, State))
def insert(key: int, flipped: int, square: int, first: int, end: int, state: Any) -> None:
    """Insert a move into the part of the list from `first` to `end`, which is sorted by key. Ties keep their order."""
    while end > first and state.keys[end - 1] > key:
        state.keys[end] = state.keys[end - 1]
        state.flips[end] = state.flips[end - 1]
        state.squares[end] = state.squares[end - 1]
        end -= 1
    state.keys[end], state.flips[end], state.squares[end] = key, flipped, square


@kernel(_i(_i, _u, _u, State))
def least_above(key: int, first: int, end: int, state: Any) -> int:
    """The smallest key greater than `key` in the list from index `first` to `end`.

    To visit the distinct keys in order, start with LEAST_KEY and pass each result to the next call. This is faster than
    sorting, because the first few keys are often enough and sorting causes branch mispredictions.
    """
    least = _GREATEST
    for i in range(first, end):
        this = state.keys[i]
        least = min(least, this if this > key else _GREATEST)
    return least
