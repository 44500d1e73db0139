"""Exact endgame solvers for positions with at most eleven empty squares.

Every function returns a score from the point of view of the side to move (see `score`). Functions with an `alpha`
search a null window and are fail-soft: a result <= alpha is an upper bound of the score, and a result > alpha is a
lower bound. Each solver uses only the techniques that pay off for its number of empty squares:

- `solve_1`, `solve_2`: the empty squares are passed as arguments; passes are handled inline.
- `solve_3`, `solve_4`, `solve_few`: moves in odd regions come first; stability cut-offs are used from four empty
  squares up.
- `null_window`: moves with the fewest replies come first, and a separate small transposition table stays in the
  processor's cache. A lookup in the large table would take as long as searching the last few squares.
"""

from typing import Any

import numba

from outflank.board.atomics import load
from outflank.board.bits import ONE, ZERO, bitboard, lowest_square, popcount, signed, unsigned
from outflank.board.moves import flips, last_flips, legal_moves
from outflank.board.parity import odd_quarters
from outflank.board.stability import stable_discs
from outflank.jit import kernel
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
_QUARTER = bitboard(0b100100)  # the bits of a square number that identify its quarter
_4, _NEAR_MASK = bitboard(4), bitboard(N_NEAR - 1)

_u, _i = numba.types.uint64, numba.types.int64


@kernel("int64(int64)")
def stability_from(n_empties: int) -> int:
    """The lowest alpha at which a stability cut-off is likely enough to be worth computing."""
    return 2 * n_empties - 4


@kernel(_i(_u, _u, _i, _i))
def most_reachable(player: int, opponent: int, alpha: int, n_empties: int) -> int:
    """Upper bound of the player's score, based on the opponent's stable discs, or 64 if the bound was not computed.

    The bound is computed only if it is likely to be at most `alpha`.
    """
    return 64 if alpha < stability_from(n_empties) else 64 - 2 * popcount(stable_discs(opponent, player))


@kernel("int64(uint64, uint64, uint64)")
def solve_1(player: int, opponent: int, square: int) -> int:
    """The score of a position in which only `square` is empty."""
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
    """The score of a position in which only `a` and `b` are empty."""
    state.nodes += 1
    by_a, by_b = flips(a, player, opponent), flips(b, player, opponent)
    if by_a | by_b:
        best = _LOWEST
        if by_a:
            state.nodes += 1
            best = -solve_1(opponent ^ by_a, player ^ (by_a | ONE << a), b)
            if best > alpha or by_b == ZERO:
                return best
        state.nodes += 1
        return max(best, -solve_1(opponent ^ by_b, player ^ (by_b | ONE << b), a))
    by_a, by_b = flips(a, opponent, player), flips(b, opponent, player)
    if by_a | by_b == ZERO:
        return final_score(player, opponent)
    best = -_LOWEST  # the opponent moves and minimises
    if by_a:
        state.nodes += 1
        best = solve_1(player ^ by_a, opponent ^ (by_a | ONE << a), b)
        if best <= alpha or by_b == ZERO:
            return best
    state.nodes += 1
    return min(best, solve_1(player ^ by_b, opponent ^ (by_b | ONE << b), a))


@kernel("boolean(uint64, uint64)")
def same_quarter(a: int, b: int) -> bool:
    """Return whether two squares are in the same quarter of the board."""
    return (a ^ b) & _QUARTER == ZERO


@kernel(_i(_u, _u, _i, _u, _u, _u, State))
def solve_3(player: int, opponent: int, alpha: int, a: int, b: int, c: int, state: Any) -> int:
    """The score of a position in which only `a`, `b` and `c` are empty.

    A square that is alone in its quarter is searched first.
    """
    state.nodes += 1
    if same_quarter(a, b):
        a, c = c, a
    elif same_quarter(a, c):
        a, b = b, a
    best = _LOWEST
    flipped = flips(a, player, opponent)
    if flipped:
        best = -solve_2(opponent ^ flipped, player ^ (flipped | ONE << a), -alpha - 1, b, c, state)
        if best > alpha:
            return best
    flipped = flips(b, player, opponent)
    if flipped:
        best = max(best, -solve_2(opponent ^ flipped, player ^ (flipped | ONE << b), -alpha - 1, a, c, state))
        if best > alpha:
            return best
    flipped = flips(c, player, opponent)
    if flipped:
        best = max(best, -solve_2(opponent ^ flipped, player ^ (flipped | ONE << c), -alpha - 1, a, b, state))
    if best != _LOWEST:
        return best
    if legal_moves(opponent, player) == ZERO:
        return final_score(player, opponent)
    return -solve_3(opponent, player, -alpha - 1, a, b, c, state)


@kernel(_i(_u, _u, _i, _u, State))
def solve_4(player: int, opponent: int, alpha: int, empties: int, state: Any) -> int:
    """The score of a position with four empty squares. Squares in odd quarters are searched first."""
    state.nodes += 1
    most = most_reachable(player, opponent, alpha, 4)
    if most <= alpha:
        return most
    odd = empties & odd_quarters(empties)
    rest = odd if odd else empties  # two, four or no squares are in odd quarters
    a = lowest_square(rest)
    rest &= rest - ONE
    b = lowest_square(rest)
    rest &= rest - ONE
    rest = rest if rest else empties & ~odd
    c = lowest_square(rest)
    d = lowest_square(rest & rest - ONE)
    best = _LOWEST
    flipped = flips(a, player, opponent)
    if flipped:
        best = -solve_3(opponent ^ flipped, player ^ (flipped | ONE << a), -alpha - 1, b, c, d, state)
        if best > alpha:
            return best
    flipped = flips(b, player, opponent)
    if flipped:
        best = max(best, -solve_3(opponent ^ flipped, player ^ (flipped | ONE << b), -alpha - 1, a, c, d, state))
        if best > alpha:
            return best
    flipped = flips(c, player, opponent)
    if flipped:
        best = max(best, -solve_3(opponent ^ flipped, player ^ (flipped | ONE << c), -alpha - 1, a, b, d, state))
        if best > alpha:
            return best
    flipped = flips(d, player, opponent)
    if flipped:
        best = max(best, -solve_3(opponent ^ flipped, player ^ (flipped | ONE << d), -alpha - 1, a, b, c, state))
    if best != _LOWEST:
        return best
    if legal_moves(opponent, player) == ZERO:
        return final_score(player, opponent)
    return -solve_4(opponent, player, -alpha - 1, empties, state)


@kernel(_i(_u, _u, _i, _i, State))
def solve_few(player: int, opponent: int, alpha: int, n_empties: int, state: Any) -> int:
    """The score of a position with five to `FEW` empty squares."""
    state.nodes += 1
    most = most_reachable(player, opponent, alpha, n_empties)
    if most <= alpha:
        return most
    moves = legal_moves(player, opponent)
    if moves == ZERO:
        if legal_moves(opponent, player) == ZERO:
            return final_score(player, opponent)
        return -solve_few(opponent, player, -alpha - 1, n_empties, state)
    empties = ~(player | opponent)
    early = moves & odd_quarters(empties)
    late = moves ^ early
    best = _LOWEST
    while early | late:
        square = lowest_square(early if early else late)
        bit = ONE << square
        early &= ~bit
        late &= ~bit
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
    """The score of a position with at most `FEW` empty squares, from the solver for that number of squares."""
    if n_empties >= 5:
        return solve_few(player, opponent, alpha, n_empties, state)
    empties = ~(player | opponent)
    if n_empties == 4:
        return solve_4(player, opponent, alpha, empties, state)
    if n_empties <= 1:
        state.nodes += 1
        return solve_1(player, opponent, lowest_square(empties)) if n_empties else final_score(player, opponent)
    a = lowest_square(empties)
    others = empties & empties - ONE
    b = lowest_square(others)
    if n_empties == 2:
        return solve_2(player, opponent, alpha, a, b, state)
    return solve_3(player, opponent, alpha, a, b, lowest_square(others & others - ONE), state)


@kernel(_i(_u, _u, _i, _i, State))
def null_window(player: int, opponent: int, alpha: int, n_empties: int, state: Any) -> int:
    """The score of a position near the end of the game. The result is meaningless if `state.stopped` is set."""
    if n_empties <= FEW:
        return solve_small(player, opponent, alpha, n_empties, state)

    # 1. Count the node, and stop if asked to.
    state.nodes += 1
    if n_empties >= STOPS_FROM and (load(state.stop) != ZERO or state.nodes >= state.node_limit):
        state.stopped = 1
        return 0

    # 2. No move: pass, or the game is over.
    moves = legal_moves(player, opponent)
    if moves == ZERO:
        if legal_moves(opponent, player) == ZERO:
            return final_score(player, opponent)
        return -null_window(opponent, player, -alpha - 1, n_empties, state)

    # 3. Stability cut-off: the player can never capture the opponent's stable discs.
    most = most_reachable(player, opponent, alpha, n_empties)
    if most <= alpha:
        return most

    # 4. Transposition cut-off.
    final = draft(n_empties, EXACT)
    lower, upper = -64, 64
    hash_best, hash_second = NO_MOVE, NO_MOVE
    key = hash_of(player, opponent, state.salt)
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
        best = -null_window(opponent ^ flipped, player ^ (flipped | bit), -alpha - 1, n_empties - 1, state)
        best_square = hash_best

    # 6. Search the other moves. Enhanced transposition cut-off: stop at a child that, according to the table, is bad
    # enough for the opponent.
    if best <= alpha and state.stopped == 0:
        odd = odd_quarters(~(player | opponent))
        first = n_empties * MAX_MOVES
        end = first
        while moves:
            square = lowest_square(moves)
            bit = ONE << square
            moves ^= bit
            flipped = flips(square, player, opponent)
            next_player, next_opponent = opponent ^ flipped, player ^ (flipped | bit)
            if n_empties >= ENHANCED_FROM:
                child = hash_of(next_player, next_opponent, state.salt)
                data = probe(state.near + ((child & _NEAR_MASK) << _4), child)
                if data != ZERO and -upper_bound(data) > alpha:
                    return -upper_bound(data)
            place = SECOND if square == hash_second else sort_key(next_player, next_opponent, bit, odd)
            state.keys[end] = place << 6 | signed(square)
            end += 1
        last = LEAST_KEY
        for _ in range(first, end):
            last = least_above(last, first, end, state)
            square = unsigned(last & 63)
            flipped = flips(square, player, opponent)
            next_player, next_opponent = opponent ^ flipped, player ^ (flipped | ONE << square)
            value = -null_window(next_player, next_opponent, -alpha - 1, n_empties - 1, state)
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
