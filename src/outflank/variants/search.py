"""The exact search of a variant with null windows.

The variants are anti-Othello on 8×8, and both games on the boards that lie in the middle of it. The kernels of the
board need nothing but a mask on legal moves: a line ends at a square that does not exist as it does at an empty one.
"""

from typing import Any

import numba

from outflank.board.atomics import load, prefetch, store
from outflank.board.bits import ONE, ZERO, bitboard, lowest_square, popcount, signed, unsigned
from outflank.board.moves import flips, legal_moves
from outflank.board.parity import odd_quarters
from outflank.board.potential_mobility import potential_moves
from outflank.board.symmetry import canonical
from outflank.jit import kernel
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
from outflank.variants.endgame import final_score, most_reachable, solve_small
from outflank.variants.state import MAX_MOVES, N_BUSY, N_NEAR, State

FEW = 6  # with up to this many empty squares, only parity orders moves
NEAR = 11  # with up to this many empty squares, the thread's own small table is used
ENHANCED_FROM = 9  # with this many empty squares or more, look up all children in the table before searching any
SHARED_FROM = 14  # with this many empty squares or more, threads avoid searching the same moves
SYMMETRIC_FROM = 20  # with this many empty squares or more, symmetric positions share an entry

# Weights of move ordering, tuned on the nodes of random 6×6 positions with 20 and 22 empty squares.
MOVE, POTENTIAL_MOVE, CORNER, CORNER_MOVE = 10, 4, 40, 15
REPLY, CORNER_REPLY, EVEN_REGION, TAKEN_CORNER = 16, 28, 12, 14
FINISHED = 1000  # per disc

_LOWEST, _GREATEST = -65, 1 << 20
_4, _3, _NEAR_MASK, _BUSY_MASK = bitboard(4), bitboard(3), bitboard(N_NEAR - 1), bitboard(N_BUSY - 1)
_u, _i = numba.types.uint64, numba.types.int64


@kernel("int64(int64)")
def foresight(n_empties: int) -> int:
    """The depth of the searches that sort moves; −1 if they are sorted by mobility alone."""
    if n_empties < 11:
        return -1
    return 0 if n_empties < 13 else 1 if n_empties < 17 else 2 if n_empties < 20 else 3


@kernel(_i(_u, _u, State))
def estimate(player: int, opponent: int, state: Any) -> int:
    """Estimate how well the side to move stands, for the order of moves."""
    own, others = legal_moves(player, opponent) & state.squares, legal_moves(opponent, player) & state.squares
    potential = popcount(potential_moves(player, opponent) & state.squares)
    potential -= popcount(potential_moves(opponent, player) & state.squares)
    corners = CORNER * (popcount(player & state.corners) - popcount(opponent & state.corners))
    corners += CORNER_MOVE * (popcount(own & state.corners) - popcount(others & state.corners))
    value: int = MOVE * (popcount(own) - popcount(others)) + POTENTIAL_MOVE * potential + state.sign * corners
    return value


@kernel(_i(_u, _u, _i, _i, _i, State))
def shallow(player: int, opponent: int, alpha: int, beta: int, plies: int, state: Any) -> int:
    """The estimate after `plies`, by alpha-beta."""
    state.nodes += 1
    if plies == 0:
        return estimate(player, opponent, state)
    moves = legal_moves(player, opponent) & state.squares
    if moves == ZERO:
        if legal_moves(opponent, player) & state.squares == ZERO:
            return FINISHED * final_score(player, opponent, state)
        return -shallow(opponent, player, -beta, -alpha, plies, state)
    best = -_GREATEST
    while moves:
        square = lowest_square(moves)
        moves &= moves - ONE
        flipped = flips(square, player, opponent)
        next_player, next_opponent = opponent ^ flipped, player ^ (flipped | ONE << square)
        value = -shallow(next_player, next_opponent, -beta, -max(alpha, best), plies - 1, state)
        if value > best:
            best = value
            if best >= beta:
                break
    return best


@kernel(_i(_u, _u, _u, _u, _i, State))
def sort_key(player: int, opponent: int, bit: int, odd: int, plies: int, state: Any) -> int:
    """Sort key of the move at `bit`; the lowest key comes first. `player` is the side to move after it.

    `odd` is the mask of odd quarters before the move.
    """
    replies = legal_moves(player, opponent) & state.squares
    if plies >= 0:
        return REPLY * popcount(replies) + shallow(player, opponent, -_GREATEST, _GREATEST, plies, state)
    corners = CORNER_REPLY * popcount(replies & state.corners)
    if bit & state.corners:
        corners -= TAKEN_CORNER
    key: int = REPLY * popcount(replies) + state.sign * corners
    return key if odd & bit else key + EVEN_REGION


@kernel(_u(_u, _u, _i, State))
def key_of(player: int, opponent: int, n_empties: int, state: Any) -> int:
    """The hash of a position, which it shares with symmetric ones early in the game."""
    if n_empties >= SYMMETRIC_FROM:
        player, opponent = canonical(player, opponent)
    return hash_of(player, opponent, state.salt)


@kernel(_u(_u, _i, State))
def address_of(key: int, n_empties: int, state: Any) -> int:
    """The address of a position's entry, in the small table near the end, else in the table of all threads."""
    if n_empties <= NEAR:
        return state.near + ((key & _NEAR_MASK) << _4)  # type: ignore[no-any-return]
    return state.table + ((key & state.mask) << _4)  # type: ignore[no-any-return]


@kernel(_i(_u, _u, _i, _i, State))
def null_window(player: int, opponent: int, alpha: int, n_empties: int, state: Any) -> int:
    """The score of a position. The result is meaningless if `state.stopped` is set.

    The search is fail-soft: a result <= alpha is an upper bound, and a result > alpha is a lower bound.
    """
    if n_empties <= FEW:
        return solve_small(player, opponent, alpha, state.squares & ~(player | opponent), n_empties, state)

    # 1. Count the node, and stop if asked to.
    state.nodes += 1
    if n_empties >= NEAR and (load(state.stop) != ZERO or state.nodes >= state.node_limit):
        state.stopped = 1
        return 0

    # 2. No move: pass, or the game is over.
    moves = legal_moves(player, opponent) & state.squares
    if moves == ZERO:
        if legal_moves(opponent, player) & state.squares == ZERO:
            return final_score(player, opponent, state)
        return -null_window(opponent, player, -alpha - 1, n_empties, state)

    # 3. Stability cut-off: stable discs never change sides.
    most = most_reachable(player, opponent, alpha, n_empties, state)
    if most <= alpha:
        return most

    # 4. Transposition cut-off. Early in the game, the canonical position is searched.
    if n_empties >= SYMMETRIC_FROM:
        player, opponent = canonical(player, opponent)
        moves = legal_moves(player, opponent) & state.squares
    key = hash_of(player, opponent, state.salt)
    address = address_of(key, n_empties, state)
    lower, upper = -64, 64
    hash_best, hash_second = NO_MOVE, NO_MOVE
    data = probe(address, key)
    if data != ZERO:
        lower, upper = lower_bound(data), upper_bound(data)
        if lower > alpha:
            return lower
        if upper <= alpha:
            return upper
        hash_best, hash_second = best_move(data), second_move(data)

    # 5. Enhanced transposition cut-off: stop at a child that, according to the table, is bad enough for the opponent.
    # Memory is slow, so all entries are prefetched before the first is read.
    first = n_empties * MAX_MOVES
    end = first
    rest = moves if n_empties >= ENHANCED_FROM else ZERO
    while rest:
        square = lowest_square(rest)
        rest &= rest - ONE
        flipped = flips(square, player, opponent)
        child = key_of(opponent ^ flipped, player ^ (flipped | ONE << square), n_empties - 1, state)
        state.hashes[end] = child
        prefetch(address_of(child, n_empties - 1, state))
        end += 1
    for i in range(first, end):
        child = state.hashes[i]
        data = probe(address_of(child, n_empties - 1, state), child)
        if data != ZERO and -upper_bound(data) > alpha:
            return -upper_bound(data)

    # 6. Sort the moves, with their hashes.
    plies, odd = foresight(n_empties), odd_quarters(state.squares & ~(player | opponent))
    end = first
    while moves:
        square = lowest_square(moves)
        bit = ONE << square
        moves ^= bit
        if square == hash_best:
            place = -_GREATEST
        elif square == hash_second:
            place = -_GREATEST + 1
        else:
            flipped = flips(square, player, opponent)
            place = sort_key(opponent ^ flipped, player ^ (flipped | bit), bit, odd, plies, state)
        sort, child = place << 6 | signed(square), state.hashes[end]
        at = end
        while at > first and state.keys[at - 1] > sort:
            state.keys[at], state.hashes[at] = state.keys[at - 1], state.hashes[at - 1]
            at -= 1
        state.keys[at], state.hashes[at] = sort, child
        end += 1

    # 7. Search the moves until one exceeds alpha. A move that another thread is searching is deferred to a second
    # round, when the table may have its value (ABDADA, Weill 1996, in Kerrigan's simplified form).
    best, best_square = _LOWEST, NO_MOVE
    deferred = ZERO  # a bit for each deferred move, counted from `first`
    share = state.busy != ZERO and n_empties >= SHARED_FROM
    for round_ in range(2 if share else 1):
        for i in range(first, end):
            if round_ == 1 and not deferred >> unsigned(i - first) & ONE:
                continue
            slot = ZERO
            if share and round_ == 0:
                child = state.hashes[i]
                slot = state.busy + ((child & _BUSY_MASK) << _3)
                if i > first and load(slot) == child:
                    deferred |= ONE << unsigned(i - first)
                    continue
                store(slot, child)
            square = unsigned(state.keys[i] & 63)
            flipped = flips(square, player, opponent)
            next_player, next_opponent = opponent ^ flipped, player ^ (flipped | ONE << square)
            value = -null_window(next_player, next_opponent, -alpha - 1, n_empties - 1, state)
            if slot != ZERO:
                store(slot, ZERO)
            if state.stopped:
                return 0
            if value > best:
                best, best_square = value, square
                if value > alpha:
                    break
        if best > alpha:
            break

    # 8. Store the result.
    if best > alpha:
        lower = max(lower, best)
    else:
        upper = min(upper, best)
    if best_square != hash_best and (best > alpha or hash_best == NO_MOVE):
        hash_best, hash_second = best_square, hash_best
    record(address, key, packed(lower, upper, hash_best, hash_second, draft(n_empties, EXACT), state.generation))
    return best
