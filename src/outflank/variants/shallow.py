"""Searches of a few plies with the learned evaluation.

Values are in the evaluation's units, from the point of view of the side to move. The state stores the position's
features in the row for its number of empty squares.
"""

from typing import Any

import numba

from outflank.board.bits import ZERO, lowest_square, unsigned
from outflank.board.moves import flips, legal_moves
from outflank.evaluation.features import ROW_BYTES, moved, negated
from outflank.jit import kernel
from outflank.variants.endgame import final_score
from outflank.variants.evaluate import UNIT, evaluate, placed
from outflank.variants.state import State

LEAST = -65 * UNIT
"""A value that is lower than any other."""

_u, _i = numba.types.uint64, numba.types.int64


@kernel(_u(_i, State))
def row_of(n_empties: int, state: Any) -> int:
    """The address of the row of features for positions with `n_empties` empty squares."""
    features: int = state.features
    return features + unsigned(n_empties * ROW_BYTES)


@kernel(_i(_u, _u, _i, _i, _i, _i, State))
def shallow(player: int, opponent: int, alpha: int, beta: int, depth: int, n_empties: int, state: Any) -> int:
    """The value according to a fail-soft alpha-beta search of `depth` plies.

    After them, at least `patterns.FEWEST` squares must be empty.
    """
    state.nodes += 1
    row = row_of(n_empties, state)
    if depth == 0:
        return evaluate(row, n_empties, state.weights)
    moves = legal_moves(player, opponent) & state.squares
    if moves == ZERO:
        if legal_moves(opponent, player) & state.squares == ZERO:
            return UNIT * final_score(player, opponent, state)
        negated(row, row)
        value = -shallow(opponent, player, -beta, -alpha, depth, n_empties, state)
        negated(row, row)
        return value
    best = LEAST
    killer = state.killers[n_empties]
    while moves:
        bit = killer if moves & killer != ZERO else moves & -moves
        moves ^= bit
        square = lowest_square(bit)
        flipped = flips(square, player, opponent)
        next_player, next_opponent = opponent ^ flipped, player ^ (flipped | bit)
        moved(row, row_of(n_empties - 1, state), state.increments, square, flipped)
        value = -shallow(next_player, next_opponent, -beta, -max(alpha, best), depth - 1, n_empties - 1, state)
        if value > best:
            best = value
            if best >= beta:
                state.killers[n_empties] = bit
                break
    return best


@kernel(_i(_u, _u, _i, _i, State))
def look_ahead(player: int, opponent: int, depth: int, n_empties: int, state: Any) -> int:
    """The value according to a search of `depth` plies, for a position whose features are not in the state yet."""
    placed(player, opponent, state.increments, row_of(n_empties, state))
    return shallow(player, opponent, LEAST, -LEAST, depth, n_empties, state)
