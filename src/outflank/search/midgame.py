"""The main search, to a given depth or to the end of the game. It calls the endgame solvers near the end.

The kernel `search` does all of this with null windows, selectively or exactly, and the root calls it to find scores and
lines. Scores are in whole discs, from the point of view of the side to move. The state stores the position's features
in the row for its number of empty squares.
"""

from typing import Any

import numba

from outflank.board.atomics import load, prefetch, store
from outflank.board.bits import ONE, ZERO, bitboard, lowest_square, popcount, signed, unsigned
from outflank.board.moves import flips, legal_moves
from outflank.board.potential_mobility import potential_moves
from outflank.board.spread import spread
from outflank.board.stability import stable_on_edges
from outflank.evaluation.evaluate import UNIT, evaluate
from outflank.evaluation.features import moved, negated
from outflank.evaluation.judge import value_within
from outflank.jit import kernel
from outflank.search.endgame import SOLVE_FROM, null_window
from outflank.search.last_squares import stability_bound
from outflank.search.ordering import FIRST, SECOND, insert
from outflank.search.probcut import PROBCUT_FROM, before_slope, margin, reduced_depth
from outflank.search.score import HIGHEST, LOWEST, final_score
from outflank.search.selectivity import MIDGAME
from outflank.search.shallow import LEAST, row_of, shallow, value_after
from outflank.search.state import MAX_MOVES, State
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

LEAF_DEPTH = 2  # up to this depth, a search does not use the table
ENHANCED_FROM = 4  # from this depth on, look up all children in the table before searching any
SHARED_FROM, LAST_SHARED_FROM = 8, 14  # from this depth on, threads avoid searching the same moves; to the end
REPLY = 48  # penalty per opponent's reply in move ordering, in units
NEGLIGIBLE = UNIT  # the value of a move this much worse than the best need not be exact
LAST_REPLY, LAST_POTENTIAL_REPLY, LAST_STABLE_ON_EDGE = 400, 40, -80  # move-ordering weights in a search to the end
EARLY, EARLY_LAST_REPLY = 20, 200  # with this many empty squares or more, a reply counts less

_LOWEST = -65
_4, _3 = bitboard(4), bitboard(3)
_BUSY_MASK = bitboard(N_BUSY - 1)
_FEW, _WIPE_OUT = 6, 4  # with up to this many discs, a wipe-out may be near; the plies to check for one
_HALF, _SHIFT = UNIT // 2, UNIT.bit_length() - 1

_u, _i = numba.types.uint64, numba.types.int64


@kernel("int64(int64, int64)")
def foresight(depth: int, n_empties: int) -> int:
    """The depth at which a node's moves are searched in order to sort them; 0 means that they are only evaluated."""
    if depth == n_empties:
        return 0 if n_empties < 16 else 1 if n_empties < 20 else 2
    return 0 if depth < 6 else 1 if depth < 10 else 2


@kernel(_i(_u, _u, _u, _u, _i, State))
def list_moves(player: int, opponent: int, moves: int, best: int, n_empties: int, state: Any) -> int:
    """Write the legal `moves` to the state's section for `n_empties`, and return the index after the last one.

    `best` is the square to list first, or NO_MOVE.
    """
    end = n_empties * MAX_MOVES
    if best != NO_MOVE and moves >> best & ONE:
        state.squares[end], state.flips[end] = best, flips(best, player, opponent)
        moves ^= ONE << best
        end += 1
    while moves:
        square = lowest_square(moves)
        state.squares[end], state.flips[end] = square, flips(square, player, opponent)
        moves &= moves - ONE
        end += 1
    return end


@kernel(numba.types.void(_u, _u, _i, _i, _u, _i, _i, State))
def rank_moves(
    player: int, opponent: int, first: int, end: int, second: int, depth: int, n_empties: int, state: Any
) -> None:
    """Sort the moves from index `first` to `end`, best first. `second` is the second hash move, or NO_MOVE."""
    plies = foresight(depth, n_empties)
    last_reply = LAST_REPLY if n_empties < EARLY else EARLY_LAST_REPLY
    best = LEAST
    for i in range(first, end):
        flipped, square = state.flips[i], state.squares[i]
        next_player, next_opponent = opponent ^ flipped, player ^ (flipped | ONE << square)
        if next_player == ZERO:
            key = FIRST
        elif square == second:
            key = SECOND
        else:
            if plies == 0:
                value = value_after(n_empties, square, flipped, next_player, next_opponent, LEAST, -LEAST, ZERO, state)
            else:
                moved(row_of(n_empties, state), row_of(n_empties - 1, state), state.increments, square, flipped)
                least = LEAST if depth == n_empties else max(best - NEGLIGIBLE, LEAST)
                value = -shallow(next_player, next_opponent, LEAST, -least, plies, n_empties - 1, ZERO, state)
                best = max(best, value)
            replies = popcount(legal_moves(next_player, next_opponent))
            if depth < n_empties:
                key = REPLY * replies - value
            else:
                key = last_reply * replies - value
                key += LAST_POTENTIAL_REPLY * popcount(potential_moves(next_player, next_opponent))
                key += LAST_STABLE_ON_EDGE * popcount(stable_on_edges(next_opponent, next_player))
        insert(key, flipped, square, first, i, state)


@kernel(_i(_u, _u, _i, _i, _i, _i, State))
def search(player: int, opponent: int, alpha: int, depth: int, selectivity: int, n_empties: int, state: Any) -> int:
    """The score according to a search of `depth` plies. The result is meaningless if `state.stopped` is set.

    The search is fail-soft: a result <= alpha is an upper bound, and a result > alpha is a lower bound. `depth` must
    not exceed `n_empties`. If they are equal, the search continues to the end of the game. `selectivity` is an index
    into `selectivity.CONFIDENCE`.
    """
    if depth == n_empties and n_empties <= SOLVE_FROM:
        return null_window(player, opponent, alpha, n_empties, state)
    least = alpha * UNIT + _HALF - 1  # the largest value that rounds to alpha, in the evaluation's units
    if depth == 0:
        state.nodes += 1
        value = value_within(
            row_of(n_empties, state), player, opponent, least, least + 1, n_empties, state.weights, state.network
        )
        return (value + _HALF) >> _SHIFT
    if depth <= LEAF_DEPTH:
        value = shallow(player, opponent, least, least + 1, depth, n_empties, state.network, state)
        return (value + _HALF) >> _SHIFT

    # 1. Count the node, and stop if asked to.
    state.nodes += 1
    if load(state.stop) != ZERO or state.nodes >= state.node_limit:
        state.stopped = 1
        return 0

    # 2. No move: pass, or the game is over.
    row = row_of(n_empties, state)
    moves = legal_moves(player, opponent)
    if moves == ZERO:
        if legal_moves(opponent, player) == ZERO:
            return final_score(player, opponent)
        negated(row, row)
        value = -search(opponent, player, -alpha - 1, depth, selectivity, n_empties, state)
        negated(row, row)
        return value

    # 3. Stability cut-off: the player can never capture the opponent's stable discs.
    most = stability_bound(spread(player), spread(opponent), alpha, n_empties)
    if most <= alpha:
        return most

    # 4. Transposition cut-off.
    if depth < PROBCUT_FROM and depth < n_empties:
        selectivity = EXACT  # nothing below this node is selective
    lower, upper = -64, 64
    hash_best, hash_second = NO_MOVE, NO_MOVE
    key = hash_of(player, opponent, state.salt)
    address = state.table + ((key & state.mask) << _4)
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
    # the same side. If a side might be wiped out, the estimate can be off by any number of discs; so if a side has few
    # discs, check for a wipe-out too. The probe tests the side of alpha that the evaluation favours; a result that is
    # just as far on the other side also counts. In a search to the end, the slope scales the probe's bounds down, and
    # probes always use the midgame's selectivity; only the margins of the search itself vary.
    if selectivity < EXACT and depth >= PROBCUT_FROM:
        reduced, near = reduced_depth(depth), min(depth - 1, _WIPE_OUT)
        doubt = margin(depth, selectivity, n_empties, state.margins)
        low, high, of_probe = alpha - doubt, alpha + doubt, selectivity
        if depth == n_empties:
            low, high, of_probe = before_slope(low), before_slope(high), MIDGAME
        bound = high if evaluate(row, n_empties, state.weights) > least else low
        if -64 <= bound < 64:
            value = search(player, opponent, bound, reduced, of_probe, n_empties, state)
            if state.stopped:
                return 0
            if value > high and (
                popcount(player) > _FEW
                or (bound == high and search(player, opponent, LOWEST, near, EXACT, n_empties, state) > LOWEST)
            ):
                return alpha + 1
            if value <= low and (
                popcount(opponent) > _FEW
                or (bound == low and search(player, opponent, HIGHEST - 1, near, EXACT, n_empties, state) < HIGHEST)
            ):
                return alpha
        if hash_best == NO_MOVE:
            data = probe(address, key)
            if data != ZERO:
                hash_best = best_move(data)

    # 6. List the moves.
    first = n_empties * MAX_MOVES
    end = list_moves(player, opponent, moves, hash_best, n_empties, state)
    unranked = first + 1 if hash_best != NO_MOVE and state.squares[first] == hash_best else first

    # 7. Enhanced transposition cut-off: stop at a child that, according to the table, is bad enough for the opponent.
    # Memory is slow, so all entries are prefetched before the first is read.
    if depth >= ENHANCED_FROM and not (depth == n_empties and n_empties <= SOLVE_FROM + 1):
        for i in range(first, end):
            flipped = state.flips[i]
            child = hash_of(opponent ^ flipped, player ^ (flipped | ONE << state.squares[i]), state.salt)
            state.hashes[i] = child
            prefetch(state.table + ((child & state.mask) << _4))
        for i in range(first, end):
            child = state.hashes[i]
            data = probe(state.table + ((child & state.mask) << _4), child)
            if data != ZERO and is_enough(data, depth - 1, selectivity) and -upper_bound(data) > alpha:
                best, square = -upper_bound(data), state.squares[i]
                data = packed(best, upper, square, hash_best, draft(depth, selectivity), state.generation)
                record(address, key, data)
                return best

    # 8. Search the moves until one exceeds alpha, starting with the hash move before even sorting the others. A move
    # that another thread is searching is deferred to a second round, when the table may have its value (ABDADA, Weill
    # 1996, in Kerrigan's simplified form).
    best, best_square = _LOWEST, NO_MOVE
    deferred = ZERO  # a bit for each deferred move, counted from `first`
    share = state.busy != ZERO and depth >= (SHARED_FROM if depth < n_empties else LAST_SHARED_FROM)
    for round_ in range(2 if share else 1):
        for i in range(first, end):
            if i == unranked and round_ == 0:
                rank_moves(player, opponent, unranked, end, hash_second, depth, n_empties, state)
            flipped, square = state.flips[i], state.squares[i]
            if round_ == 1 and not deferred >> unsigned(i - first) & ONE:
                continue
            next_player, next_opponent = opponent ^ flipped, player ^ (flipped | ONE << square)
            slot = ZERO
            if share and round_ == 0:
                child = hash_of(next_player, next_opponent, state.salt)
                slot = state.busy + ((child & _BUSY_MASK) << _3)
                if i > first and load(slot) == child:
                    deferred |= ONE << unsigned(i - first)
                    continue
                store(slot, child)
            moved(row, row_of(n_empties - 1, state), state.increments, square, flipped)
            value = -search(next_player, next_opponent, -alpha - 1, depth - 1, selectivity, n_empties - 1, state)
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
    if best_square != hash_best and (best > alpha or hash_best == NO_MOVE):  # below alpha, no move is known to be best
        hash_best, hash_second = best_square, hash_best
    record(address, key, packed(lower, upper, hash_best, hash_second, draft(depth, selectivity), state.generation))
    return best


_Pair: Any = numba.types.UniTuple


@kernel(_Pair(_i, 2)(_u, _u, _i, _i, _i, _i, State))
def settle(
    player: int, opponent: int, guess: int, depth: int, selectivity: int, n_empties: int, state: Any
) -> tuple[int, int]:
    """The score according to a search of `depth` plies, and the best move stored in the table.

    The search narrows the score with null windows, starting at `guess` (MTD(f), Plaat 1996). The side to move must have
    a legal move. The best move is NO_MOVE if the table does not contain one, because searches of up to LEAF_DEPTH plies
    do not write to the table, and neither do searches to the end with up to SOLVE_FROM empty squares. Both results are
    meaningless if `state.stopped` is set.
    """
    lower, upper = -64, 64
    best = signed(NO_MOVE)
    step = 2 if depth == n_empties else 1  # final scores are even
    key = hash_of(player, opponent, state.salt)
    address = state.table + ((key & state.mask) << _4)
    while lower < upper:
        alpha = min(max(guess, lower + step), upper) - 1
        value = search(player, opponent, alpha, depth, selectivity, n_empties, state)
        if state.stopped:
            break
        if value > alpha:
            lower = max(lower, value)
            guess = lower + step
        else:
            upper = guess = min(upper, value)
        data = probe(address, key)
        if data != ZERO and (value > alpha or best == signed(NO_MOVE)):
            best = signed(best_move(data))
    return lower, best
