"""Play an entire game of self-play in one kernel, reproducibly from a seed.

A game starts with random moves. After them, each side searches to a fixed depth, and occasionally makes a random move.
Once few enough squares are empty, every position is solved exactly. For each move, the game records the square, a flag
for a random move, and the value of the position before it.
"""

from itertools import count
from typing import Any

import numba
import numpy as np

from outflank.board.bits import ONE, ZERO, signed, unsigned
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
from outflank.training.dataset import GAME, NO_PLY, RANDOM, UNKNOWN
from outflank.training.plan import PlaySettings
from outflank.training.random_moves import ASIDE, START, STEP, drawn, mixed, random_square

_u, _i = numba.types.uint64, numba.types.int64


@kernel(_i(_u, _i, _i, _i, _i, _i, _i, _i, numba.uint8[::1], numba.int8[::1], State))
def play(
    seed: int,
    depth: int,
    solve_from: int,
    least_random: int,
    random_plies: int,
    random_percent: int,
    selectivity: int,
    most_ahead: int,
    moves: Any,
    values: Any,
    state: Any,
) -> int:
    """Play a game, record it in `moves` and `values`, and return its score from Black's point of view.

    The state must be ready and set to the starting position. If one side leads by more than `most_ahead` discs after
    the random moves, the game is abandoned and the score is UNKNOWN.
    """
    player, opponent = START
    sign, n_empties = 1, 60
    ply = 0
    guess = 0
    random = mixed(seed + STEP)
    n_random = least_random + drawn(random, random_plies - least_random + 1)
    while True:
        legal = legal_moves(player, opponent)
        if legal == ZERO:
            if legal_moves(opponent, player) == ZERO:
                return sign * final_score(player, opponent)
            row = row_of(n_empties, state)
            negated(row, row)
            player, opponent = opponent, player
            sign, guess = -sign, -guess
            continue
        random = mixed(random + STEP)
        values[ply] = UNKNOWN
        square = signed(NO_MOVE)
        if ply >= n_random or n_empties <= solve_from:
            if n_empties <= solve_from:
                if n_empties > 12 and (ply == n_random or n_empties == solve_from):
                    guess, square = settle(player, opponent, guess, 6, selectivity, n_empties, state)
                value, square = settle(player, opponent, guess, n_empties, EXACT, n_empties, state)
            else:
                value = guess
                for to in range(3, depth + 1):
                    value, square = settle(player, opponent, value, to, selectivity, n_empties, state)
            if ply == n_random and abs(value) > most_ahead:
                return UNKNOWN
            guess = value
            values[ply] = value
        if square == signed(NO_MOVE) or drawn(random, 100) < random_percent:
            square = random_square(random ^ ASIDE, legal)
            moves[ply] = square + RANDOM
        else:
            moves[ply] = square
        ply += 1
        flipped = flips(unsigned(square), player, opponent)
        moved(row_of(n_empties, state), row_of(n_empties - 1, state), state.increments, unsigned(square), flipped)
        player, opponent = opponent ^ flipped, player ^ (flipped | ONE << unsigned(square))
        sign, guess = -sign, -guess
        n_empties -= 1


class SelfPlay:
    """Plays games with the same weights and settings, one after another."""

    def __init__(self, weights: Weights, settings: PlaySettings, megabytes: int = 16):
        self.settings = settings
        self._table = Table(megabytes)
        self._state = SearchState(self._table, weights)

    def game(self, number: int, seed: int) -> Any:
        """Play game `number`, and return it as an array that contains one GAME."""
        game = np.zeros(1, GAME)
        game["number"] = number
        s = self.settings
        for attempt in count():
            self._table.clear()
            self._state.begin()
            self._state.place(int(START[0]), int(START[1]))
            moves, values = np.full(60, NO_PLY, np.uint8), np.full(60, UNKNOWN, np.int8)
            score = play(
                ((seed << 32) + number + (attempt << 56)) % 2**64,
                s.depth,
                s.solve_from,
                s.least_random,
                s.random_plies,
                s.random_percent,
                selectivity_for(s.confidence),
                s.most_ahead,
                moves,
                values,
                self._state.record,
            )
            if score != UNKNOWN:
                break
        game["score"], game["moves"], game["values"] = score, moves, values
        return game
