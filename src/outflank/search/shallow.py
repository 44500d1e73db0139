"""Searches of a few plies without a table, used at the leaves of the midgame search and for ordering moves.

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
"""Below every value."""

_CORNERS, _X_SQUARES = bitboard(CORNERS), bitboard(X_SQUARES)
_OTHERS = ~(_CORNERS | _X_SQUARES)

_u, _i = numba.types.uint64, numba.types.int64


@kernel(_u(_i, State))
def row_of(n_empties: int, state: Any) -> int:
    """The address of the features of the position with `n_empties` empty squares."""
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
    """The mover's value of a move, found by evaluating the next position, in which `player` is to move.

    `network` is the address of the evaluation's network, which is used where it can matter to the mover's window; 0
    means no network. A wipe-out gets its exact score, which the evaluation cannot give. The features of the next
    position stay in their row. `n_empties` is the number of empty squares before the move.
    """
    state.nodes += 1
    child = moved(row_of(n_empties, state), row_of(n_empties - 1, state), state.increments, square, flipped)
    if n_empties == 1 or player == ZERO:
        return -UNIT * final_score(player, opponent)
    return -value_within(child, player, opponent, -beta, -alpha, n_empties - 1, state.weights, network)


@kernel(_u(_u, _u, _u))
def _next(moves: int, killer: int, second_killer: int) -> int:
    """The next move to try, as a mask: first killers, then corners, then other squares, and X-squares last.

    A *killer* is a move that recently refuted another position with the same number of empty squares, and so is likely
    to refute this one too (Akl and Newborn 1977). The code compiles to no branches, because the processor could not
    predict them.
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
    """The value from a fail-soft alpha-beta search of `depth` >= 1 plies; `network` is the same as in `value_after`."""
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
