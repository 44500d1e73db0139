"""Nanoseconds per call of `legal_moves` and `flips` inside a kernel, over positions of random games.

python benchmarks/moves.py [--rounds 9]

"side by side": the processor may work at several calls at once. "one by one": each call waits for the result before it.
"""

import argparse
import random
import statistics
import sys
import time

import numpy as np

from outflank.board.bits import ZERO
from outflank.board.moves import flips, legal_moves
from outflank.board.squares import SQUARES
from outflank.jit import kernel
from outflank.rules import PASS, Position

N_POSITIONS = 2048  # the data stay in the first-level cache
REPEATS = 1000
ARRAYS = "uint64(uint64[::1], uint64[::1], uint64[::1], int64, uint64)"


@kernel(ARRAYS)
def legal_moves_side_by_side(players, opponents, squares, repeats, zero):
    seen = zero
    for _ in range(repeats):
        for i in range(len(squares)):
            seen ^= legal_moves(players[i], opponents[i])
    return seen


@kernel(ARRAYS)
def legal_moves_one_by_one(players, opponents, squares, repeats, zero):
    seen = zero
    for _ in range(repeats):
        for i in range(len(squares)):
            seen = legal_moves(players[i], opponents[i] ^ (seen & zero))
    return seen


@kernel(ARRAYS)
def flips_side_by_side(players, opponents, squares, repeats, zero):
    seen = zero
    for _ in range(repeats):
        for i in range(len(squares)):
            seen ^= flips(squares[i], players[i], opponents[i])
    return seen


@kernel(ARRAYS)
def flips_one_by_one(players, opponents, squares, repeats, zero):
    seen = zero
    for _ in range(repeats):
        for i in range(len(squares)):
            seen = flips(squares[i], players[i], opponents[i] ^ (seen & zero))
    return seen


def sample(seed=0):
    """Players, opponents and a legal move's square, as three arrays."""
    generator, rows = random.Random(seed), []
    position = Position.start()
    while len(rows) < N_POSITIONS:
        if position.is_over:
            position = Position.start()
        move = generator.choice(position.legal_moves)
        if move != PASS:
            rows.append((position.player, position.opponent, SQUARES[8][move]))
        position = position.play(move)
    return np.array(rows, np.uint64).T.copy()


def main() -> int:
    parser = argparse.ArgumentParser(description="Nanoseconds per call of the move kernels.")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    arrays = sample()
    kernels = (legal_moves_side_by_side, legal_moves_one_by_one, flips_side_by_side, flips_one_by_one)
    seconds = {each: [] for each in kernels}
    for _ in range(options.rounds):
        for each in kernels:
            started = time.perf_counter()
            each(*arrays, REPEATS, ZERO)
            seconds[each].append(time.perf_counter() - started)
    for each, times in seconds.items():
        print(f"{statistics.median(times) / N_POSITIONS / REPEATS * 1e9:6.2f} ns  {each.__name__.replace('_', ' ')}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
