"""Random networks, and a network's value of a position by its definition, in plain Python."""

from functools import cache

import numpy as np

from outflank.board.masks import CORNERS
from outflank.board.squares import SQUARES
from outflank.evaluation.evaluate import aligned, features_of
from outflank.evaluation.network import SETS, STACK_BYTES, STACKS, UNITS, WIDTH, Network
from outflank.evaluation.patterns import FEATURES, N_LANES, classes
from outflank.evaluation.weights import UNFITTED_PROBCUT, Weights
from tests.oracles import naive

COUNTS = 12  # beside the estimate
INPUTS = 48  # of which the last three are always 0
_PARTS = [
    ("bias", "<i2", (WIDTH,)),
    ("first_bias", "<i4", (UNITS,)),
    ("first", "<i2", (INPUTS // 2, UNITS, 2)),
    ("second_bias", "<i4", (UNITS,)),
    ("second", "<i2", (UNITS // 2, UNITS, 2)),
    ("output", "<i4", (UNITS,)),
    ("skip", "<i2", (INPUTS,)),
    ("output_bias", "<i4"),
]
STACK = np.dtype([*_PARTS, ("rest", "i1", (STACK_BYTES - np.dtype(_PARTS).itemsize,))])
"""A stack, as it lies in memory."""

# About how large numbers are once they have been learned.
_LEARNED = {
    "bias": 500,
    "first_bias": 50_000,
    "first": 200,
    "second_bias": 100_000,
    "second": 300,
    "output": 150,
    "skip": 100,
    "output_bias": 100_000,
}


def random_network(seed, **sizes):
    """Numbers about as large as learned ones, but for the parts whose sizes are given."""
    generator = np.random.default_rng(seed)
    stacks = np.zeros(STACKS, STACK)
    for name, size in (_LEARNED | sizes).items():
        stacks[name] = np.rint(generator.normal(0, size, stacks[name].shape))
    bounds = (3500, 4700), (-200, 200), (0, 700), (0, 100)
    scales = np.stack([generator.integers(least, most, 65) for least, most in bounds], 1)
    embeddings = generator.integers(-40, 41, (SETS, classes()[1], WIDTH), np.int8)
    return Network(scales.astype(np.int16), as_bytes(stacks), embeddings)


def any_network(seed):
    """Any bytes at all: no sum stays within its bounds."""
    generator = np.random.default_rng(seed)
    shapes = (STACKS, STACK_BYTES), (SETS, classes()[1], WIDTH)
    stacks, embeddings = (generator.integers(-128, 128, shape, np.int8) for shape in shapes)
    return Network(generator.integers(-(2**15), 2**15, (65, 4)).astype(np.int16), stacks, embeddings)


@cache
def empty_network():
    """All numbers are 0 but the factors, which change nothing."""
    scales = np.zeros((65, 4), np.int16)
    scales[:, 0] = 4096
    return Network(scales, np.zeros((STACKS, STACK_BYTES), np.int8), np.zeros((SETS, classes()[1], WIDTH), np.int8))


def as_bytes(stacks):
    """Stacks as a network takes them."""
    return stacks.view(np.int8).reshape(STACKS, STACK_BYTES)


def random_weights(seed, most=200, network=None):
    generator = np.random.default_rng(seed)
    values = generator.integers(-most, most, (30, classes()[1]), np.int16)
    table = Weights.of_classes(values, UNFITTED_PROBCUT, {}).table
    return Weights(table, UNFITTED_PROBCUT, {}, network)


def row_of(player, opponent):
    row = aligned((N_LANES,))
    row[:] = features_of(player, opponent)
    return row


# --- by the definition ------------------------------------------------------------------------------------------------


def counts(player, opponent):
    """The counts of `judge.judged` after the estimate."""
    cells = ["X" if player >> square & 1 else "O" if opponent >> square & 1 else "-" for square in range(64)]
    board = naive.from_cells(cells)
    own, other = (set(naive.legal(board, disc)) for disc in "XO")
    corners = {name for name, square in SQUARES[8].items() if CORNERS >> square & 1}
    odd = sum(
        sum(board[row][column] == "-" for row in range(top, top + 4) for column in range(left, left + 4)) % 2
        for top in (0, 4)
        for left in (0, 4)
    )
    return [
        64 * len(own),
        64 * len(other),
        64 * _beside(board, "O"),
        64 * _beside(board, "X"),
        16 * cells.count("X"),
        16 * cells.count("O"),
        512 * len(own & corners),
        512 * len(other & corners),
        16 * 16 * odd,
        64 * len(own - other),
        64 * len(other - own),
        512 * (cells.count("-") % 2),
    ]


def _beside(board, disc):
    """Number of empty squares next to such a disc."""

    def discs(row, column):
        places = [(row + rows, column + columns) for rows, columns in naive.DIRECTIONS]
        return [board[y][x] for y, x in places if 0 <= y < 8 and 0 <= x < 8]

    empties = [(row, column) for row in range(8) for column in range(8) if board[row][column] == "-"]
    return sum(disc in discs(row, column) for row, column in empties)


def number_of_stack(n_empties):
    """Six discs each, from 60 empty squares down; those before and after count to the first and the last."""
    return max(min((60 - n_empties) // 6, 9), 0)


def number_of_set(n_empties):
    """From 45, 30 and 18 empty squares down, the next set begins at one fewer."""
    return 0 if n_empties >= 45 else 1 if n_empties >= 30 else 2 if n_empties >= 18 else 3


def naive_judged(network, player, opponent, estimate, n_empties):
    """The value by the network, one number at a time."""
    stack = network.stacks.view(STACK)[number_of_stack(n_empties), 0]
    embeddings, numbers = network.embeddings[number_of_set(n_empties)], classes()[0]
    sums = [int(number) for number in stack["bias"]]
    for pattern, squares in FEATURES:
        index = sum(3**i * ((player >> s & 1) - (opponent >> s & 1)) for i, s in enumerate(squares))
        for j, number in enumerate(embeddings[numbers[pattern.centre + index]]):
            sums[j] += int(number)
    inputs = [min(max(number, -1023), 1023) // 2 for number in sums]
    inputs += [number * number // 2**9 for number in inputs]
    inputs += [estimate // 4, *counts(player, opponent)]
    inputs += [0] * (INPUTS - len(inputs))
    first = [min(max(number // 2**9, -32767), 32767) for number in _layer(inputs, stack["first_bias"], stack["first"])]
    second = [number // 2**10 for number in _layer(first, stack["second_bias"], stack["second"])]
    output = int(stack["output_bias"])
    output += sum(unit * int(weight) for unit, weight in zip(second, stack["output"], strict=True))
    output += sum(each * int(weight) for each, weight in zip(inputs, stack["skip"], strict=True))
    return estimate + output // 2**9


def _layer(inputs, biases, weights):
    totals = []
    for unit, bias in enumerate(biases):
        total = int(bias) + sum(each * int(weights[i // 2, unit, i % 2]) for i, each in enumerate(inputs))
        totals.append(max(total, total // 16))
    return totals
