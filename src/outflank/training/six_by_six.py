"""Train the evaluation of the 6×6 board, which orders the moves of its solver.

    python -m outflank.training.six_by_six src/outflank/variants/othello.weights
    python -m outflank.training.six_by_six src/outflank/variants/anti-othello.weights --anti

This takes minutes on one processor. Games are part random, part greedy for mobility, so that all kinds of positions
occur, as in an exact search. The solver finds the scores of positions near the end. The phases are fitted from the last
to the first: the label of an earlier position is the value of a search that ends in phases that are already fitted.
"""

import argparse
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numba
import numpy as np

from outflank.board.bits import ONE, ZERO, lowest_square, popcount, unsigned
from outflank.board.moves import flips, legal_moves
from outflank.jit import kernel
from outflank.search.table import Table
from outflank.training.fit import discount, fill_indices, solve, values_of
from outflank.training.labels import POSITION, unique
from outflank.training.random_moves import START, STEP, drawn, mixed, random_square
from outflank.variants.evaluate import UNIT, phase_of
from outflank.variants.patterns import FEATURES, FEWEST, PHASES, SIZE, classes, increments
from outflank.variants.search import null_window
from outflank.variants.shallow import look_ahead
from outflank.variants.shape import Shape
from outflank.variants.state import State, VariantState
from outflank.variants.weights import save, table_of

SOLVED_FROM = 14
"""With up to this many empty squares, labels are exact scores."""

_DEPTH = 4  # of the searches that label other positions
_RIDGE, _ROUNDS, _CLOSE = 20.0, 60, 16.0  # see `fit.solve` and `fit.discount`
_HELD_OUT = 20  # the fit leaves out every 20th position, to measure its errors
_AT_ONCE = 1000  # games that share a table
_EMPTIES = SIZE * SIZE - 4  # at the start

_types = numba.types
_u, _i = _types.uint64, _types.int64
_Positions = _types.Array(numba.from_dtype(POSITION), 1, "C")


@kernel(_u(_u, _u, _u, State))
def greedy_square(player: int, opponent: int, moves: int, state: Any) -> int:
    """The first of `moves` that leaves the opponent the fewest replies."""
    best, fewest = ZERO, 64
    while moves:
        square = lowest_square(moves)
        moves &= moves - ONE
        flipped = flips(square, player, opponent)
        replies = popcount(legal_moves(opponent ^ flipped, player ^ (flipped | ONE << square)) & state.squares)
        if replies < fewest:
            best, fewest = square, replies
    return best


@kernel(_i(_u, _u, _i, _i, State))
def exact_score(player: int, opponent: int, guess: int, n_empties: int, state: Any) -> int:
    """The score of a position, by null windows that start at `guess`."""
    lower, upper = -64, 64
    while lower < upper:
        alpha = min(max(guess, lower + 2), upper) - 1
        value = null_window(player, opponent, alpha, n_empties, state)
        if value > alpha:
            lower = max(lower, value)
            guess = lower + 2
        else:
            upper = guess = min(upper, value)
    return lower


@kernel(_i(_u, _Positions, State))
def play(seed: int, positions: Any, state: Any) -> int:
    """Play a game, write its positions to `positions`, and return their number. Those near the end have exact labels.

    Between 20 and 100 percent of the moves are random.
    """
    player, opponent = START
    n_empties, n, guess = _EMPTIES, 0, 0
    random = mixed(seed + STEP)
    random_percent = 20 + 20 * drawn(random, 5)
    while n_empties >= FEWEST:
        moves = legal_moves(player, opponent) & state.squares
        if moves == ZERO:
            player, opponent, guess = opponent, player, -guess
            moves = legal_moves(player, opponent) & state.squares
            if moves == ZERO:
                break
        positions[n]["player"], positions[n]["opponent"], positions[n]["n_empties"] = player, opponent, n_empties
        positions[n]["exact"] = n_empties <= SOLVED_FROM
        if n_empties <= SOLVED_FROM:
            guess = exact_score(player, opponent, guess, n_empties, state)
            positions[n]["label"] = guess
        n += 1
        random = mixed(random + STEP)
        if drawn(random, 100) < random_percent:
            square = unsigned(random_square(random, moves))
        else:
            square = greedy_square(player, opponent, moves, state)
        flipped = flips(square, player, opponent)
        player, opponent = opponent ^ flipped, player ^ (flipped | ONE << square)
        n_empties, guess = n_empties - 1, -guess
    return n


@kernel(_types.void(_Positions, State))
def label(positions: Any, state: Any) -> None:
    """Label the positions without exact labels by searches of a few plies."""
    for i in range(len(positions)):
        if not positions[i]["exact"]:
            player, opponent = positions[i]["player"], positions[i]["opponent"]
            value = look_ahead(player, opponent, _DEPTH, positions[i]["n_empties"], state)
            positions[i]["label"] = value / np.float32(UNIT)


def played(fewest_win: bool, n_games: int, seed: int) -> Any:
    """The positions of `n_games` games, as an array of POSITION."""
    table = Table(64)
    state = VariantState(Shape(SIZE), fewest_win, table)
    found = np.zeros(n_games * _EMPTIES, POSITION)
    n = 0
    for game in range(n_games):
        if game % _AT_ONCE == 0:
            table.clear()
            state.begin()
        n += play((seed << 32) + game, found[n : n + _EMPTIES], state.record)
    return found[:n]


def fit(positions: Any, fewest_win: bool, watch: Callable[[str], object] = lambda _text: None) -> Any:
    """Fit the weights of all phases, int16 [PHASES, classes]. `watch` receives a line of text for each phase."""
    weights, prior = np.zeros((PHASES, classes()[1]), np.int16), np.zeros(classes()[1], np.float32)
    held_out = np.arange(len(positions)) % _HELD_OUT == 0
    phases = np.array([phase_of(n_empties) for n_empties in positions["n_empties"].tolist()])
    table = table_of(weights)
    state = VariantState(Shape(SIZE), fewest_win, Table(1), table)
    with ThreadPoolExecutor(1) as pool:
        for phase in range(PHASES):
            errors: list[float] = []
            for part in (phases == phase) & ~held_out, (phases == phase) & held_out:
                these = positions[part]
                label(these, state.record)
                merged, counts = unique(these)
                indices = _indices_of(merged)
                if not errors and len(merged):
                    importance = np.sqrt(counts) / discount(merged["label"], _CLOSE)
                    prior = solve(indices, merged["label"], importance, prior, _RIDGE, _ROUNDS, pool)
                    weights[phase] = np.rint(UNIT * prior)
                values = np.zeros(len(merged), np.float32)
                values_of(indices, weights[phase].astype(np.float32), values)
                errors.append(float(np.sqrt(np.mean((values / UNIT - merged["label"]) ** 2))) if len(merged) else 0)
            table[:] = table_of(weights)
            watch(f"phase {phase}: {errors[0]:.2f} discs, held out {errors[1]:.2f}")
    return weights


def _indices_of(positions: Any) -> Any:
    """The classes of the weights that add up to each position's value: int32 [positions, 1 + features]."""
    centres = np.array([pattern.centre for pattern, _ in FEATURES])
    indices = np.empty((len(positions), 1 + len(centres)), np.int32)
    fill_indices(positions, increments(), centres, classes()[0], indices)
    return indices


def main(arguments: list[str] | None = None) -> None:
    """Train weights and write them to a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--anti", action="store_true", help="anti-Othello")
    parser.add_argument("--games", type=int, default=80_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    positions = played(options.anti, options.games, options.seed)
    print(f"{len(positions):,} positions")
    save(fit(positions, options.anti, print), options.file)
    print(f"{options.file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
