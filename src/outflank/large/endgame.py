"""Exact solvers for the last squares of a game on 10×10.

Every function returns a score for the side to move: its lead in discs, in which empty squares count for the winner, or
the opposite of this lead if the side with fewer discs wins. Functions with an `alpha` search a null window and are
fail-soft: a result <= alpha is an upper bound of the score, and a result > alpha is a lower bound.
"""

from typing import Any

import numba

from outflank.board.squares import column, row
from outflank.jit import kernel
from outflank.large.board import (
    EMPTY,
    N_SQUARES,
    SIZE,
    Board,
    bit_of,
    board,
    board_of,
    count,
    first_square,
    without_first,
)
from outflank.large.moves import flips, legal_moves
from outflank.large.stability import stable_discs
from outflank.large.state import State

LOWEST, HIGHEST = -N_SQUARES, N_SQUARES
_BELOW = LOWEST - 1  # below every score
_HALF = SIZE // 2
_u, _i = numba.types.uint64, numba.types.int64

_LEFT, _TOP = sum(column(i, SIZE) for i in range(_HALF)), sum(row(i, SIZE) for i in range(_HALF))
_RIGHT, _BOTTOM = sum(column(i, SIZE) for i in range(_HALF, SIZE)), sum(row(i, SIZE) for i in range(_HALF, SIZE))
_TOP_LEFT, _TOP_RIGHT = board(_TOP & _LEFT), board(_TOP & _RIGHT)
_BOTTOM_LEFT, _BOTTOM_RIGHT = board(_BOTTOM & _LEFT), board(_BOTTOM & _RIGHT)


@kernel(Board(Board))
def odd_quarters(empties: int) -> int:
    """Mask of all quarters that contain an odd number of empty squares. Moves in these quarters are searched first."""
    odd = EMPTY
    if count(empties & _TOP_LEFT) & 1:
        odd |= _TOP_LEFT
    if count(empties & _TOP_RIGHT) & 1:
        odd |= _TOP_RIGHT
    if count(empties & _BOTTOM_LEFT) & 1:
        odd |= _BOTTOM_LEFT
    if count(empties & _BOTTOM_RIGHT) & 1:
        odd |= _BOTTOM_RIGHT
    return odd


@kernel(_i(Board, Board, State))
def final_score(player: int, opponent: int, state: Any) -> int:
    """The score of a finished game."""
    own, others = count(player), count(opponent)
    score: int = 0
    if own > others:
        score = state.sign * (N_SQUARES - 2 * others)
    elif own < others:
        score = state.sign * (2 * own - N_SQUARES)
    return score


@kernel(_i(_u, _u, _u, _u, State))
def final_score_of(player: int, player_high: int, opponent: int, opponent_high: int, state: Any) -> int:
    """The score of a finished game, whose boards are pairs of words."""
    return final_score(board_of(player, player_high), board_of(opponent, opponent_high), state)


@kernel(_i(Board, Board, _i, State))
def solve_1(player: int, opponent: int, square: int, state: Any) -> int:
    """The score of a position in which only `square` is empty."""
    flipped = flips(square, player, opponent)
    if flipped != EMPTY:
        return final_score(player | flipped | bit_of(square), opponent ^ flipped, state)
    flipped = flips(square, opponent, player)
    if flipped != EMPTY:
        return final_score(player ^ flipped, opponent | flipped | bit_of(square), state)
    return final_score(player, opponent, state)


@kernel(_i(Board, Board, _i, _i, _i, State))
def solve_2(player: int, opponent: int, alpha: int, a: int, b: int, state: Any) -> int:
    """The score of a position in which only `a` and `b` are empty."""
    state.nodes += 1
    best = _BELOW
    flipped = flips(a, player, opponent)
    if flipped != EMPTY:
        state.nodes += 1
        best = -solve_1(opponent ^ flipped, player | flipped | bit_of(a), b, state)
        if best > alpha:
            return best
    flipped = flips(b, player, opponent)
    if flipped != EMPTY:
        state.nodes += 1
        best = max(best, -solve_1(opponent ^ flipped, player | flipped | bit_of(b), a, state))
    if best != _BELOW:
        return best
    if legal_moves(opponent, player) == EMPTY:
        return final_score(player, opponent, state)
    return -solve_2(opponent, player, -alpha - 1, a, b, state)


@kernel(_i(Board, Board, _i, _i, State))
def most_reachable(player: int, opponent: int, alpha: int, n_empties: int, state: Any) -> int:
    """Upper bound of the player's score, based on stable discs, or HIGHEST if the bound was not computed.

    The discs are the opponent's or, if the side with fewer discs wins, the player's. The bound is computed only if it
    is likely to be at most `alpha`.
    """
    most = HIGHEST
    if alpha >= 2 * n_empties:
        owner, other = (opponent, player) if state.sign > 0 else (player, opponent)
        most = N_SQUARES - 2 * count(stable_discs(owner, other))
    return most


@kernel(_i(Board, Board, _i, Board, _i, State))
def solve_few(player: int, opponent: int, alpha: int, empties: int, n_empties: int, state: Any) -> int:
    """The score of a position with few empty squares, at least three. Moves in odd quarters come first."""
    state.nodes += 1
    if n_empties > 3:
        most = most_reachable(player, opponent, alpha, n_empties, state)
        if most <= alpha:
            return most
    moves = legal_moves(player, opponent)
    if moves == EMPTY:
        if legal_moves(opponent, player) == EMPTY:
            return final_score(player, opponent, state)
        return -solve_few(opponent, player, -alpha - 1, empties, n_empties, state)
    early = moves & odd_quarters(empties)
    late = moves ^ early
    best = _BELOW
    while early | late != EMPTY:
        square = first_square(early if early != EMPTY else late)
        bit = bit_of(square)
        early &= ~bit
        late &= ~bit
        flipped = flips(square, player, opponent)
        next_player, next_opponent, rest = opponent ^ flipped, player | flipped | bit, empties ^ bit
        if n_empties == 3:
            a, b = first_square(rest), first_square(without_first(rest))
            value = -solve_2(next_player, next_opponent, -alpha - 1, a, b, state)
        else:
            value = -solve_few(next_player, next_opponent, -alpha - 1, rest, n_empties - 1, state)
        if value > best:
            best = value
            if value > alpha:
                return value
    return best


@kernel(_i(Board, Board, _i, Board, _i, State))
def solve_small(player: int, opponent: int, alpha: int, empties: int, n_empties: int, state: Any) -> int:
    """The score of a position with few empty squares, from the solver for that number."""
    if n_empties >= 3:
        return solve_few(player, opponent, alpha, empties, n_empties, state)
    if n_empties == 0:
        return final_score(player, opponent, state)
    a = first_square(empties)
    if n_empties == 1:
        return solve_1(player, opponent, a, state)
    return solve_2(player, opponent, alpha, a, first_square(without_first(empties)), state)
