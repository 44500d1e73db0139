"""The engine in the midgame, one thread: depth reached in a time, nodes per second, and what one evaluation costs.

    python benchmarks/midgame.py [--seconds 5] [--rounds 5] [--record]

The depth is that of the last search completed at 73 % from the position after f5d6c3d3c4, and of the first at which
the time was up. --record appends the figures to results.md.
"""

import argparse
import random
import statistics
import time

import numpy as np
from recording import record

from outflank.board.bits import ZERO
from outflank.board.moves import flips
from outflank.board.squares import SQUARES
from outflank.engine.engine import Engine
from outflank.evaluation.evaluate import aligned, evaluate, features_of
from outflank.evaluation.features import moved
from outflank.evaluation.patterns import N_LANES
from outflank.evaluation.weights import shipped
from outflank.jit import kernel
from outflank.play import Limit
from outflank.rules import Game, Position
from outflank.search.state import INCREMENTS

OPENING = "f5d6c3d3c4"
N_POSITIONS, REPEATS = 512, 2000
N_EMPTIES = (39, 40)  # one phase, as in a search


@kernel("int64(uint64, int64[::1], int64, uint64)")
def evaluations(features, n_empties, repeats, weights):
    total = 0
    for _ in range(repeats):
        for i in range(len(n_empties)):
            total += evaluate(features + np.uint64(128 * i), n_empties[i], weights)
    return total


@kernel("uint64(uint64, uint64[::1], uint64[::1], int64, uint64, uint64)")
def updates(features, squares, flipped, repeats, child, increments):
    total = ZERO
    for _ in range(repeats):
        for i in range(len(squares)):
            total ^= moved(features + np.uint64(128 * i), child, increments, squares[i], flipped[i])
    return total


def positions(seed):
    """Positions of random games, with a legal move of each."""
    generator = random.Random(seed)
    found = []
    while len(found) < N_POSITIONS:
        position = Position.start()
        while not position.is_over:
            move = generator.choice(position.legal_moves)
            if position.legal_mask and position.n_empties in N_EMPTIES:
                found.append((position, move))
            position = position.play(move)
    return found[:N_POSITIONS]


def nanoseconds(rounds):
    """What one evaluation costs, and one update of the features by a move."""
    chosen = positions(1)
    features, child = aligned((N_POSITIONS, N_LANES)), aligned((N_LANES,))
    for row, (position, _) in zip(features, chosen, strict=True):
        row[:] = features_of(position.player, position.opponent)
    n_empties = np.array([position.n_empties for position, _ in chosen])
    squares = np.array([SQUARES[8][move] for _, move in chosen], np.uint64)
    turned = np.array(
        [flips(int(square), p.player, p.opponent) for square, (p, _) in zip(squares, chosen, strict=True)], np.uint64
    )
    address = features.ctypes.data
    calls = {
        "evaluation": lambda: evaluations(address, n_empties, REPEATS, shipped().address),
        "update": lambda: updates(address, squares, turned, REPEATS, child.ctypes.data, INCREMENTS.ctypes.data),
    }
    times = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            began = time.perf_counter()
            call()
            times[name].append((time.perf_counter() - began) / (REPEATS * N_POSITIONS) * 1e9)
    return {name: statistics.median(each) for name, each in times.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    depths, speeds = [], []
    for _ in range(options.rounds):
        engine = Engine(256)
        engine.load()
        analysis = engine.analyse(Game(moves=OPENING).position, Limit(seconds=options.seconds))
        depths.append(analysis.depth)
        speeds.append(analysis.nodes / analysis.seconds / 1e6)
        line = " ".join(analysis.pv[:12])
        print(f"depth {analysis.depth}  {analysis.value:+g}  {line}  {speeds[-1]:.1f} million nodes/s")
    costs = nanoseconds(options.rounds)
    speed = statistics.median(speeds)
    figures = (
        f"depth {statistics.median_low(depths)} in {options.seconds:g} s, {speed:.1f} million nodes/s, "
        f"{costs['evaluation']:.1f} ns an evaluation, {costs['update']:.1f} ns an update by a move"
    )
    print(f"median: {figures}")
    if options.record:
        command = f"python benchmarks/midgame.py --seconds {options.seconds:g} --rounds {options.rounds}"
        record(f"midgame from {OPENING}, 1 thread", figures, command)


if __name__ == "__main__":
    main()
