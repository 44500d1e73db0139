"""Move ordering: moves come first if they are likely to cause a cut-off and cheap to search if they do not.

On 6×6, searches of a few plies with the learned evaluation sort the moves, together with the opponent's replies,
present and possible. On other boards, an estimate from mobility and corners takes the place of the evaluation. Near the
end, all boards use the replies, corners and parity alone.
"""

from typing import Any

import numba

from outflank.board.bits import ONE, ZERO, lowest_square, popcount
from outflank.board.moves import flips, legal_moves
from outflank.board.potential_mobility import potential_moves
from outflank.evaluation.features import moved
from outflank.jit import kernel
from outflank.variants.endgame import final_score
from outflank.variants.shallow import LEAST, row_of, shallow
from outflank.variants.state import State

FORESIGHT_FROM = 11  # with this many empty squares or more, searches sort the moves

# Weights of moves by the learned evaluation, in its units. Tuned on random 6×6 positions with 21 empty squares.
LEARNED_REPLY, LEARNED_POTENTIAL_REPLY = 40, 5

# Weights without it, tuned on the nodes of random 6×6 positions with 20 and 22 empty squares.
MOVE, POTENTIAL_MOVE, CORNER, CORNER_MOVE = 10, 4, 40, 15
REPLY, CORNER_REPLY, EVEN_REGION, TAKEN_CORNER = 16, 28, 12, 14
FINISHED = 1000  # per disc

_GREATEST = 1 << 20
_u, _i = numba.types.uint64, numba.types.int64


@kernel("int64(int64)")
def foresight(n_empties: int) -> int:
    """The depth of the searches without the learned evaluation that sort moves."""
    return 0 if n_empties < 13 else 1 if n_empties < 17 else 2 if n_empties < 20 else 3


@kernel("int64(int64)")
def learned_foresight(n_empties: int) -> int:
    """The depth of the searches with the learned evaluation that sort moves."""
    return 0 if n_empties < 14 else 1 if n_empties < 18 else 2 if n_empties < 22 else 3


@kernel(_i(_u, _u, State))
def estimate(player: int, opponent: int, state: Any) -> int:
    """Estimate how well the side to move stands, from mobility and corners."""
    own, others = legal_moves(player, opponent) & state.squares, legal_moves(opponent, player) & state.squares
    potential = popcount(potential_moves(player, opponent) & state.squares)
    potential -= popcount(potential_moves(opponent, player) & state.squares)
    corners = CORNER * (popcount(player & state.corners) - popcount(opponent & state.corners))
    corners += CORNER_MOVE * (popcount(own & state.corners) - popcount(others & state.corners))
    value: int = MOVE * (popcount(own) - popcount(others)) + POTENTIAL_MOVE * potential + state.sign * corners
    return value


@kernel(_i(_u, _u, _i, _i, _i, State))
def estimate_after(player: int, opponent: int, alpha: int, beta: int, plies: int, state: Any) -> int:
    """The estimate after `plies`, by alpha-beta."""
    state.nodes += 1
    if plies == 0:
        return estimate(player, opponent, state)
    moves = legal_moves(player, opponent) & state.squares
    if moves == ZERO:
        if legal_moves(opponent, player) & state.squares == ZERO:
            return FINISHED * final_score(player, opponent, state)
        return -estimate_after(opponent, player, -beta, -alpha, plies, state)
    best = -_GREATEST
    while moves:
        square = lowest_square(moves)
        moves &= moves - ONE
        flipped = flips(square, player, opponent)
        next_player, next_opponent = opponent ^ flipped, player ^ (flipped | ONE << square)
        value = -estimate_after(next_player, next_opponent, -beta, -max(alpha, best), plies - 1, state)
        if value > best:
            best = value
            if best >= beta:
                break
    return best


@kernel(_i(_u, _u, _u, _u, _u, _i, State))
def sort_key(player: int, opponent: int, square: int, flipped: int, odd: int, n_empties: int, state: Any) -> int:
    """Sort key of a move; the lowest key comes first. `player` is the side to move after it.

    `n_empties` and `odd`, the mask of odd quarters, are those before the move. If there is a learned evaluation and
    `n_empties` is at least FORESIGHT_FROM, the state must contain the features before the move.
    """
    replies = legal_moves(player, opponent) & state.squares
    key: int = REPLY * popcount(replies)
    if n_empties < FORESIGHT_FROM:
        corners = CORNER_REPLY * popcount(replies & state.corners)
        if ONE << square & state.corners:
            corners -= TAKEN_CORNER
        key += state.sign * corners
        if not odd >> square & ONE:
            key += EVEN_REGION
    elif state.weights != ZERO:
        moved(row_of(n_empties, state), row_of(n_empties - 1, state), state.increments, square, flipped)
        key = LEARNED_REPLY * popcount(replies)
        key += LEARNED_POTENTIAL_REPLY * popcount(potential_moves(player, opponent) & state.squares)
        key += shallow(player, opponent, LEAST, -LEAST, learned_foresight(n_empties), n_empties - 1, state)
    else:
        key += estimate_after(player, opponent, -_GREATEST, _GREATEST, foresight(n_empties), state)
    return key


@kernel(numba.types.void(_i, _u, _i, _i, State))
def insert(key: int, child: int, first: int, end: int, state: Any) -> None:
    """Insert a key and the hash of the position after its move into the list from `first` to `end`, sorted by key."""
    while end > first and state.keys[end - 1] > key:
        state.keys[end], state.hashes[end] = state.keys[end - 1], state.hashes[end - 1]
        end -= 1
    state.keys[end], state.hashes[end] = key, child
