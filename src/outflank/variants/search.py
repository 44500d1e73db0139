"""The exact search of a variant with null windows.

The variants are anti-Othello on 8×8, and both games on the boards that lie in the middle of it. The kernels of the
board need nothing but a mask on legal moves: a line ends at a square that does not exist as it does at an empty one.
"""

from typing import Any

import numba

from outflank.board.atomics import load, prefetch, store
from outflank.board.bits import ONE, ZERO, bitboard, lowest_square, signed, unsigned
from outflank.board.moves import flips, legal_moves
from outflank.board.parity import odd_quarters
from outflank.board.symmetry import canonical
from outflank.jit import kernel
from outflank.search.table import (
    EXACT,
    NO_MOVE,
    best_move,
    draft,
    draft_of,
    hash_of,
    is_enough,
    lower_bound,
    packed,
    probe,
    record,
    second_move,
    upper_bound,
)
from outflank.search.thread_state import N_BUSY
from outflank.variants.endgame import final_score, most_reachable, solve_small
from outflank.variants.evaluate import UNIT, placed
from outflank.variants.ordering import FORESIGHT_FROM, insert, sort_key
from outflank.variants.shallow import row_of, shallow
from outflank.variants.state import MAX_MOVES, N_NEAR, State

FEW = 6  # with up to this many empty squares, only parity orders moves
NEAR = 11  # with up to this many empty squares, the thread's own small table is used
ENHANCED_FROM = 9  # with this many empty squares or more, look up all children in the table before searching any
SHARED_FROM = 14  # with this many empty squares or more, threads avoid searching the same moves
PROBCUT_FROM = 12  # with this many empty squares or more, a selective search may use ProbCut
SYMMETRIC_FROM = 20  # with this many empty squares or more, symmetric positions share an entry
DOUBT = 5 * UNIT  # in a selective search, a shallow search must exceed a bound by this margin

_LOWEST = -65
_4, _3, _NEAR_MASK, _BUSY_MASK = bitboard(4), bitboard(3), bitboard(N_NEAR - 1), bitboard(N_BUSY - 1)
_u, _i = numba.types.uint64, numba.types.int64


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


@kernel("int64(int64)")
def probe_depth(n_empties: int) -> int:
    """The depth of the shallow search that may replace a selective search to the end."""
    return 2 if n_empties < 18 else 4


@kernel(numba.types.void(_u, _u, _i, _i, _i, State))
def rank_moves(player: int, opponent: int, first: int, end: int, n_empties: int, state: Any) -> None:
    """Sort the moves from index `first` to `end`, best first."""
    odd = odd_quarters(state.squares & ~(player | opponent))
    if state.weights != ZERO and n_empties >= FORESIGHT_FROM:
        placed(player, opponent, state.increments, row_of(n_empties, state))
    for i in range(first, end):
        square = unsigned(state.keys[i])
        flipped = flips(square, player, opponent)
        next_player, next_opponent = opponent ^ flipped, player ^ (flipped | ONE << square)
        key = sort_key(next_player, next_opponent, square, flipped, odd, n_empties, state)
        insert(key << 6 | signed(square), state.hashes[i], first, i, state)


@kernel(_i(_u, _u, _i, _i, State))
def null_window(player: int, opponent: int, alpha: int, n_empties: int, state: Any) -> int:
    """The score of a position. The result is meaningless if `state.stopped` is set.

    The search is fail-soft: a result <= alpha is an upper bound, and a result > alpha is a lower bound. If the state's
    selectivity is not EXACT, these bounds may be wrong; later exact searches do not use them.
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
    selectivity = state.selectivity if n_empties >= PROBCUT_FROM else EXACT
    lower, upper = -64, 64
    hash_best, hash_second = NO_MOVE, NO_MOVE
    data = probe(address, key)
    if data != ZERO:
        if is_enough(data, n_empties, selectivity):
            if lower_bound(data) > alpha:
                return lower_bound(data)
            if upper_bound(data) <= alpha:
                return upper_bound(data)
        if draft_of(data) == draft(n_empties, selectivity):
            lower, upper = lower_bound(data), upper_bound(data)
        hash_best, hash_second = best_move(data), second_move(data)

    # 5. ProbCut (Buro 1995) in a selective search: if a shallow search is far enough from alpha, the full search is
    # very likely on the same side.
    if selectivity < EXACT:
        least = alpha * UNIT + UNIT // 2 - 1  # the largest value that rounds to alpha
        placed(player, opponent, state.increments, row_of(n_empties, state))
        value = shallow(player, opponent, least - DOUBT, least + DOUBT + 1, probe_depth(n_empties), n_empties, state)
        if value > least + DOUBT:
            return alpha + 1
        if value <= least - DOUBT:
            return alpha

    # 6. List the moves, those from the table first.
    first = n_empties * MAX_MOVES
    end = first
    for square in (hash_best, hash_second):
        if square != NO_MOVE and moves >> square & ONE:
            state.keys[end] = signed(square)
            moves ^= ONE << square
            end += 1
    unranked = end
    while moves:
        state.keys[end] = signed(lowest_square(moves))
        moves &= moves - ONE
        end += 1

    # 7. Enhanced transposition cut-off: stop at a child that, according to the table, is bad enough for the opponent.
    # Memory is slow, so all entries are prefetched before the first is read.
    if n_empties >= ENHANCED_FROM:
        for i in range(first, end):
            square = unsigned(state.keys[i])
            flipped = flips(square, player, opponent)
            child = key_of(opponent ^ flipped, player ^ (flipped | ONE << square), n_empties - 1, state)
            state.hashes[i] = child
            prefetch(address_of(child, n_empties - 1, state))
        enough = state.selectivity if n_empties > PROBCUT_FROM else EXACT
        for i in range(first, end):
            child = state.hashes[i]
            data = probe(address_of(child, n_empties - 1, state), child)
            if data != ZERO and is_enough(data, n_empties - 1, enough) and -upper_bound(data) > alpha:
                return -upper_bound(data)

    # 8. Search the moves until one exceeds alpha, and sort the others when those from the table are done. A move that
    # another thread is searching is deferred to a second round, when the table may have its value (ABDADA, Weill 1996,
    # in Kerrigan's simplified form).
    best, best_square = _LOWEST, NO_MOVE
    deferred = ZERO  # a bit for each deferred move, counted from `first`
    share = state.busy != ZERO and n_empties >= SHARED_FROM
    for round_ in range(2 if share else 1):
        for i in range(first, end):
            if i == unranked and round_ == 0:
                rank_moves(player, opponent, unranked, end, n_empties, state)
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
        if best > alpha or deferred == ZERO:
            break

    # 9. Store the result.
    if best > alpha:
        lower = max(lower, best)
    else:
        upper = min(upper, best)
    if best_square != hash_best and (best > alpha or hash_best == NO_MOVE):
        hash_best, hash_second = best_square, hash_best
    record(address, key, packed(lower, upper, hash_best, hash_second, draft(n_empties, selectivity), state.generation))
    return best
