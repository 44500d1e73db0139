"""The strength estimated from one game, against the player's rating, on games held out of a run of `people train`.

    python benchmarks/people_strength.py RUN --games 2000 --file strength.npz

The file holds the likelihoods, so that they are computed only once; stopped and called again, it goes on.
"""

import argparse
from pathlib import Path

import numpy as np

from outflank.people import strength
from outflank.people.network import MoveNetwork, inputs_of
from outflank.training.people.games import Choices, StoredGlances
from outflank.training.people.run import CHOICES, GLANCES, NETWORK

EVERY = 50  # games between two saves
FIRST = (5, 10, 15, 20, 25, 30)  # numbers of moves


def likelihoods(network, choices, glances, starts, rows):
    """The logarithm of the probability of each choice at each rating of the grid."""
    grid = strength._GRID
    found = np.empty((len(rows), len(grid)), np.float32)
    look = glances.at(rows, starts)
    for n, rating in enumerate(grid):
        inputs = inputs_of(choices.players[rows], choices.opponents[rows], look, rating, rating)
        found[:, n] = network.averaged(inputs)[np.arange(len(rows)), choices.squares[rows]]
    return np.log(np.maximum(found, strength._LEAST))


def of_games(options):
    choices, glances = Choices.load(options.run / CHOICES), StoredGlances.load(options.run / GLANCES)
    network, starts = MoveNetwork.load(options.run / NETWORK), glances.starts
    rows = np.flatnonzero((choices.held_out == 1) & (np.bitwise_count(glances.legal) > 1))
    keys = choices.games[rows].astype(np.int64) << 32 | choices.choosers[rows]
    rows, keys = (each[np.argsort(keys, kind="stable")] for each in (rows, keys))  # move by move in each game
    firsts = np.flatnonzero(np.diff(keys, prepend=-1))
    ends = np.append(firsts[1:], len(rows))
    chosen = np.random.default_rng(3).choice(len(firsts), options.games, replace=False)
    logs, sizes, ratings = [], [], []
    if options.file.exists():
        with np.load(options.file) as old:
            sizes, ratings = old["sizes"].tolist(), old["ratings"].tolist()
            logs = np.split(old["logs"], np.cumsum(sizes)[:-1])
    for n in range(len(logs), len(chosen)):
        these = rows[firsts[chosen[n]] : ends[chosen[n]]]
        logs.append(likelihoods(network, choices, glances, starts, these))
        sizes.append(len(these))
        ratings.append(float(choices.ratings[these[0]]))
        if n % EVERY == EVERY - 1 or n == len(chosen) - 1:
            np.savez(options.file, logs=np.concatenate(logs), sizes=sizes, ratings=ratings)
            print(f"{n + 1:,} games", flush=True)
    return logs, np.array(ratings)


def table(logs, ratings):
    prior = strength.PRIOR[0]
    print(f"ratings: mean {ratings.mean():.0f}, deviation {ratings.std():.0f}; error of the prior alone:")
    print(f"root of mean square {np.sqrt(((ratings - prior) ** 2).mean()):.0f}, mean {abs(ratings - prior).mean():.0f}")
    print("| moves | sides | error (root of mean square) | mean error | bias | within the interval | its width |")
    print("|---|---|---|---|---|---|---|")
    for n in (*FIRST, None):
        picked = [k for k, each in enumerate(logs) if n is None or len(each) >= n]
        found = [strength.from_likelihoods(logs[k][:n].astype(float)) for k in picked]
        errors = np.array([each.rating for each in found]) - ratings[picked]
        inside = np.mean([each.low <= ratings[k] <= each.high for each, k in zip(found, picked, strict=True)])
        width = np.mean([each.high - each.low for each in found])
        name = "all" if n is None else f"first {n}"
        print(
            f"| {name} | {len(picked):,} | {np.sqrt((errors**2).mean()):.0f} | {abs(errors).mean():.0f}"
            f" | {errors.mean():+.0f} | {100 * inside:.1f}% | {width:.0f} |"
        )
    found = [strength.from_likelihoods(each.astype(float)) for each in logs]
    print("| rating | sides | mean estimate |\n|---|---|---|")
    for low in range(-600, 500, 200):
        there = [k for k, rating in enumerate(ratings) if low <= rating < low + 200]
        if there:
            print(f"| {low:+d} … {low + 200:+d} | {len(there):,} | {np.mean([found[k].rating for k in there]):+.0f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path)
    parser.add_argument("--games", type=int, default=2000, help="sides of games")
    parser.add_argument("--file", type=Path, required=True)
    parser.add_argument("--weight", type=float, help="instead of the shipped one")
    options = parser.parse_args()
    if options.weight is not None:
        strength.WEIGHT = options.weight
    table(*of_games(options))


if __name__ == "__main__":
    main()
