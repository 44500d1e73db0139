"""Play a batch of games move by move, on the processor. `cuda` does the same on a graphics card.

Here, the same kernels play the same games as on the card, down to the last bit. This is for tests and for measuring: on
a processor, `selfplay` is much faster, because it uses a transposition table, selectivity and vector instructions.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from outflank.errors import OutflankError
from outflank.evaluation.weights import Weights
from outflank.training.card.games import (
    DEPTH,
    LEAST_RANDOM,
    MOST_AHEAD,
    N_BOARDS,
    N_EMPTIES,
    N_GAMES,
    N_NOTES,
    N_SEARCH,
    N_SETTINGS,
    RANDOM_PERCENT,
    RANDOM_PLIES,
    SCORE,
    SEED,
    SOLVE_FROM,
    advance,
)
from outflank.training.card.indices import PAIRS, table_of_pairs
from outflank.training.card.search import MOST_LEVELS, NUMBERS, WORDS
from outflank.training.dataset import GAME, NO_PLY, UNKNOWN
from outflank.training.plan import PlaySettings

N_WORDS, N_NUMBERS, N_ROWS = MOST_LEVELS * WORDS, MOST_LEVELS * NUMBERS, MOST_LEVELS * PAIRS
"""Sizes of a thread's memory."""


def settings_of(play: PlaySettings, first: int, n_games: int, seed: int) -> Any:
    """Collect the settings for the kernels. `first` is the number of the first game.

    Raises OutflankError if the stack would be too small.
    """
    if not 1 <= play.depth <= play.solve_from <= MOST_LEVELS:
        raise OutflankError(
            "the card searches to a depth of 1 to {most}, and solves from at least as many empty squares: "
            "got depth {depth} and {solve_from}",
            most=MOST_LEVELS,
            depth=play.depth,
            solve_from=play.solve_from,
        )
    settings = np.zeros(N_SETTINGS, np.int64)
    settings[N_GAMES] = n_games
    settings[SEED] = np.uint64((seed << 32) + first & 2**64 - 1).astype(np.int64)
    settings[DEPTH], settings[SOLVE_FROM] = play.depth, play.solve_from
    settings[LEAST_RANDOM], settings[RANDOM_PLIES] = play.least_random, play.random_plies
    settings[RANDOM_PERCENT], settings[MOST_AHEAD] = play.random_percent, play.most_ahead
    return settings


def games_of(first: int, notes: Any, moves: Any, values: Any) -> Any:
    """Convert the kernels' results to an array of GAME, without the games that were abandoned."""
    games = np.zeros(notes.shape[1], GAME)
    games["number"] = first + np.arange(len(games))
    games["moves"], games["values"], games["score"] = moves.T, values.T, notes[SCORE]
    return games[games["score"] != UNKNOWN]


class TwinPlayer:
    """Plays batches of games on the processor, exactly as `CardPlayer` does on a card."""

    def __init__(self, weights: Weights, play: PlaySettings, seed: int):
        self._play, self._seed = play, seed
        self._weights = weights.table.reshape(-1)
        self._table = table_of_pairs()
        self.threads = 1
        """Number of games that are searched at the same time."""

        self.nodes = 0
        """Number of nodes so far."""

    def games(self, first: int, n_games: int, watch: Callable[[int], object] = lambda _n_empties: None) -> Any:
        """Play `n_games` games from number `first` on, and return them as an array of GAME.

        Before each move, `watch` is called with the number of empty squares.
        """
        settings = settings_of(self._play, first, n_games, self._seed)
        boards = np.zeros((N_BOARDS, n_games), np.uint64)
        notes = np.zeros((N_NOTES, n_games), np.int8)
        moves, values = np.full((60, n_games), NO_PLY, np.uint8), np.full((60, n_games), UNKNOWN, np.int8)
        memory = [
            np.zeros(size, kind)
            for size, kind in ((N_SEARCH, np.int64), (N_WORDS, np.uint64), (N_NUMBERS, np.int32), (N_ROWS, np.int32))
        ]
        for n_empties in range(60, -1, -1):
            watch(n_empties)
            settings[N_EMPTIES] = n_empties
            queue = np.zeros(1, np.int64)
            self.nodes += advance(settings, boards, notes, moves, values, queue, self._table, self._weights, *memory)
        return games_of(first, notes, moves, values)
