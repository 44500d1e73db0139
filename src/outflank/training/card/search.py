"""Alpha-beta searches that advance one move at a time, with their stack in arrays.

A graphics card runs 32 threads in step, and threads that do different things wait for each other. `step` therefore does
nearly the same each time: it takes one move of the node on top of the stack, makes it, and generates the replies. Then
it evaluates the position, enters it, or remembers the number of replies, by which the node's moves are ordered.

The search is fail-soft, without a transposition table and without selectivity. Its values are in the evaluation's
units. Level 0 of the stack is the root, and each move leads to the next level. If the search is *exact*, it continues
to the end of the game; otherwise, it evaluates the positions after `depth` moves.
"""

from typing import Any

import numba

from outflank.board.bits import ONE, ZERO, bitboard, lowest_square, popcount, signed, unsigned
from outflank.board.masks import CORNERS, X_SQUARES
from outflank.board.parity import odd_quarters
from outflank.evaluation.evaluate import UNIT
from outflank.jit import kernel
from outflank.search.score import final_score
from outflank.training.card.boards import flips_of, moves_of
from outflank.training.card.indices import PAIRS, add_discs, fill_row, row_value

LEAST = -65 * UNIT
"""A value that is lower than any other."""

MOST_LEVELS = 16
"""The largest depth of a search."""

# Each level's words: the discs of the side to move and of the other side, the moves not searched yet, those not ranked
# yet, the last move that refuted a node of this level, and a mask of moves for each rank.
_PLAYER, _OPPONENT, _LEFT, _UNRANKED, _KILLER, _RANKS = 0, 1, 2, 3, 4, 5
_N_RANKS = 8
WORDS = _RANKS + _N_RANKS
"""64-bit words that a level of the stack takes."""

# Each level's numbers: the window, the best value and move so far, the current move, 1 after a pass, and 1 if the side
# to move is the one at the root, otherwise -1.
_ALPHA, _BETA, _BEST, _BEST_MOVE, _MOVE, _PASSED, _SIDE = 0, 1, 2, 3, 4, 5, 6
NUMBERS = 7
"""32-bit numbers that a level of the stack takes."""

RANKED_FROM = 4
"""The least remaining depth at which a depth-limited search orders moves by the number of replies."""

EXACT_RANKED_FROM = 6
"""The same for exact searches."""

_CORNER_BONUS = 2  # replies that a move to a corner may leave in addition
_CORNERS, _X_SQUARES = bitboard(CORNERS), bitboard(X_SQUARES)

_u, _i, _void = numba.types.uint64, numba.types.int64, numba.types.void
_Words, _Numbers, _Weights = numba.types.uint64[::1], numba.types.int32[::1], numba.types.int16[::1]


@kernel(_i(_i, _i))
def is_ranked(depth: int, exact: int) -> int:
    """1 if a node with this remaining depth orders its moves by the number of replies, otherwise 0."""
    return 1 if depth >= (EXACT_RANKED_FROM if exact else RANKED_FROM) else 0


@kernel(_void(_u, _u, _u, _i, _i, _i, _i, _i, _i, _Words, _Numbers))
def enter(
    player: int,
    opponent: int,
    moves: int,
    alpha: int,
    beta: int,
    passed: int,
    side: int,
    ranked: int,
    level: int,
    words: Any,
    numbers: Any,
) -> None:
    """Put a node with at least one move on top of the stack."""
    word, number = level * WORDS, level * NUMBERS
    words[word + _PLAYER], words[word + _OPPONENT], words[word + _LEFT] = player, opponent, moves
    words[word + _UNRANKED] = moves if ranked else ZERO
    if ranked:
        for rank in range(_N_RANKS):
            words[word + _RANKS + rank] = ZERO
    numbers[number + _ALPHA], numbers[number + _BETA], numbers[number + _BEST] = alpha, beta, LEAST
    numbers[number + _PASSED], numbers[number + _SIDE] = passed, side


@kernel(_void(_u, _u, _u, _i, _i, _i, _i, _Words, _Numbers))
def begin(
    player: int, opponent: int, moves: int, alpha: int, beta: int, depth: int, exact: int, words: Any, numbers: Any
) -> None:
    """Put the root of a search of `depth` >= 1 plies on the empty stack. Killers and rows stay as they are."""
    enter(player, opponent, moves, alpha, beta, 0, 1, is_ranked(depth, exact), 0, words, numbers)


@kernel(_void(_Words))
def forget(words: Any) -> None:
    """Forget the moves that refuted nodes of earlier searches, on which the order of moves depends."""
    for level in range(MOST_LEVELS):
        words[level * WORDS + _KILLER] = ZERO


@kernel(_void(_u, _u, _Numbers, _Numbers))
def fill_root(player: int, opponent: int, rows: Any, table: Any) -> None:
    """Compute the row of the root, as seen by `player`, from scratch."""
    for k in range(PAIRS):
        rows[k] = 0
    add_discs(player, 1, 0, rows, table)
    add_discs(opponent, -1, 0, rows, table)


@kernel(_u(_i, _i, _i, _Words))
def chosen(level: int, ranked: int, exact: int, words: Any) -> int:
    """The next move to search at a level, as a mask."""
    word = level * WORDS
    left: int = words[word + _LEFT]
    killer: int = words[word + _KILLER]
    if left & killer != ZERO:
        return killer
    if ranked:
        for rank in range(_N_RANKS):
            best: int = left & words[word + _RANKS + rank]
            if best != ZERO:
                return best & -best
    moves = left & ~_X_SQUARES
    if exact:
        odd = left & odd_quarters(~(words[word + _PLAYER] | words[word + _OPPONENT]))
        if odd != ZERO:
            moves = odd
    if moves == ZERO:
        moves = left
    if left & _CORNERS != ZERO:
        moves = left & _CORNERS
    return moves & -moves


@kernel(_void(_i, _i, _Words, _Numbers))
def arrive(value: int, level: int, words: Any, numbers: Any) -> None:
    """Take in the value of the current move at a level. If it refutes the node, no move is left."""
    word, number = level * WORDS, level * NUMBERS
    if value > numbers[number + _BEST]:
        move = numbers[number + _MOVE]
        numbers[number + _BEST], numbers[number + _BEST_MOVE] = value, move
        if value > numbers[number + _ALPHA]:
            numbers[number + _ALPHA] = value
        if value >= numbers[number + _BETA]:
            words[word + _LEFT] = ZERO
            words[word + _KILLER] = ONE << unsigned(move)


@kernel(_i(_i, _Words, _Numbers))
def leave(level: int, words: Any, numbers: Any) -> int:
    """Leave all nodes on top of the stack that have no move left, and return the level of the first that has one.

    The result is -1 if the search is over.
    """
    while words[level * WORDS + _LEFT] == ZERO:
        if level == 0:
            return -1
        value = numbers[level * NUMBERS + _BEST]
        if not numbers[level * NUMBERS + _PASSED]:
            value = -value
        level -= 1
        arrive(value, level, words, numbers)
    return level


@kernel(_i(_i, _i, _i, _i, _Words, _Numbers, _Numbers, _Numbers, _Weights))
def step(
    level: int, depth: int, exact: int, n_empties: int, words: Any, numbers: Any, rows: Any, table: Any, weights: Any
) -> int:
    """Look at one move of the node at `level`, and return the new level, or -1 at the end of the search.

    `n_empties` is the number of empty squares after `depth` moves.
    """
    word, number = level * WORDS, level * NUMBERS
    left = depth - level  # depth of this node
    player, opponent = words[word + _PLAYER], words[word + _OPPONENT]
    unranked = words[word + _UNRANKED]
    bit = unranked & -unranked
    if unranked == ZERO:
        bit = chosen(level, is_ranked(left, exact), exact, words)
    flipped = flips_of(bit, player, opponent)
    next_player, next_opponent = opponent ^ flipped, player ^ (flipped | bit)
    moves = moves_of(next_player, next_opponent) if left > 1 else ZERO

    # Rank the move: few replies come first.
    if unranked != ZERO:
        words[word + _UNRANKED] = unranked ^ bit
        rank = popcount(moves)
        if bit & _CORNERS != ZERO:
            rank -= _CORNER_BONUS
        rank = min(max(rank, 0), _N_RANKS - 1)
        words[word + _RANKS + rank] |= bit
        return level

    # Search the move.
    words[word + _LEFT] ^= bit
    numbers[number + _MOVE] = signed(lowest_square(bit))
    side = numbers[number + _SIDE]
    passed = 0
    over = next_player == ZERO or (exact != 0 and left == 1)
    if not over and moves == ZERO and left > 1:
        next_player, next_opponent, passed = next_opponent, next_player, 1
        moves = moves_of(next_player, next_opponent)
        over = moves == ZERO
    if over:
        value = UNIT * final_score(next_player, next_opponent)
        arrive(value if passed else -value, level, words, numbers)
        return leave(level, words, numbers)
    if not exact:
        fill_row(bit, flipped, side, PAIRS * level, rows, table)
    if left == 1:
        value = -row_value(PAIRS * (level + 1), -side, n_empties, rows, table, weights)
        arrive(value, level, words, numbers)
        return leave(level, words, numbers)
    alpha, beta = -numbers[number + _BETA], -numbers[number + _ALPHA]
    if passed:
        alpha, beta, side = -beta, -alpha, -side
    ranked = is_ranked(left - 1, exact)
    enter(next_player, next_opponent, moves, alpha, beta, passed, -side, ranked, level + 1, words, numbers)
    return level + 1


@kernel(_i(_Numbers))
def root_value(numbers: Any) -> int:
    """The value of the root after a search."""
    value: int = numbers[_BEST]
    return value


@kernel(_i(_Numbers))
def root_move(numbers: Any) -> int:
    """The best move of the root after a search: the first move with its value."""
    move: int = numbers[_BEST_MOVE]
    return move


@kernel(_void(_i, _Words))
def prefer(square: int, words: Any) -> None:
    """Have the next search look at the move to `square` first."""
    words[_KILLER] = ONE << unsigned(square)
