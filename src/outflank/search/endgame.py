"""Exact endgame solvers for positions with at most eleven empty squares.

Every function returns a score from the point of view of the side to move, and searches a null window (see
`last_squares`, which solves the last four). Each solver uses only the techniques that pay off for its number of empty
squares:

- `solve_few`: moves in odd regions come first.
- `solve_many`: moves with the fewest replies come first, and a separate small transposition table stays in the
  processor's cache. A lookup in the large table would take as long as searching the last few squares.

A solver receives the legal moves from its caller, who needs them to sort the moves.
"""

from typing import Any

import numba

from outflank.board.atomics import load
from outflank.board.bits import ONE, ZERO, bitboard, lowest_square, signed, unsigned
from outflank.board.moves import flips, legal_moves
from outflank.board.parity import odd_quarters
from outflank.board.spread import Spread, single, spread, spread_bit
from outflank.jit import kernel
from outflank.search.last_squares import solve_1, solve_2, solve_3, solve_4, stability_bound
from outflank.search.ordering import LEAST_KEY, SECOND, least_above, sort_key
from outflank.search.score import final_score
from outflank.search.state import MAX_MOVES, N_NEAR, State
from outflank.search.table import (
    EXACT,
    NO_MOVE,
    best_move,
    draft,
    hash_of,
    lower_bound,
    packed,
    probe,
    record,
    second_move,
    upper_bound,
)

SOLVE_FROM = 11  # with up to this many empty squares, these solvers search to the end
FEW = 6  # with up to this many empty squares, only parity orders moves
ENHANCED_FROM = 9  # with this many empty squares or more, look up all children in the table before searching any
STOPS_FROM = 9  # with this many empty squares or more, a search checks whether to stop

_LOWEST = -65  # below every score
_4, _NEAR_MASK = bitboard(4), bitboard(N_NEAR - 1)

_u, _i = numba.types.uint64, numba.types.int64


@kernel(_i(Spread, Spread, _u, _i, _i, State))
def solve_few(player: int, opponent: int, moves: int, alpha: int, n_empties: int, state: Any) -> int:
    """The score of a position with five to `FEW` empty squares."""
    state.nodes += 1
    most = stability_bound(player, opponent, alpha, n_empties)
    if most <= alpha:
        return most
    if moves == ZERO:
        replies = legal_moves(opponent, player)
        if replies == ZERO:
            return final_score(single(player), single(opponent))
        return -solve_few(opponent, player, replies, -alpha - 1, n_empties, state)
    empties = ~single(player | opponent)
    early = moves & odd_quarters(empties)
    late = moves ^ early
    best = _LOWEST
    while early | late:
        square = lowest_square(early if early else late)
        bit = ONE << square
        early &= ~bit
        late &= ~bit
        flipped = flips(square, player, opponent)
        next_player, next_opponent = opponent ^ flipped, player ^ (flipped | spread(bit))
        if n_empties == 5:
            value = -solve_4(next_player, next_opponent, -alpha - 1, empties ^ bit, state)
        else:
            replies = legal_moves(next_player, next_opponent)
            value = -solve_few(next_player, next_opponent, replies, -alpha - 1, n_empties - 1, state)
        if value > best:
            best = value
            if value > alpha:
                return value
    return best


@kernel(_i(Spread, Spread, _i, _i, State))
def solve_small(player: int, opponent: int, alpha: int, n_empties: int, state: Any) -> int:
    """The score of a position with at most `FEW` empty squares, from the solver for that number of squares."""
    if n_empties >= 5:
        return solve_few(player, opponent, legal_moves(player, opponent), alpha, n_empties, state)
    empties = ~single(player | opponent)
    if n_empties == 4:
        return solve_4(player, opponent, alpha, empties, state)
    if n_empties <= 1:
        state.nodes += 1
        return (
            solve_1(single(player), lowest_square(empties))
            if n_empties
            else final_score(single(player), single(opponent))
        )
    a = lowest_square(empties)
    others = empties & empties - ONE
    b = lowest_square(others)
    if n_empties == 2:
        return solve_2(player, opponent, alpha, a, b, state)
    return solve_3(player, opponent, alpha, a, b, lowest_square(others & others - ONE), state)


@kernel(_i(Spread, Spread, _u, _i, _i, State))
def solve_many(player: int, opponent: int, moves: int, alpha: int, n_empties: int, state: Any) -> int:
    """The score of a position near the end of the game. The result is meaningless if `state.stopped` is set."""
    if n_empties <= FEW:
        return solve_few(player, opponent, moves, alpha, n_empties, state)

    # 1. Count the node, and stop if asked to.
    state.nodes += 1
    if n_empties >= STOPS_FROM and (load(state.stop) != ZERO or state.nodes >= state.node_limit):
        state.stopped = 1
        return 0

    # 2. No move: pass, or the game is over.
    if moves == ZERO:
        replies = legal_moves(opponent, player)
        if replies == ZERO:
            return final_score(single(player), single(opponent))
        return -solve_many(opponent, player, replies, -alpha - 1, n_empties, state)

    # 3. Stability cut-off: the player can never capture the opponent's stable discs.
    most = stability_bound(player, opponent, alpha, n_empties)
    if most <= alpha:
        return most

    # 4. Transposition cut-off.
    final = draft(n_empties, EXACT)
    lower, upper = -64, 64
    hash_best, hash_second = NO_MOVE, NO_MOVE
    key = hash_of(single(player), single(opponent), state.salt)
    address = state.near + ((key & _NEAR_MASK) << _4)
    data = probe(address, key)
    if data != ZERO:
        lower, upper = lower_bound(data), upper_bound(data)
        if lower > alpha:
            return lower
        if upper <= alpha:
            return upper
        hash_best, hash_second = best_move(data), second_move(data)

    # 5. Search the hash move before even sorting the others.
    best, best_square = _LOWEST, NO_MOVE
    if hash_best != NO_MOVE:
        bit = ONE << hash_best
        moves &= ~bit
        flipped = flips(hash_best, player, opponent)
        next_player, next_opponent = opponent ^ flipped, player ^ (flipped | spread(bit))
        replies = legal_moves(next_player, next_opponent)
        best = -solve_many(next_player, next_opponent, replies, -alpha - 1, n_empties - 1, state)
        best_square = hash_best

    # 6. Search the other moves. Enhanced transposition cut-off: stop at a child that, according to the table, is bad
    # enough for the opponent.
    if best <= alpha and state.stopped == 0:
        odd = odd_quarters(~single(player | opponent))
        first = unsigned(n_empties * MAX_MOVES)
        end = first
        while moves:
            square = lowest_square(moves)
            bit = ONE << square
            moves ^= bit
            flipped = flips(square, player, opponent)
            next_player, next_opponent = opponent ^ flipped, player ^ (flipped | spread(bit))
            if n_empties >= ENHANCED_FROM:
                child = hash_of(single(next_player), single(next_opponent), state.salt)
                data = probe(state.near + ((child & _NEAR_MASK) << _4), child)
                if data != ZERO and -upper_bound(data) > alpha:
                    return -upper_bound(data)
            replies = legal_moves(next_player, next_opponent)
            place = SECOND if square == hash_second else sort_key(replies, bit, odd)
            state.keys[end] = place << 6 | signed(end - first)
            state.flips[end], state.squares[end], state.replies[end] = single(flipped), square, replies
            end += ONE
        last = LEAST_KEY
        for _ in range(first, end):
            last = least_above(last, first, end, state)
            i = first + unsigned(last & 63)
            square, flipped = state.squares[i], spread(state.flips[i])
            next_player, next_opponent = opponent ^ flipped, player ^ (flipped | spread_bit(square))
            value = -solve_many(next_player, next_opponent, state.replies[i], -alpha - 1, n_empties - 1, state)
            if value > best:
                best, best_square = value, square
                if value > alpha:
                    break
    if state.stopped:
        return 0

    # 7. Store the result.
    if best > alpha:
        lower = max(lower, best)
    else:
        upper = min(upper, best)
    if best_square != hash_best:
        hash_best, hash_second = best_square, hash_best
    record(address, key, packed(lower, upper, hash_best, hash_second, final, state.generation))
    return best


@kernel(_i(_u, _u, _i, _i, State))
def null_window(player: int, opponent: int, alpha: int, n_empties: int, state: Any) -> int:
    """The score of a position near the end of the game. The result is meaningless if `state.stopped` is set."""
    if n_empties <= FEW:
        return solve_small(spread(player), spread(opponent), alpha, n_empties, state)
    return solve_many(spread(player), spread(opponent), legal_moves(player, opponent), alpha, n_empties, state)
