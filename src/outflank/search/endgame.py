"""Exact endgames: solvers for the last empty squares, from one empty square up to twelve.

Every function returns a score in the view of the side to move (see `score`). Those that take `alpha` search with a null
window: a result <= alpha is an upper bound of the score, a result > alpha a lower bound (fail-soft). Each solver knows
just what pays for its number of empty squares:

- `solve_1`, `solve_2`: the squares are given, and a side that cannot move is dealt with on the spot.
- `solve_3`, `solve_4`, `solve_few`: moves in odd regions first.
- `null_window`: the moves that leave the fewest replies first, cut-offs by stability and by the transposition table.
"""

from typing import Any

import numba

from outflank.board.atomics import load, prefetch
from outflank.board.bits import ONE, ZERO, bitboard, lowest_square, popcount
from outflank.board.moves import flips, last_flips, legal_moves
from outflank.board.parity import odd_quarters
from outflank.board.stability import stable_discs
from outflank.jit import kernel
from outflank.search.ordering import sort_moves
from outflank.search.score import final_score
from outflank.search.state import MAX_MOVES, State
from outflank.search.table import (
    EXACT,
    NO_MOVE,
    best_move,
    draft,
    draft_of,
    hash_of,
    lower_bound,
    packed,
    probe,
    record,
    second_move,
    upper_bound,
)

FEW = 7  # empty squares up to which moves are ordered by parity alone
TABLE_FROM = 9  # empty squares from which on the transposition table pays
ENHANCED_FROM = 11  # and from which on all children are looked up in it before one is searched
STABILITY_FROM = 24  # alpha from which on stable discs may show that it cannot be reached

_LOWEST = -65  # below every score
_4 = bitboard(4)
ONE_PLY = 1 << 8  # of a draft

_u, _i = numba.types.uint64, numba.types.int64


@kernel("int64(uint64, uint64, uint64)")
def solve_1(player: int, opponent: int, square: int) -> int:
    """The score with one square empty."""
    discs = popcount(player)
    gained = last_flips(square, player)
    if gained:
        return 2 * (discs + gained) - 62
    lost = last_flips(square, opponent)
    if lost:
        return 2 * (discs - lost) - 64
    return 2 * discs - 62 if discs >= 32 else 2 * discs - 64


@kernel(_i(_u, _u, _i, _u, _u, State))
def solve_2(player: int, opponent: int, alpha: int, a: int, b: int, state: Any) -> int:
    """The score with the squares `a` and `b` empty."""
    state.nodes += 1
    best = _LOWEST
    flipped = flips(a, player, opponent)
    if flipped:
        state.nodes += 1
        best = -solve_1(opponent ^ flipped, player ^ (flipped | ONE << a), b)
        if best > alpha:
            return best
    flipped = flips(b, player, opponent)
    if flipped:
        state.nodes += 1
        best = max(best, -solve_1(opponent ^ flipped, player ^ (flipped | ONE << b), a))
    if best != _LOWEST:
        return best
    best = -_LOWEST  # the opponent moves, and wants the least
    flipped = flips(a, opponent, player)
    if flipped:
        state.nodes += 1
        best = solve_1(player ^ flipped, opponent ^ (flipped | ONE << a), b)
        if best <= alpha:
            return best
    flipped = flips(b, opponent, player)
    if flipped:
        state.nodes += 1
        best = min(best, solve_1(player ^ flipped, opponent ^ (flipped | ONE << b), a))
    return best if best != -_LOWEST else final_score(player, opponent)


@kernel(_i(_u, _u, _i, _u, State))
def solve_3(player: int, opponent: int, alpha: int, empties: int, state: Any) -> int:
    """The score with three squares empty."""
    state.nodes += 1
    odd = odd_quarters(empties)
    best = _LOWEST
    for group in range(2):
        squares = empties & odd if group == 0 else empties & ~odd
        while squares:
            square = lowest_square(squares)
            bit = ONE << square
            squares ^= bit
            flipped = flips(square, player, opponent)
            if flipped:
                a = lowest_square(empties ^ bit)
                b = lowest_square(empties ^ (bit | ONE << a))
                value = -solve_2(opponent ^ flipped, player ^ (flipped | bit), -alpha - 1, a, b, state)
                if value > best:
                    best = value
                    if value > alpha:
                        return value
    if best != _LOWEST:
        return best
    if legal_moves(opponent, player) == ZERO:
        return final_score(player, opponent)
    return -solve_3(opponent, player, -alpha - 1, empties, state)


@kernel(_i(_u, _u, _i, _u, State))
def solve_4(player: int, opponent: int, alpha: int, empties: int, state: Any) -> int:
    """The score with four squares empty."""
    state.nodes += 1
    odd = odd_quarters(empties)
    best = _LOWEST
    for group in range(2):
        squares = empties & odd if group == 0 else empties & ~odd
        while squares:
            square = lowest_square(squares)
            bit = ONE << square
            squares ^= bit
            flipped = flips(square, player, opponent)
            if flipped:
                value = -solve_3(opponent ^ flipped, player ^ (flipped | bit), -alpha - 1, empties ^ bit, state)
                if value > best:
                    best = value
                    if value > alpha:
                        return value
    if best != _LOWEST:
        return best
    if legal_moves(opponent, player) == ZERO:
        return final_score(player, opponent)
    return -solve_4(opponent, player, -alpha - 1, empties, state)


@kernel(_i(_u, _u, _i, _i, State))
def solve_few(player: int, opponent: int, alpha: int, n_empties: int, state: Any) -> int:
    """The score with five to `FEW` squares empty."""
    state.nodes += 1
    moves = legal_moves(player, opponent)
    if moves == ZERO:
        if legal_moves(opponent, player) == ZERO:
            return final_score(player, opponent)
        return -solve_few(opponent, player, -alpha - 1, n_empties, state)
    empties = ~(player | opponent)
    odd = odd_quarters(empties)
    best = _LOWEST
    for group in range(2):
        squares = moves & odd if group == 0 else moves & ~odd
        while squares:
            square = lowest_square(squares)
            bit = ONE << square
            squares ^= bit
            flipped = flips(square, player, opponent)
            if n_empties == 5:
                value = -solve_4(opponent ^ flipped, player ^ (flipped | bit), -alpha - 1, empties ^ bit, state)
            else:
                value = -solve_few(opponent ^ flipped, player ^ (flipped | bit), -alpha - 1, n_empties - 1, state)
            if value > best:
                best = value
                if value > alpha:
                    return value
    return best


@kernel(_i(_u, _u, _i, _i, State))
def solve_small(player: int, opponent: int, alpha: int, n_empties: int, state: Any) -> int:
    """The score with at most `FEW` squares empty, by the solver for that number."""
    if n_empties >= 5:
        return solve_few(player, opponent, alpha, n_empties, state)
    empties = ~(player | opponent)
    if n_empties == 4:
        return solve_4(player, opponent, alpha, empties, state)
    if n_empties == 3:
        return solve_3(player, opponent, alpha, empties, state)
    if n_empties == 2:
        a = lowest_square(empties)
        return solve_2(player, opponent, alpha, a, lowest_square(empties ^ ONE << a), state)
    state.nodes += 1
    return solve_1(player, opponent, lowest_square(empties)) if n_empties == 1 else final_score(player, opponent)


@kernel(_i(_u, _u, _i, _i, State))
def null_window(player: int, opponent: int, alpha: int, n_empties: int, state: Any) -> int:
    """The score of a position; meaningless if `state.stopped`."""
    if n_empties <= FEW:
        return solve_small(player, opponent, alpha, n_empties, state)

    # 1. Count, and stop if told to.
    state.nodes += 1
    if n_empties >= TABLE_FROM and (load(state.stop) != ZERO or state.nodes >= state.node_limit):
        state.stopped = 1
        return 0

    # 2. Prefetch the position's table entry: memory is slow.
    address, key = ZERO, ZERO
    if n_empties >= TABLE_FROM:
        key = hash_of(player, opponent, state.salt)
        address = prefetch(state.table + ((key & state.mask) << _4))

    # 3. Nothing to choose: pass, or the game is over.
    moves = legal_moves(player, opponent)
    if moves == ZERO:
        if legal_moves(opponent, player) == ZERO:
            return final_score(player, opponent)
        return -null_window(opponent, player, -alpha - 1, n_empties, state)

    # 4. Stability cut-off: what the opponent can never lose, the player can never win.
    if alpha >= STABILITY_FROM:
        most = 64 - 2 * popcount(stable_discs(opponent, player))
        if most <= alpha:
            return most

    # 5. Transposition cut-off.
    final = draft(n_empties, EXACT)
    lower, upper = -64, 64
    hash_best, hash_second = NO_MOVE, NO_MOVE
    if n_empties >= TABLE_FROM:
        data = probe(address, key)
        if data != ZERO:
            if draft_of(data) == final:
                lower, upper = lower_bound(data), upper_bound(data)
                if lower > alpha:
                    return lower
                if upper <= alpha:
                    return upper
            hash_best, hash_second = best_move(data), second_move(data)

    # 6. Order the moves.
    first = n_empties * MAX_MOVES
    end = sort_moves(player, opponent, moves, hash_best, hash_second, n_empties, state)

    # 7. Enhanced transposition cut-off: a child that is known to be bad enough for the opponent.
    if n_empties >= ENHANCED_FROM:
        for i in range(first, end):
            flipped = state.flips[i]
            child = hash_of(opponent ^ flipped, player ^ (flipped | ONE << state.squares[i]), state.salt)
            data = probe(state.table + ((child & state.mask) << _4), child)
            if data != ZERO and draft_of(data) == final - ONE_PLY and -upper_bound(data) > alpha:
                return -upper_bound(data)

    # 8. Search the moves until one exceeds alpha.
    best, best_square = _LOWEST, NO_MOVE
    for i in range(first, end):
        flipped, square = state.flips[i], state.squares[i]
        next_player, next_opponent = opponent ^ flipped, player ^ (flipped | ONE << square)
        value = -null_window(next_player, next_opponent, -alpha - 1, n_empties - 1, state)
        if state.stopped:
            return 0
        if value > best:
            best, best_square = value, square
            if value > alpha:
                break

    # 9. Remember.
    if n_empties >= TABLE_FROM:
        if best > alpha:
            lower = max(lower, best)
        else:
            upper = min(upper, best)
        if best_square != hash_best:
            hash_best, hash_second = best_square, hash_best
        record(address, key, packed(lower, upper, hash_best, hash_second, final, state.generation))
    return best
