"""Learn the weights of Tribolo's evaluation from games of the strong player against itself.

Every position of a game is an example: how far ahead of the mean of the other two each colour was at the end, told
from how far its features were ahead. The weights are the least-squares fit, interpolated between knots by the number of
empty cells. Prints the table for src/outflank/tribolo/compiled/weights.py; feed it in and repeat.

    python benchmarks/tribolo_weights.py --games 600 --depth 3 --seed 1
"""

import argparse
import random

import numpy as np

from outflank.tribolo import TriboloGame, TriboloPosition
from outflank.tribolo.compiled.evaluate import POINT, find_features
from outflank.tribolo.compiled.player import Strong
from outflank.tribolo.compiled.state import N_FEATURES, new_state, set_up
from outflank.tribolo.compiled.weights import KNOTS

BLUNDERS = 0.1  # the share of random moves, for variety


def ahead(values):
    """How far each of three values is ahead of the mean of the others."""
    return 1.5 * (values - values.mean(axis=0))


def examples(game, state):
    """For each position but the last and each colour: empty cells, features, and the final result, as leads."""
    result = ahead(np.array(game.position.scores, float))
    for position in game.positions[:-1]:
        set_up(state, position)
        n_empty = find_features(0, state)
        features = ahead(np.array(state.features, float).reshape(3, N_FEATURES))
        for colour in range(3):
            yield n_empty, features[colour], result[colour]


def play(seed, player):
    """A game of the player against itself."""
    source = random.Random(seed)
    game = TriboloGame(TriboloPosition.start(seed))
    while not game.is_over:
        blunder = source.random() < BLUNDERS
        moves = game.position.legal_moves
        game.push(source.choice(moves) if blunder else player.choose(game.position).move)
    return game


def fit(found):
    """The weights for each knot; at the end of the game cells are all that counts."""
    n_empty, features, results = (np.array(column) for column in zip(*found, strict=True))
    hats = np.stack([np.interp(n_empty, KNOTS, row) for row in np.eye(len(KNOTS))], axis=1)
    last = np.zeros(N_FEATURES)
    last[0] = 1
    results = results - hats[:, 0] * (features @ last)
    columns = (hats[:, 1:, None] * features[:, None, :]).reshape(len(results), -1)
    gram = columns.T @ columns + 10.0 * np.eye(columns.shape[1])
    weights = np.linalg.solve(gram, columns.T @ results)
    error = np.sqrt(np.mean((columns @ weights - results) ** 2))
    return np.vstack([last, weights.reshape(-1, N_FEATURES)]), error


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-n", action="store_true", help="play by max-n instead of paranoid")
    options = parser.parse_args()
    player, state, found = Strong(options.max_n, options.depth, 60.0), new_state(), []
    for number in range(options.games):
        found += examples(play(1_000_000 * options.seed + number, player), state)
    weights, error = fit(found)
    print(f"{options.games} games, {len(found)} examples, error {error:.1f} cells")
    for row in np.rint(weights * POINT).astype(int):
        print(f"    ({', '.join(map(str, row))}),")


if __name__ == "__main__":
    main()
