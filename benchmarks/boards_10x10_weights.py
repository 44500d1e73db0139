"""Learn the weights of the evaluation on 10×10 from games of the engine against itself.

Every position of a game is an example: the score at the end, found by the solver for the last squares, told from the
position's features. The weights are the least-squares fit, interpolated between knots by the number of empty squares.
Prints the table for src/outflank/large/weights.py; feed it in and repeat.

    python benchmarks/boards_10x10_weights.py --games 600 --seed 1
    python benchmarks/boards_10x10_weights.py --games 600 --seed 1 --anti
"""

import argparse
import random
import threading

import numpy as np

from outflank.large.board import split
from outflank.large.evaluate import UNIT
from outflank.large.root import LargeRoot
from outflank.large.search import search
from outflank.large.weights import KNOTS, N_FEATURES
from outflank.play.limit import Limit
from outflank.rules import PASS, Position
from outflank.rules.anti import AntiPosition
from outflank.search.table import EXACT

OPENING, BLUNDERS = 12, 0.08  # random plies at first, and the share of random moves later, for variety
SOLVED = 12  # empty squares from which the solver finds the score
DEPTH = 3
PRIOR = 300.0  # the strength of the penalty on weights


def features_of(root, position):
    """The features of a position."""
    record = root.states[0].record
    search(*split(position.player), *split(position.opponent), 0, 0, EXACT, position.n_empties, record)
    return record.features.copy()


def examples(root, seed):
    """For each position of a game: empty squares, features and the score for the side to move."""
    source, position, found = random.Random(seed), root.kind.start(10), []
    while not position.is_over and position.n_empties > SOLVED:
        if position.must_pass:
            position = position.play(PASS)
            continue
        found.append((position.turn, position.n_empties, features_of(root, position)))
        played = len(found)
        if played <= OPENING or source.random() < BLUNDERS:
            move = source.choice(position.legal_moves)
        else:
            *_, ranked = root.rank(position, DEPTH, EXACT, 1)
            move = max(ranked, key=lambda each: (each.value, each.bound == "exact")).move
        position = position.play(move)
    score = root.score(position.player, position.opponent, position.n_empties, EXACT)
    return [(n_empties, features, score if turn == position.turn else -score) for turn, n_empties, features in found]


def fit(found):
    """The weights for each knot, and the error in discs."""
    n_empties, features, scores = (np.array(column, float) for column in zip(*found, strict=True))
    hats = np.stack([np.interp(n_empties, KNOTS, row) for row in np.eye(len(KNOTS))], axis=1)
    columns = (hats[:, :, None] * features[:, None, :]).reshape(len(scores), -1)
    smooth = np.kron(second_differences(len(KNOTS)), np.eye(N_FEATURES))
    gram = columns.T @ columns + PRIOR * (smooth + 0.01 * np.eye(columns.shape[1]))
    weights = np.linalg.solve(gram, columns.T @ scores)
    return weights.reshape(-1, N_FEATURES), np.sqrt(np.mean((columns @ weights - scores) ** 2))


def second_differences(n):
    """The penalty on weights that change unevenly from knot to knot."""
    rows = np.diff(np.eye(n), 2, axis=0)
    return rows.T @ rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--anti", action="store_true", help="play anti-Othello")
    options = parser.parse_args()
    root, found = LargeRoot(AntiPosition if options.anti else Position, 16), []
    with root.search(Limit(), threading.Event()):
        for number in range(options.games):
            found += examples(root, 1_000_000 * options.seed + number)
    weights, error = fit(found)
    print(f"{options.games} games, {len(found)} examples, error {error:.1f} discs")
    for row in np.rint(weights * UNIT).astype(int):
        print(f"    ({', '.join(map(str, row))}),")


if __name__ == "__main__":
    main()
