"""Exact solvers for the last squares of a variant.

Every function returns a score for the side to move: its lead in discs, in which empty squares count for the winner, or
the opposite of this lead if the side with fewer discs wins. Functions with an `alpha` search a null window and are
fail-soft: a result <= alpha is an upper bound of the score, and a result > alpha is a lower bound.
"""

from typing import Any

import numba

from outflank.board.bits import ONE, ZERO, lowest_square, popcount
from outflank.board.moves import flips, legal_moves
from outflank.board.parity import odd_quarters
from outflank.board.spread import Spread, single, spread, spread_bit
from outflank.jit import kernel
from outflank.variants.stability import stable_discs
from outflank.variants.state import State

_LOWEST = -65  # below every score
_u, _i = numba.types.uint64, numba.types.int64


@kernel(_i(_u, _u, State))
def final_score(player: int, opponent: int, state: Any) -> int:
    """The score of a finished game."""
    own, others = popcount(player), popcount(opponent)
    score: int = 0
    if own > others:
        score = state.sign * (state.n_squares - 2 * others)
    elif own < others:
        score = state.sign * (2 * own - state.n_squares)
    return score


@kernel(_i(Spread, Spread, _u, State))
def solve_1(player: int, opponent: int, square: int, state: Any) -> int:
    """The score of a position in which only `square` is empty."""
    flipped = flips(square, player, opponent)
    if single(flipped):
        own, others = player ^ (flipped | spread_bit(square)), opponent ^ flipped
        return final_score(single(own), single(others), state)
    flipped = flips(square, opponent, player)
    filled = opponent ^ (flipped | spread_bit(square)) if single(flipped) else opponent
    return final_score(single(player ^ flipped), single(filled), state)


@kernel(_i(Spread, Spread, _i, _u, _u, State))
def solve_2(player: int, opponent: int, alpha: int, a: int, b: int, state: Any) -> int:
    """The score of a position in which only `a` and `b` are empty."""
    state.nodes += 1
    by_a, by_b = flips(a, player, opponent), flips(b, player, opponent)
    if single(by_a | by_b):
        best = _LOWEST
        if single(by_a):
            state.nodes += 1
            best = -solve_1(opponent ^ by_a, player ^ (by_a | spread_bit(a)), b, state)
            if best > alpha or single(by_b) == ZERO:
                return best
        state.nodes += 1
        return max(best, -solve_1(opponent ^ by_b, player ^ (by_b | spread_bit(b)), a, state))
    by_a, by_b = flips(a, opponent, player), flips(b, opponent, player)
    if single(by_a | by_b) == ZERO:
        return final_score(single(player), single(opponent), state)
    best = -_LOWEST  # the opponent moves and minimises
    if single(by_a):
        state.nodes += 1
        best = solve_1(player ^ by_a, opponent ^ (by_a | spread_bit(a)), b, state)
        if best <= alpha or single(by_b) == ZERO:
            return best
    state.nodes += 1
    return min(best, solve_1(player ^ by_b, opponent ^ (by_b | spread_bit(b)), a, state))


@kernel(_i(Spread, Spread, _i, _u, _u, _u, State))
def solve_3(player: int, opponent: int, alpha: int, a: int, b: int, c: int, state: Any) -> int:
    """The score of a position in which only `a`, `b` and `c` are empty, searched in this order."""
    state.nodes += 1
    best = _LOWEST
    flipped = flips(a, player, opponent)
    if single(flipped):
        best = -solve_2(opponent ^ flipped, player ^ (flipped | spread_bit(a)), -alpha - 1, b, c, state)
        if best > alpha:
            return best
    flipped = flips(b, player, opponent)
    if single(flipped):
        best = max(best, -solve_2(opponent ^ flipped, player ^ (flipped | spread_bit(b)), -alpha - 1, a, c, state))
        if best > alpha:
            return best
    flipped = flips(c, player, opponent)
    if single(flipped):
        best = max(best, -solve_2(opponent ^ flipped, player ^ (flipped | spread_bit(c)), -alpha - 1, a, b, state))
    if best != _LOWEST:
        return best
    if legal_moves(opponent, player) & state.squares == ZERO:
        return final_score(single(player), single(opponent), state)
    return -solve_3(opponent, player, -alpha - 1, a, b, c, state)


@kernel(_i(_u, _u, _i, _i, State))
def most_reachable(player: int, opponent: int, alpha: int, n_empties: int, state: Any) -> int:
    """Upper bound of the player's score, based on stable discs, or 64 if the bound was not computed.

    The discs are the opponent's or, if the side with fewer discs wins, the player's. The bound is computed only if it
    is likely to be at most `alpha`.
    """
    most: int = 64
    if alpha >= 2 * n_empties - 4 - (64 - state.n_squares) // 4:
        owner, other = (opponent, player) if state.sign > 0 else (player, opponent)
        most = state.n_squares - 2 * popcount(stable_discs(owner, other, state.squares))
    return most


@kernel(_i(Spread, Spread, _i, _u, _i, State))
def solve_few(player: int, opponent: int, alpha: int, empties: int, n_empties: int, state: Any) -> int:
    """The score of a position with few empty squares, at least four. Moves in odd quarters come first."""
    state.nodes += 1
    most = most_reachable(single(player), single(opponent), alpha, n_empties, state)
    if most <= alpha:
        return most
    moves = legal_moves(player, opponent) & state.squares
    if moves == ZERO:
        if legal_moves(opponent, player) & state.squares == ZERO:
            return final_score(single(player), single(opponent), state)
        return -solve_few(opponent, player, -alpha - 1, empties, n_empties, state)
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
        rest = empties ^ bit
        if n_empties == 4:
            a = lowest_square(rest)
            others = rest & rest - ONE
            b, c = lowest_square(others), lowest_square(others & others - ONE)
            odd = odd_quarters(rest)
            if not odd >> a & ONE:
                a, c = c, a
            if not odd >> a & ONE:
                a, b = b, a
            value = -solve_3(next_player, next_opponent, -alpha - 1, a, b, c, state)
        else:
            value = -solve_few(next_player, next_opponent, -alpha - 1, rest, n_empties - 1, state)
        if value > best:
            best = value
            if value > alpha:
                return value
    return best


@kernel(_i(_u, _u, _i, _u, _i, State))
def solve_small(player: int, opponent: int, alpha: int, empties: int, n_empties: int, state: Any) -> int:
    """The score of a position with few empty squares, from the solver for that number."""
    own, other = spread(player), spread(opponent)
    if n_empties >= 4:
        return solve_few(own, other, alpha, empties, n_empties, state)
    if n_empties == 0:
        return final_score(player, opponent, state)
    a = lowest_square(empties)
    if n_empties == 1:
        return solve_1(own, other, a, state)
    others = empties & empties - ONE
    b = lowest_square(others)
    if n_empties == 2:
        return solve_2(own, other, alpha, a, b, state)
    return solve_3(own, other, alpha, a, b, lowest_square(others & others - ONE), state)
