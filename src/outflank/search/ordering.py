"""Move ordering: which moves to try first, because they are likely to cut off and cheap to refute if they do not.

Moves that leave the fewest replies come first (fastest-first: what the opponent cannot do need not be searched), with
corrections for potential replies, corners, X-squares, parity and edge stability. The weights were tuned by node counts;
see benchmarks/results.md. Above the endgame solvers the learned evaluation orders moves: see `midgame.rank_moves`.
"""

from typing import Any

import numba

from outflank.board.bits import ONE, bitboard, lowest_square, popcount
from outflank.board.masks import C_SQUARES, CORNERS, X_SQUARES
from outflank.board.moves import flips, legal_moves
from outflank.board.parity import odd_quarters
from outflank.board.potential_mobility import potential_moves
from outflank.board.stability import stable_on_edges
from outflank.jit import kernel
from outflank.search.state import MAX_MOVES, State

_CORNERS, _X_SQUARES, _C_SQUARES = bitboard(CORNERS), bitboard(X_SQUARES), bitboard(C_SQUARES)

REPLY, CORNER_REPLY, POTENTIAL_REPLY = 16, 28, 4
EVEN_REGION, CORNER, X_SQUARE, C_SQUARE, STABLE_ON_EDGE = 12, -14, 14, -2, -8
FIRST, SECOND = -1_000_000, -900_000  # the moves that the transposition table remembers
FAR = 12  # empty squares from which on edge stability is worth its time


@kernel("int64(uint64, uint64, uint64, uint64, int64)")
def sort_key(player: int, opponent: int, bit: int, odd: int, n_empties: int) -> int:
    """How late to try the move at `bit`, after which `player` is to move; `odd` marks the odd regions before it."""
    replies = legal_moves(player, opponent)
    key = REPLY * popcount(replies) + CORNER_REPLY * popcount(replies & _CORNERS)
    key += POTENTIAL_REPLY * popcount(potential_moves(player, opponent))
    if not odd & bit:
        key += EVEN_REGION
    if bit & _CORNERS:
        key += CORNER
    if bit & _X_SQUARES:
        key += X_SQUARE
    if bit & _C_SQUARES:
        key += C_SQUARE
    if n_empties >= FAR:
        key += STABLE_ON_EDGE * popcount(stable_on_edges(opponent, player))
    return key


_u, _i = numba.types.uint64, numba.types.int64


@kernel(numba.types.void(_i, _u, _u, _i, _i, State))
def insert(key: int, flipped: int, square: int, first: int, end: int, state: Any) -> None:
    """Put a move into the list from place `first` to `end`, which is sorted by key; equals stay in order."""
    while end > first and state.keys[end - 1] > key:
        state.keys[end] = state.keys[end - 1]
        state.flips[end] = state.flips[end - 1]
        state.squares[end] = state.squares[end - 1]
        end -= 1
    state.keys[end], state.flips[end], state.squares[end] = key, flipped, square


@kernel(_i(_u, _u, _u, _u, _u, _i, State))
def sort_moves(player: int, opponent: int, moves: int, best: int, second: int, n_empties: int, state: Any) -> int:
    """List the legal `moves` in the state's place for `n_empties`, best first; the place after the last.

    `best` and `second` are remembered moves, or NO_MOVE.
    """
    odd = odd_quarters(~(player | opponent))
    first = n_empties * MAX_MOVES
    end = first
    while moves:
        square = lowest_square(moves)
        bit = ONE << square
        moves ^= bit
        flipped = flips(square, player, opponent)
        if square == best:
            key = FIRST
        elif square == second:
            key = SECOND
        else:
            key = sort_key(opponent ^ flipped, player ^ (flipped | bit), bit, odd, n_empties)
        insert(key, flipped, square, first, end, state)
        end += 1
    return end
