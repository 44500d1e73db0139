"""Play a match between two sets of weights: random openings, each with both colours, and an entire game in one kernel.

Both sides search to the same depth, so the match compares knowledge, not speed. Once few enough squares are empty, the
game ends with its exact score, which is computed by solving.
"""

from collections.abc import Iterator
from typing import Any

import numba

from outflank.board.bits import ONE, ZERO, popcount, signed, unsigned
from outflank.board.moves import flips, legal_moves
from outflank.evaluation.features import moved, negated
from outflank.evaluation.weights import Weights
from outflank.jit import kernel
from outflank.search.midgame import settle
from outflank.search.score import final_score
from outflank.search.selectivity import selectivity_for
from outflank.search.shallow import row_of
from outflank.search.state import SearchState, State
from outflank.search.table import EXACT, NO_MOVE, Table
from outflank.training.plan import MatchSettings
from outflank.training.random_moves import START, STEP, mixed, random_square

_SELECTIVITY = selectivity_for(87)  # while positions are not yet solved

_u, _i = numba.types.uint64, numba.types.int64
_Pair: Any = numba.types.UniTuple


@kernel(_Pair(_u, 2)(_u, _i))
def opening(seed: int, n_plies: int) -> tuple[int, int]:
    """Return the position after `n_plies` random moves, with the mover's discs first.

    The mover has a legal move unless the game is over.
    """
    player, opponent = START
    random = mixed(seed + STEP)
    for ply in range(n_plies + 1):
        legal = legal_moves(player, opponent)
        if legal == ZERO:
            player, opponent = opponent, player
            legal = legal_moves(player, opponent)
        if legal == ZERO or ply == n_plies:
            break
        random = mixed(random + STEP)
        square = unsigned(random_square(random, legal))
        flipped = flips(square, player, opponent)
        player, opponent = opponent ^ flipped, player ^ (flipped | ONE << square)
    return player, opponent


@kernel(_i(_u, _u, _i, _i, State, State))
def play_out(player: int, opponent: int, depth: int, solve_from: int, mover: Any, other: Any) -> int:
    """Play a game between the weights of two states. Return the score from the first mover's point of view.

    Both states must be ready and set to the position. `mover` is the state of the side to move.
    """
    sign, n_empties = 1, 64 - popcount(player | opponent)
    while True:
        legal = legal_moves(player, opponent)
        if legal == ZERO:
            if legal_moves(opponent, player) == ZERO:
                return sign * final_score(player, opponent)
            negated(row_of(n_empties, mover), row_of(n_empties, mover))
            negated(row_of(n_empties, other), row_of(n_empties, other))
            player, opponent = opponent, player
            mover, other = other, mover
            sign = -sign
            continue
        if n_empties <= solve_from:
            value, _ = settle(player, opponent, 0, n_empties, EXACT, n_empties, mover)
            return sign * value
        value, square = settle(player, opponent, 0, 3, EXACT, n_empties, mover)  # ProbCut might leave no move
        for to in range(4, depth + 1):
            value, found = settle(player, opponent, value, to, _SELECTIVITY, n_empties, mover)
            square = square if found == signed(NO_MOVE) else found
        flipped = flips(unsigned(square), player, opponent)
        for state in (mover, other):
            moved(row_of(n_empties, state), row_of(n_empties - 1, state), state.increments, unsigned(square), flipped)
        player, opponent = opponent ^ flipped, player ^ (flipped | ONE << unsigned(square))
        mover, other = other, mover
        sign = -sign
        n_empties -= 1


def pairs(a: Weights, b: Weights, settings: MatchSettings, seed: int, number: int = 0) -> Iterator[tuple[int, int]]:
    """Yield the scores of an endless series of game pairs from `a`'s point of view, starting with pair `number`.

    `a` moves first in the first game of each pair. The same seed yields the same pairs.
    """
    tables = Table(_MEGABYTES), Table(_MEGABYTES)
    states = SearchState(tables[0], a), SearchState(tables[1], b)
    while True:
        player, opponent = opening((seed << 32) + number, settings.opening_plies)
        scores = []
        for first, second in (states, states[::-1]):
            for table, state in zip(tables, states, strict=True):
                table.clear()
                state.begin()
                state.place(player, opponent)
            scores.append(play_out(player, opponent, settings.depth, settings.solve_from, first.record, second.record))
        yield scores[0], -scores[1]
        number += 1


_MEGABYTES = 8


def points(scores: tuple[int, int]) -> float:
    """Points for a pair of games with these scores, from 0 to 2."""
    return sum(1.0 if score > 0 else 0.5 if score == 0 else 0.0 for score in scores)
