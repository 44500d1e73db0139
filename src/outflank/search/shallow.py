"""Searches of a few plies without a transposition table, for the leaves of the midgame search and for move ordering.

Values are in the evaluation's units (1/`UNIT` disc), from the point of view of the side to move. The state stores the
position's features in the row for its number of empty squares.
"""

from typing import Any

import numba

from outflank.board.bits import ZERO, bitboard, lowest_square, unsigned
from outflank.board.masks import CORNERS, X_SQUARES
from outflank.board.moves import flips, legal_moves
from outflank.evaluation.evaluate import UNIT
from outflank.evaluation.features import ROW_BYTES, moved, negated
from outflank.evaluation.judge import value_within
from outflank.jit import kernel
from outflank.search.score import final_score
from outflank.search.state import State

LEAST = -65 * UNIT
"""A value that is lower than any other."""

_CORNERS, _X_SQUARES = bitboard(CORNERS), bitboard(X_SQUARES)
_OTHERS = ~(_CORNERS | _X_SQUARES)

_u, _i = numba.types.uint64, numba.types.int64


@kernel(_u(_i, State))
def row_of(n_empties: int, state: Any) -> int:
    """The address of the row of features for positions with `n_empties` empty squares."""
    features: int = state.features
    return features + unsigned(n_empties * ROW_BYTES)


@kernel(_i(_i, _u, _u, _u, _u, _i, _i, _u, State))
def value_after(
    n_empties: int,
    square: int,
    flipped: int,
    player: int,
    opponent: int,
    alpha: int,
    beta: int,
    network: int,
    state: Any,
) -> int:
    """Evaluate a move: the value of the position after it, from the point of view of the side that made it.

    `player` is the side to move after the move, and `n_empties` is the number of empty squares before the move.
    `network` is the address of the evaluation's network, or 0 for none. The network is used only if it could make a
    difference within the window from `alpha` to `beta`. A wipe-out gets its exact score, which is beyond the
    evaluation's range. The features of the next position remain in their row.
    """
    state.nodes += 1
    child = moved(row_of(n_empties, state), row_of(n_empties - 1, state), state.increments, square, flipped)
    if n_empties == 1 or player == ZERO:
        return -UNIT * final_score(player, opponent)
    return -value_within(child, player, opponent, -beta, -alpha, n_empties - 1, state.weights, network)


@kernel(_u(_u, _u, _u))
def _next(moves: int, killer: int, second_killer: int) -> int:
    """Pick the move to try next, as a mask: killers first, then corners, then other squares, and finally X-squares.

    A *killer* is a move that recently refuted another position with the same number of empty squares, and that is
    therefore likely to refute this one too (Akl and Newborn 1977). This code compiles to branch-free instructions,
    because the processor could not predict the branches.
    """
    chosen = moves & _OTHERS
    if chosen == ZERO:
        chosen = moves
    if moves & _CORNERS != ZERO:
        chosen = moves & _CORNERS
    if moves & second_killer != ZERO:
        chosen = second_killer
    if moves & killer != ZERO:
        chosen = killer
    return chosen & -chosen


@kernel(_i(_u, _u, _i, _i, _i, _i, _u, State))
def shallow(
    player: int, opponent: int, alpha: int, beta: int, depth: int, n_empties: int, network: int, state: Any
) -> int:
    """The value according to a fail-soft alpha-beta search of `depth` >= 1 plies. See `value_after` for `network`."""
    state.nodes += 1
    moves = legal_moves(player, opponent)
    if moves == ZERO:
        if legal_moves(opponent, player) == ZERO:
            return UNIT * final_score(player, opponent)
        row = row_of(n_empties, state)
        negated(row, row)
        value = -shallow(opponent, player, -beta, -alpha, depth, n_empties, network, state)
        negated(row, row)
        return value
    best = LEAST
    killer, second_killer = state.killers[2 * n_empties], state.killers[2 * n_empties + 1]
    while moves:
        bit = _next(moves, killer, second_killer)
        moves ^= bit
        square = lowest_square(bit)
        flipped = flips(square, player, opponent)
        next_player, next_opponent = opponent ^ flipped, player ^ (flipped | bit)
        if depth == 1 or n_empties == 1:
            value = value_after(n_empties, square, flipped, next_player, next_opponent, alpha, beta, network, state)
        else:
            moved(row_of(n_empties, state), row_of(n_empties - 1, state), state.increments, square, flipped)
            value = -shallow(next_player, next_opponent, -beta, -alpha, depth - 1, n_empties - 1, network, state)
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                if value >= beta:
                    if bit != killer:
                        state.killers[2 * n_empties], state.killers[2 * n_empties + 1] = bit, killer
                    return value
    return best
