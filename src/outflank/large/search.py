"""The main search on 10×10, to a given depth or to the end of the game, with null windows.

Scores are in whole discs, from the point of view of the side to move.
"""

from typing import Any

import numba

from outflank.board.atomics import load, prefetch, store
from outflank.board.bits import ONE, ZERO, bitboard, unsigned
from outflank.jit import kernel
from outflank.large.board import (
    ALL,
    CORNERS,
    EMPTY,
    Board,
    bit_of,
    board,
    board_of,
    count,
    first_square,
    high_word,
    low_word,
    without_first,
)
from outflank.large.endgame import HIGHEST, LOWEST, final_score, most_reachable, odd_quarters, solve_small
from outflank.large.evaluate import evaluate
from outflank.large.moves import flips, legal_moves
from outflank.large.probcut import N_DEPTHS, N_PHASES, PHASE
from outflank.large.state import MAX_MOVES, N_NEAR, State
from outflank.search.probcut import PROBCUT_FROM, reduced_depth
from outflank.search.selectivity import MIDGAME
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

FEW_DISCS = 6  # if a side has no more discs, it may be wiped out, and ProbCut is not used
FEW = 6  # with up to this many empty squares, only parity orders moves
NEAR = 11  # with up to this many empty squares, searches to the end use the thread's own small table
ENHANCED_FROM = 4  # from this depth on, look up all children in the table before searching any
SHARED_FROM = 8  # from this depth on, threads avoid searching the same moves

# Weights of move ordering.
REPLY, CORNER_REPLY, EVEN_REGION, TAKEN_CORNER = 16, 28, 12, 14
FINISHED = 1000  # per disc

_BELOW, _GREATEST = LOWEST - 1, 1 << 20
_4, _3, _NEAR_MASK, _BUSY_MASK = bitboard(4), bitboard(3), bitboard(N_NEAR - 1), bitboard(N_BUSY - 1)
_ALL = board(ALL)
_SQUARE_BITS, _SQUARE_MASK = 7, 127
_u, _i = numba.types.uint64, numba.types.int64


@kernel("int64(int64, int64)")
def foresight(depth: int, n_empties: int) -> int:
    """The depth of the searches that sort moves; −1 if they are sorted by mobility alone."""
    if depth == n_empties:
        return -1 if n_empties < 11 else 0 if n_empties < 13 else 1 if n_empties < 17 else 2
    return -1 if depth < 3 else 0 if depth < 6 else 1 if depth < 10 else 2


@kernel(_u(_u, _u, _u, _u, _u))
def key_of(player: int, player_high: int, opponent: int, opponent_high: int, salt: int) -> int:
    """The hash of a position, whose boards are pairs of words."""
    return hash_of(player ^ hash_of(player_high, opponent_high, ZERO), opponent, salt)


@kernel(_u(Board, Board, State))
def hashed(player: int, opponent: int, state: Any) -> int:
    """The hash of a position."""
    return key_of(low_word(player), high_word(player), low_word(opponent), high_word(opponent), state.salt)


@kernel(_i(Board, Board, _i, _i, _i, _i, State))
def shallow(player: int, opponent: int, alpha: int, beta: int, plies: int, n_empties: int, state: Any) -> int:
    """The value after `plies`, by alpha-beta without a table."""
    state.nodes += 1
    if plies == 0:
        return evaluate(player, opponent, n_empties, state)
    moves = legal_moves(player, opponent)
    if moves == EMPTY:
        if legal_moves(opponent, player) == EMPTY:
            return final_score(player, opponent, state)
        return -shallow(opponent, player, -beta, -alpha, plies, n_empties, state)
    best = _BELOW
    while moves != EMPTY:
        square = first_square(moves)
        moves = without_first(moves)
        flipped = flips(square, player, opponent)
        next_player, next_opponent = opponent ^ flipped, player | flipped | bit_of(square)
        value = -shallow(next_player, next_opponent, -beta, -max(alpha, best), plies - 1, n_empties - 1, state)
        if value > best:
            best = value
            if best >= beta:
                break
    return best


@kernel(_i(Board, Board, Board, Board, _i, _i, State))
def sort_key(player: int, opponent: int, bit: int, odd: int, plies: int, n_empties: int, state: Any) -> int:
    """Sort key of the move at `bit`; the lowest key comes first. `player` is the side to move after it.

    `odd` is the mask of odd quarters before the move, and `n_empties` is the number of empty squares after it.
    """
    replies = legal_moves(player, opponent)
    if plies >= 0:
        return REPLY * count(replies) + REPLY * shallow(player, opponent, _BELOW, -_BELOW, plies, n_empties, state)
    corners = CORNER_REPLY * count(replies & CORNERS)
    if bit & CORNERS != EMPTY:
        corners -= TAKEN_CORNER
    key: int = REPLY * count(replies) + state.sign * corners
    return key if odd & bit != EMPTY else key + EVEN_REGION


@kernel(_u(_u, _i, _i, State))
def address_of(key: int, depth: int, n_empties: int, state: Any) -> int:
    """The address of a position's entry: near the end in the thread's small table, else in the table of all threads."""
    if depth == n_empties and n_empties <= NEAR:
        return state.near + ((key & _NEAR_MASK) << _4)  # type: ignore[no-any-return]
    return state.table + ((key & state.mask) << _4)  # type: ignore[no-any-return]


@kernel(_i(Board, Board, _i, _i, _i, _i, State))
def null_window(
    player: int, opponent: int, alpha: int, depth: int, selectivity: int, n_empties: int, state: Any
) -> int:
    """The score according to a search of `depth` plies. The result is meaningless if `state.stopped` is set.

    The search is fail-soft: a result <= alpha is an upper bound, and a result > alpha is a lower bound. `depth` must
    not exceed `n_empties`. If they are equal, the search continues to the end of the game. `selectivity` is an index
    into `selectivity.CONFIDENCE`.
    """
    if depth == n_empties and n_empties <= FEW:
        return solve_small(player, opponent, alpha, _ALL & ~(player | opponent), n_empties, state)

    # 1. Count the node, and stop if asked to.
    state.nodes += 1
    if depth == 0:
        return evaluate(player, opponent, n_empties, state)
    if (depth >= 3 or depth == n_empties) and (load(state.stop) != ZERO or state.nodes >= state.node_limit):
        state.stopped = 1
        return 0

    # 2. No move: pass, or the game is over.
    moves = legal_moves(player, opponent)
    if moves == EMPTY:
        if legal_moves(opponent, player) == EMPTY:
            return final_score(player, opponent, state)
        return -null_window(opponent, player, -alpha - 1, depth, selectivity, n_empties, state)

    # 3. Stability cut-off: stable discs never change sides.
    most = most_reachable(player, opponent, alpha, n_empties, state)
    if most <= alpha:
        return most

    # 4. Transposition cut-off.
    if depth < PROBCUT_FROM:
        selectivity = EXACT  # nothing below this node is selective
    lower, upper = LOWEST, HIGHEST
    hash_best, hash_second = NO_MOVE, NO_MOVE
    key = hashed(player, opponent, state)
    address = address_of(key, depth, n_empties, state)
    data = probe(address, key)
    if data != ZERO:
        if is_enough(data, depth, selectivity):
            if lower_bound(data) > alpha:
                return lower_bound(data)
            if upper_bound(data) <= alpha:
                return upper_bound(data)
        if draft_of(data) == draft(depth, selectivity):
            lower, upper = lower_bound(data), upper_bound(data)
        hash_best, hash_second = best_move(data), second_move(data)

    # 5. Multi-ProbCut (Buro 1997): if a shallower search is far enough from alpha, the full search is very likely on
    # the same side. The probe tests the side of alpha that the evaluation favours.
    if selectivity < EXACT and depth >= PROBCUT_FROM and min(count(player), count(opponent)) > FEW_DISCS:
        if depth == n_empties:
            doubt, of_probe = state.end_margins[selectivity], MIDGAME
        else:
            phase = min(n_empties // PHASE, N_PHASES - 1)
            doubt, of_probe = state.margins[(selectivity * N_PHASES + phase) * N_DEPTHS + depth], selectivity
        is_good = evaluate(player, opponent, n_empties, state) > alpha
        bound = alpha + doubt if is_good else alpha - doubt
        if LOWEST <= bound < HIGHEST:
            value = null_window(player, opponent, bound, reduced_depth(depth), of_probe, n_empties, state)
            if state.stopped:
                return 0
            if is_good and value > bound:
                return alpha + 1
            if not is_good and value <= bound:
                return alpha
        if hash_best == NO_MOVE:
            data = probe(address, key)
            if data != ZERO:
                hash_best = best_move(data)

    # 6. Enhanced transposition cut-off: stop at a child that, according to the table, is bad enough for the opponent.
    # Memory is slow, so all entries are prefetched before the first is read.
    first = n_empties * MAX_MOVES
    end = first
    rest = moves if depth >= ENHANCED_FROM else EMPTY
    while rest != EMPTY:
        square = first_square(rest)
        rest = without_first(rest)
        flipped = flips(square, player, opponent)
        child = hashed(opponent ^ flipped, player | flipped | bit_of(square), state)
        state.keys[end], state.hashes[end] = square, child
        prefetch(address_of(child, depth - 1, n_empties - 1, state))
        end += 1
    for i in range(first, end):
        child, square = state.hashes[i], unsigned(state.keys[i])
        data = probe(address_of(child, depth - 1, n_empties - 1, state), child)
        if data != ZERO and is_enough(data, depth - 1, selectivity) and -upper_bound(data) > alpha:
            best = -upper_bound(data)
            if square != hash_best:
                hash_best, hash_second = square, hash_best
            data = packed(best, upper, hash_best, hash_second, draft(depth, selectivity), state.generation)
            record(address, key, data)
            return best

    # 7. Sort the moves, with their hashes.
    plies, odd = foresight(depth, n_empties), odd_quarters(_ALL & ~(player | opponent))
    end = first
    while moves != EMPTY:
        square = first_square(moves)
        moves = without_first(moves)
        bit = bit_of(square)
        if unsigned(square) == hash_best:
            place = -_GREATEST
        elif unsigned(square) == hash_second:
            place = -_GREATEST + 1
        else:
            flipped = flips(square, player, opponent)
            place = sort_key(opponent ^ flipped, player | flipped | bit, bit, odd, plies, n_empties - 1, state)
        sort, child = place << _SQUARE_BITS | square, state.hashes[end]
        at = end
        while at > first and state.keys[at - 1] > sort:
            state.keys[at], state.hashes[at] = state.keys[at - 1], state.hashes[at - 1]
            at -= 1
        state.keys[at], state.hashes[at] = sort, child
        end += 1

    # 8. Search the moves until one exceeds alpha. A move that another thread is searching is deferred to a second
    # round, when the table may have its value (ABDADA, Weill 1996, in Kerrigan's simplified form).
    best, best_square = _BELOW, NO_MOVE
    deferred = ZERO  # a bit for each deferred move, counted from `first`
    share = state.busy != ZERO and depth >= SHARED_FROM
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
            square = state.keys[i] & _SQUARE_MASK
            flipped = flips(square, player, opponent)
            next_player, next_opponent = opponent ^ flipped, player | flipped | bit_of(square)
            value = -null_window(next_player, next_opponent, -alpha - 1, depth - 1, selectivity, n_empties - 1, state)
            if slot != ZERO:
                store(slot, ZERO)
            if state.stopped:
                return 0
            if value > best:
                best, best_square = value, unsigned(square)
                if value > alpha:
                    break
        if best > alpha or deferred == ZERO:
            break

    # 9. Store the result.
    if best > alpha:
        lower = max(lower, best)
    else:
        upper = min(upper, best)
    if best_square != hash_best and (best > alpha or hash_best == NO_MOVE):  # below alpha, no move is known to be best
        hash_best, hash_second = best_square, hash_best
    record(address, key, packed(lower, upper, hash_best, hash_second, draft(depth, selectivity), state.generation))
    return best


@kernel(_i(_u, _u, _u, _u, _i, _i, _i, _i, State))
def search(
    player: int,
    player_high: int,
    opponent: int,
    opponent_high: int,
    alpha: int,
    depth: int,
    selectivity: int,
    n_empties: int,
    state: Any,
) -> int:
    """Search a null window. Boards are pairs of words, because Python code calls this kernel."""
    own, others = board_of(player, player_high), board_of(opponent, opponent_high)
    return null_window(own, others, alpha, depth, selectivity, n_empties, state)
