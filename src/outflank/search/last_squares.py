"""Exact solvers for positions with one to four empty squares, which take most of the time of an endgame search.

Every function returns a score from the point of view of the side to move (see `score`). Functions with an `alpha`
search a null window and are fail-soft: a result <= alpha is an upper bound of the score, and a result > alpha is a
lower bound. Boards are `board.spread`, because the way between general registers and vectors would take as long as the
search for flips. The empty squares are passed as arguments; squares that are alone in their quarter come first.
"""

from typing import Any

import numba

from outflank.board.bits import ONE, ZERO, bitboard, lowest_square, popcount, signed
from outflank.board.last_move import last_flips
from outflank.board.moves import flips, legal_moves
from outflank.board.parity import odd_quarters
from outflank.board.spread import Axes, Spread, single, spread_bit
from outflank.board.stability import lines_through, open_lines, surely_stable, with_supported
from outflank.jit import kernel
from outflank.search.score import final_score
from outflank.search.state import State

_LOWEST = -65  # below every score
_QUARTER = bitboard(0b100100)  # the bits of a square number that identify its quarter
_MOST_SUPPORTED = 11  # discs; the search for supported discs adds more in fewer than one of 50 positions
_255, _8 = bitboard(255), bitboard(8)

_u, _i = numba.types.uint64, numba.types.int64


# --- stability ----------------------------------------------------------------------------------------------------


@kernel("int64(int64)")
def stability_from(n_empties: int) -> int:
    """The lowest alpha at which a stability cut-off is likely enough to be worth computing."""
    return 2 * n_empties - 4


@kernel(_i(Spread, Spread, Axes, _i))
def most_reachable(player: int, opponent: int, opened: int, alpha: int) -> int:
    """Upper bound of the player's score, based on the opponent's stable discs.

    `opened` are all lines with an empty square. The search for stable discs ends as soon as it is clear, or very
    likely, on which side of `alpha` the bound will be.
    """
    stable = surely_stable(opponent, player, opened)
    missing = (65 - alpha >> 1) - popcount(single(stable))
    if 0 < missing <= _MOST_SUPPORTED:
        stable = with_supported(opponent, opened, stable)
    return 64 - 2 * popcount(single(stable))


@kernel(_i(Spread, Spread, _i, _i))
def stability_bound(player: int, opponent: int, alpha: int, n_empties: int) -> int:
    """Upper bound of the player's score, or 64 if a better bound is not likely enough to be at most `alpha`."""
    if alpha < stability_from(n_empties):
        return 64
    return most_reachable(player, opponent, open_lines(player | opponent), alpha)


# --- solvers ------------------------------------------------------------------------------------------------------


@kernel("int64(uint64, uint64)")
def solve_1(player: int, square: int) -> int:
    """The score of a position in which only `square` is empty.

    All outcomes are computed without branches, because the processor could not predict them.
    """
    counts, discs = last_flips(square, player), popcount(player)
    gained, lost = signed(counts & _255), signed(counts >> _8)
    unfilled = 2 * discs - 62 if discs >= 32 else 2 * discs - 64
    without = 2 * (discs - lost) - 64 if lost else unfilled
    return 2 * (discs + gained) - 62 if gained else without


@kernel(_i(Spread, Spread, _i, _u, _u, State))
def solve_2(player: int, opponent: int, alpha: int, a: int, b: int, state: Any) -> int:
    """The score of a position in which only `a` and `b` are empty. Passes are handled inline."""
    state.nodes += 1
    by_a, by_b = flips(a, player, opponent), flips(b, player, opponent)
    has_a, has_b = single(by_a) != ZERO, single(by_b) != ZERO
    if has_a or has_b:
        best = _LOWEST
        if has_a:
            state.nodes += 1
            best = -solve_1(single(opponent ^ by_a), b)
            if best > alpha or not has_b:
                return best
        state.nodes += 1
        return max(best, -solve_1(single(opponent ^ by_b), a))
    by_a, by_b = flips(a, opponent, player), flips(b, opponent, player)
    has_a, has_b = single(by_a) != ZERO, single(by_b) != ZERO
    if not has_a and not has_b:
        return final_score(single(player), single(opponent))
    best = -_LOWEST  # the opponent moves and minimises
    if has_a:
        state.nodes += 1
        best = solve_1(single(player ^ by_a), b)
        if best <= alpha or not has_b:
            return best
    state.nodes += 1
    return min(best, solve_1(single(player ^ by_b), a))


@kernel("boolean(uint64, uint64)")
def same_quarter(a: int, b: int) -> bool:
    """Return whether two squares are in the same quarter of the board."""
    return (a ^ b) & _QUARTER == ZERO


@kernel(_i(Spread, Spread, _i, _u, _u, _u, State))
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
    if single(flipped) != ZERO:
        best = -solve_2(opponent ^ flipped, player ^ (flipped | spread_bit(a)), -alpha - 1, b, c, state)
        if best > alpha:
            return best
    flipped = flips(b, player, opponent)
    if single(flipped) != ZERO:
        best = max(best, -solve_2(opponent ^ flipped, player ^ (flipped | spread_bit(b)), -alpha - 1, a, c, state))
        if best > alpha:
            return best
    flipped = flips(c, player, opponent)
    if single(flipped) != ZERO:
        best = max(best, -solve_2(opponent ^ flipped, player ^ (flipped | spread_bit(c)), -alpha - 1, a, b, state))
    if best != _LOWEST:
        return best
    if legal_moves(opponent, player) == ZERO:
        return final_score(single(player), single(opponent))
    return -solve_3(opponent, player, -alpha - 1, a, b, c, state)


@kernel(_i(Spread, Spread, _i, _u, State))
def solve_4(player: int, opponent: int, alpha: int, empties: int, state: Any) -> int:
    """The score of a position with four empty squares. Squares in odd quarters are searched first."""
    state.nodes += 1
    odd = empties & odd_quarters(empties)
    rest = odd if odd else empties  # two, four or no squares are in odd quarters
    a = lowest_square(rest)
    rest &= rest - ONE
    b = lowest_square(rest)
    rest &= rest - ONE
    rest = rest if rest else empties & ~odd
    c = lowest_square(rest)
    d = lowest_square(rest & rest - ONE)
    if alpha >= stability_from(4):
        opened = lines_through(a) | lines_through(b) | lines_through(c) | lines_through(d)
        most = most_reachable(player, opponent, opened, alpha)
        if most <= alpha:
            return most
    best = _LOWEST
    flipped = flips(a, player, opponent)
    if single(flipped) != ZERO:
        best = -solve_3(opponent ^ flipped, player ^ (flipped | spread_bit(a)), -alpha - 1, b, c, d, state)
        if best > alpha:
            return best
    flipped = flips(b, player, opponent)
    if single(flipped) != ZERO:
        best = max(best, -solve_3(opponent ^ flipped, player ^ (flipped | spread_bit(b)), -alpha - 1, a, c, d, state))
        if best > alpha:
            return best
    flipped = flips(c, player, opponent)
    if single(flipped) != ZERO:
        best = max(best, -solve_3(opponent ^ flipped, player ^ (flipped | spread_bit(c)), -alpha - 1, a, b, d, state))
        if best > alpha:
            return best
    flipped = flips(d, player, opponent)
    if single(flipped) != ZERO:
        best = max(best, -solve_3(opponent ^ flipped, player ^ (flipped | spread_bit(d)), -alpha - 1, a, b, c, state))
    if best != _LOWEST:
        return best
    if legal_moves(opponent, player) == ZERO:
        return final_score(single(player), single(opponent))
    return -solve_4(opponent, player, -alpha - 1, empties, state)
