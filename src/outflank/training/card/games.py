"""Play one move in each of many games: the work of one thread, on a graphics card or on the processor.

All games make their moves with the same number of empty squares at the same time, so that all searches need the weights
of the same few phases. A thread takes the next game from a queue whenever its search is over. The result does not
depend on the number of threads.

A game starts with random moves. After them, each side searches to a fixed depth, and occasionally makes a random move.
Once few enough squares are empty, every position is solved exactly. The random numbers are those of `selfplay`.
"""

from typing import Any

import numba

from outflank.board.bits import ONE, ZERO, unsigned
from outflank.evaluation.evaluate import UNIT
from outflank.jit import kernel
from outflank.search.score import final_score
from outflank.training.card.boards import flips_of, moves_of
from outflank.training.card.search import (
    LEAST,
    begin,
    fill_root,
    forget,
    prefer,
    root_move,
    root_value,
    step,
)
from outflank.training.dataset import RANDOM, UNKNOWN
from outflank.training.random_moves import ASIDE, START, STEP, drawn, mixed, random_square

# The settings: the number of games, the number of empty squares, the seed of the first game, and the `PlaySettings`.
N_GAMES, N_EMPTIES, SEED, DEPTH, SOLVE_FROM, LEAST_RANDOM, RANDOM_PLIES, RANDOM_PERCENT, MOST_AHEAD = range(9)
N_SETTINGS = 9

# The boards of each game: the discs of the side to move and of the other side, and the last random number.
PLAYER, OPPONENT, LAST_RANDOM = range(3)
N_BOARDS = 3

# The notes on each game. The sign is 1 if Black is to move, otherwise -1. The guess is the expected value of the next
# position in discs, and KNOWN is 1 if it is exact. N_RANDOM is the number of random moves at the start. OVER is 1 once
# the game is over, and the score is Black's.
SIGN, GUESS, KNOWN, N_RANDOM, OVER, SCORE = range(6)
N_NOTES = 6

# The current search of a thread: its game, its depth in this iteration, and its window.
GAME, TO, LOW, HIGH = range(4)
N_SEARCH = 4

WINDOW = 6 * UNIT
"""Distance of the first window's bounds from the expected value."""

_HALF, _SHIFT = UNIT // 2, UNIT.bit_length() - 1

_u, _i, _void = numba.types.uint64, numba.types.int64, numba.types.void
_Ints, _Boards = numba.types.int64[::1], numba.types.uint64[:, ::1]
_Bytes, _Signed = numba.types.uint8[:, ::1], numba.types.int8[:, ::1]
_Words, _Numbers, _Weights = numba.types.uint64[::1], numba.types.int32[::1], numba.types.int16[::1]


@kernel(_i(_Ints))
def taken(queue: Any) -> int:
    """Take a number from the queue. On a card, threads do this without getting the same one."""
    number: int = queue[0]
    queue[0] = number + 1
    return number


@kernel(_void(_i, _Ints, _Boards, _Signed))
def open_game(game: int, settings: Any, boards: Any, notes: Any) -> None:
    """Set up a game at its start."""
    random = mixed(unsigned(settings[SEED]) + unsigned(game) + STEP)
    more = drawn(random, settings[RANDOM_PLIES] - settings[LEAST_RANDOM] + 1)
    boards[PLAYER, game], boards[OPPONENT, game] = START
    boards[LAST_RANDOM, game] = random
    notes[SIGN, game], notes[N_RANDOM, game] = 1, settings[LEAST_RANDOM] + more
    notes[GUESS, game] = notes[KNOWN, game] = notes[OVER, game] = notes[SCORE, game] = 0


@kernel(_void(_i, _i, _i, _Ints, _Boards, _Signed, _Bytes))
def make_move(game: int, square: int, is_random: int, settings: Any, boards: Any, notes: Any, moves: Any) -> None:
    """Make a move in a game and record it."""
    player, opponent = boards[PLAYER, game], boards[OPPONENT, game]
    bit = ONE << unsigned(square)
    flipped = flips_of(bit, player, opponent)
    boards[PLAYER, game], boards[OPPONENT, game] = opponent ^ flipped, player ^ (flipped | bit)
    notes[SIGN, game], notes[GUESS, game] = -notes[SIGN, game], -notes[GUESS, game]
    moves[60 - settings[N_EMPTIES], game] = square + RANDOM * is_random


@kernel(_i(_i, _Ints, _Boards, _Signed, _Bytes))
def is_ready(game: int, settings: Any, boards: Any, notes: Any, moves: Any) -> int:
    """1 if the next move of a game needs a search, otherwise 0. Passes, and makes a random move of the opening."""
    n_empties = settings[N_EMPTIES]
    if n_empties == 60:
        open_game(game, settings, boards, notes)
    if notes[OVER, game]:
        return 0
    player, opponent = boards[PLAYER, game], boards[OPPONENT, game]
    legal = moves_of(player, opponent)
    if legal == ZERO:
        player, opponent = opponent, player
        legal = moves_of(player, opponent)
        boards[PLAYER, game], boards[OPPONENT, game] = player, opponent
        notes[SIGN, game], notes[GUESS, game] = -notes[SIGN, game], -notes[GUESS, game]
        if legal == ZERO:
            notes[OVER, game], notes[SCORE, game] = 1, notes[SIGN, game] * final_score(player, opponent)
            return 0
    random = mixed(boards[LAST_RANDOM, game] + STEP)
    boards[LAST_RANDOM, game] = random
    if 60 - n_empties < notes[N_RANDOM, game] and n_empties > settings[SOLVE_FROM]:
        make_move(game, random_square(random ^ ASIDE, legal), 1, settings, boards, notes, moves)
        return 0
    return 1


@kernel(_void(_i, _i, _Ints, _Boards, _Ints, _Words, _Numbers))
def search_within(low: int, high: int, settings: Any, boards: Any, search: Any, words: Any, numbers: Any) -> None:
    """Begin to search the current game's position with this window."""
    player, opponent = boards[PLAYER, search[GAME]], boards[OPPONENT, search[GAME]]
    search[LOW], search[HIGH] = low, high
    exact = 1 if settings[N_EMPTIES] <= settings[SOLVE_FROM] else 0
    begin(player, opponent, moves_of(player, opponent), low, high, search[TO], exact, words, numbers)


@kernel(_void(_i, _Ints, _Boards, _Signed, _Ints, _Words, _Numbers, _Numbers, _Numbers))
def search_game(
    game: int,
    settings: Any,
    boards: Any,
    notes: Any,
    search: Any,
    words: Any,
    numbers: Any,
    rows: Any,
    table: Any,
) -> None:
    """Begin the first search of a game's position.

    If its score is known from the move before, the search only looks for a move that reaches it. Otherwise, an exact
    search expects about the last value, and a search to a fixed depth begins with one or two plies.
    """
    search[GAME] = game
    forget(words)
    guess = UNIT * int(notes[GUESS, game])
    if settings[N_EMPTIES] <= settings[SOLVE_FROM]:
        search[TO] = settings[N_EMPTIES]
        if notes[KNOWN, game]:
            search_within(guess - 1, guess, settings, boards, search, words, numbers)
        else:
            search_within(guess - WINDOW, guess + WINDOW, settings, boards, search, words, numbers)
    else:
        fill_root(boards[PLAYER, game], boards[OPPONENT, game], rows, table)
        search[TO] = 2 - settings[DEPTH] % 2
        search_within(LEAST, -LEAST, settings, boards, search, words, numbers)


@kernel(_i(_Ints, _Boards, _Signed, _Ints, _Words, _Numbers))
def searches_on(settings: Any, boards: Any, notes: Any, search: Any, words: Any, numbers: Any) -> int:
    """1 if a search outside its window must be repeated, or a deeper one follows, which begins; otherwise 0."""
    value = root_value(numbers)
    low, high = search[LOW], search[HIGH]
    is_exact = settings[N_EMPTIES] <= settings[SOLVE_FROM]
    if value <= low and low > LEAST:
        search_within(LEAST, value + 1, settings, boards, search, words, numbers)
        return 1
    if value >= high and high < -LEAST:
        if is_exact and notes[KNOWN, search[GAME]]:
            return 0
        search_within(value - 1, -LEAST, settings, boards, search, words, numbers)
        return 1
    if is_exact or search[TO] >= settings[DEPTH]:
        return 0
    search[TO] += 2
    prefer(root_move(numbers), words)
    search_within(value - WINDOW, value + WINDOW, settings, boards, search, words, numbers)
    return 1


@kernel(_void(_i, _i, _i, _Ints, _Boards, _Signed, _Bytes, _Signed))
def play_move(
    game: int, value: int, best: int, settings: Any, boards: Any, notes: Any, moves: Any, values: Any
) -> None:
    """Record the value of a game's position, in units, and make the best move or sometimes a random one.

    A game in which a side is too far ahead after the random moves is abandoned.
    """
    ply, random = 60 - settings[N_EMPTIES], boards[LAST_RANDOM, game]
    value = (value + _HALF) >> _SHIFT
    values[ply, game] = notes[GUESS, game] = value
    if ply == notes[N_RANDOM, game] and abs(value) > settings[MOST_AHEAD]:
        notes[OVER, game], notes[SCORE, game] = 1, UNKNOWN
        return
    is_random = drawn(random, 100) < settings[RANDOM_PERCENT]
    if is_random:
        best = random_square(random ^ ASIDE, moves_of(boards[PLAYER, game], boards[OPPONENT, game]))
    notes[KNOWN, game] = settings[N_EMPTIES] <= settings[SOLVE_FROM] and not is_random
    make_move(game, best, is_random, settings, boards, notes, moves)


@kernel(_i(_Ints, _Boards, _Signed, _Bytes, _Signed, _Ints, _Numbers, _Weights, _Ints, _Words, _Numbers, _Numbers))
def advance(
    settings: Any,
    boards: Any,
    notes: Any,
    moves: Any,
    values: Any,
    queue: Any,
    table: Any,
    weights: Any,
    search: Any,
    words: Any,
    numbers: Any,
    rows: Any,
) -> int:
    """Take games from the queue and make the next move in each. Return the number of nodes.

    The last four arrays are the memory of one thread.
    """
    n_empties = settings[N_EMPTIES]
    exact = 1 if n_empties <= settings[SOLVE_FROM] else 0
    nodes = 0
    level = -1
    search[GAME] = -1
    while True:
        if level < 0:
            game = search[GAME]
            if game >= 0:
                if searches_on(settings, boards, notes, search, words, numbers):
                    level = 0
                else:
                    best, value = root_move(numbers), root_value(numbers)
                    play_move(game, value, best, settings, boards, notes, moves, values)
                    search[GAME] = -1
            if level < 0:
                game = taken(queue)
                if game >= settings[N_GAMES]:
                    return nodes
                if is_ready(game, settings, boards, notes, moves):
                    search_game(game, settings, boards, notes, search, words, numbers, rows, table)
                    level = 0
        if level >= 0:
            to = search[TO]
            level = step(level, to, exact, n_empties - to, words, numbers, rows, table, weights)
            nodes += 1
