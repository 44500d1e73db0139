"""Compute the network's values and the gradients of their errors, in floating point and in compiled code.

For each position, there is a *base*, which is the calibrated sum of weights, and a row of indices that select its
embeddings (`embeddings_of`). One unit inside the network stands for `DISCS` discs. The embeddings are trained by
row-wise Adagrad with a ridge (Duchi and others 2011), and the dense stacks by Adam (Kingma and Ba 2015).
"""

from typing import Any

import numba
import numpy as np

from outflank.board.atomics import prefetch
from outflank.board.bits import unsigned
from outflank.evaluation.judge import counts_of, stack_of
from outflank.evaluation.network import INPUT_BITS, LATER, LEAK_SHIFT, N_COUNTS, UNITS, WIDTH
from outflank.evaluation.patterns import N_FEATURES, classes
from outflank.jit import kernel
from outflank.training.fit import fill_indices_of
from outflank.training.labels import POSITION

DISCS = 16
"""Number of discs that one unit of the output stands for."""

_LEAK = np.float32(1 / (1 << LEAK_SHIFT))
_COUNT = np.float32(1 / (1 << INPUT_BITS))
ROWS = 1 + N_FEATURES
"""Number of indices for each position. The first one is for the constant, which has no embedding."""

INPUTS = 2 * WIDTH + N_COUNTS

# Offsets of a stack's parameters: first the bias of the sum of embeddings, then each layer's weights and biases.
FIRST = WIDTH
FIRST_BIAS = FIRST + INPUTS * UNITS
SECOND = FIRST_BIAS + UNITS
SECOND_BIAS = SECOND + UNITS * UNITS
OUTPUT = SECOND_BIAS + UNITS
SKIP = OUTPUT + UNITS
OUTPUT_BIAS = SKIP + INPUTS
N_PARAMETERS = OUTPUT_BIAS + 1

_types = numba.types
_Positions = _types.Array(numba.from_dtype(POSITION), 1, "C")
_Indices = _types.Array(_types.int32, 2, "C")
_Floats, _Table = _types.Array(_types.float32, 1, "C"), _types.Array(_types.float32, 2, "C")
_Counts = _types.Array(_types.int64, 1, "C")
_Batches = _types.Array(_types.int32, 1, "C")


@kernel(_types.void(_types.uint64, _types.uint64, _Floats))
def count(player: int, opponent: int, inputs: Any) -> None:
    """Compute a position's counts, and write them into `inputs` after the sum of embeddings and the base."""
    counts = counts_of(player, opponent)
    for i in range(N_COUNTS - 1):
        inputs[2 * WIDTH + 1 + i] = counts[i] * _COUNT


@kernel(_types.void(_Positions, _Table))
def fill_counts(positions: Any, counts: Any) -> None:
    """Compute the counts for every position, as `count` does for one.

    `counts` is a float32 array [positions, N_COUNTS − 1].
    """
    inputs = np.empty(INPUTS, np.float32)
    for i in range(len(positions)):
        count(positions[i]["player"], positions[i]["opponent"], inputs)
        counts[i] = inputs[2 * WIDTH + 1 :]


@kernel(_types.void(_Indices, _types.int64, _types.uint64))
def fetch(indices: Any, row: int, embeddings: int) -> None:
    """Prefetch a position's embeddings into the cache, because reading them from memory would be slow."""
    for k in range(1, ROWS):
        prefetch(embeddings + unsigned(4 * WIDTH * indices[row, k]))


@kernel(_types.float32(_Indices, _types.int64, _types.float32, _Table, _Floats, _Floats, _Floats, _Floats, _Floats))
def forward(
    indices: Any, row: int, base: float, embeddings: Any, stack: Any, total: Any, inputs: Any, first: Any, second: Any
) -> float:
    """Compute the network's output for a position.

    `inputs` must contain the position's counts. The last four arrays store intermediate values for `backward`.
    """
    for j in range(WIDTH):
        total[j] = stack[j]
    for k in range(1, ROWS):
        index = indices[row, k]
        for j in range(WIDTH):
            total[j] += embeddings[index, j]
    for j in range(WIDTH):
        inputs[j] = min(max(total[j], np.float32(-1)), np.float32(1))
        inputs[WIDTH + j] = inputs[j] * inputs[j]
    inputs[2 * WIDTH] = base
    output: float = stack[OUTPUT_BIAS]
    for unit in range(UNITS):
        first[unit] = stack[FIRST_BIAS + unit]
        second[unit] = stack[SECOND_BIAS + unit]
    for i in range(INPUTS):
        output += inputs[i] * stack[SKIP + i]
        for unit in range(UNITS):
            first[unit] += inputs[i] * stack[FIRST + i * UNITS + unit]
    for i in range(UNITS):
        active = max(first[i], _LEAK * first[i])
        for unit in range(UNITS):
            second[unit] += active * stack[SECOND + i * UNITS + unit]
    for unit in range(UNITS):
        output += max(second[unit], _LEAK * second[unit]) * stack[OUTPUT + unit]
    return output


@kernel(_types.void(_Positions, _Floats, _Indices, _Table, _types.uint64, _Table, _Floats))
def predict(positions: Any, bases: Any, indices: Any, embeddings: Any, address: int, stacks: Any, values: Any) -> None:
    """Compute the values of positions, in discs, and write them into `values`.

    `indices` must be filled in by `embeddings_of`.
    """
    total, inputs = np.empty(WIDTH, np.float32), np.empty(INPUTS, np.float32)
    first, second = np.empty(UNITS, np.float32), np.empty(UNITS, np.float32)
    for i in range(len(positions)):
        fetch(indices, min(i + 1, len(positions) - 1), address)
        count(positions[i]["player"], positions[i]["opponent"], inputs)
        stack = stacks[stack_of(positions[i]["n_empties"])]
        base = bases[i] / np.float32(DISCS)
        values[i] = DISCS * (base + forward(indices, i, base, embeddings, stack, total, inputs, first, second))


@kernel(
    _types.float64(
        _Positions,
        _Floats,
        _Indices,
        _Table,
        _types.uint64,
        _Table,
        _types.float32,
        _types.float32,
        _Table,
        _Table,
        _Counts,
    )
)
def backward(
    positions: Any,
    bases: Any,
    indices: Any,
    embeddings: Any,
    address: int,
    stacks: Any,
    close: float,
    clip: float,
    slopes: Any,
    gradients: Any,
    counts: Any,
) -> float:
    """Compute half the gradients of the loss on these positions. Return the loss in squared discs.

    For each position, the gradient of its sum of embeddings is written into `slopes`. The gradients of the stacks are
    added to `gradients`, and the number of positions that use each stack is added to `counts`.
    """
    total, inputs = np.empty(WIDTH, np.float32), np.empty(INPUTS, np.float32)
    first, second = np.empty(UNITS, np.float32), np.empty(UNITS, np.float32)
    of_first, of_second = np.empty(UNITS, np.float32), np.empty(UNITS, np.float32)
    loss = 0.0
    for i in range(len(positions)):
        fetch(indices, min(i + 1, len(positions) - 1), address)
        count(positions[i]["player"], positions[i]["opponent"], inputs)
        number = stack_of(positions[i]["n_empties"])
        stack, gradient = stacks[number], gradients[number]
        counts[number] += 1
        base, label = bases[i] / np.float32(DISCS), positions[i]["label"] / np.float32(DISCS)
        error = base + forward(indices, i, base, embeddings, stack, total, inputs, first, second) - label
        weight = 1 / (1 + (bases[i] / close) ** 2)
        loss += weight * error * error
        slope = np.float32(weight) * min(max(error, -clip), clip)
        gradient[OUTPUT_BIAS] += slope
        for unit in range(UNITS):
            of_second[unit] = slope * stack[OUTPUT + unit] * (np.float32(1) if second[unit] > 0 else _LEAK)
            gradient[OUTPUT + unit] += slope * max(second[unit], _LEAK * second[unit])
            gradient[SECOND_BIAS + unit] += of_second[unit]
        for k in range(UNITS):
            active, back = max(first[k], _LEAK * first[k]), np.float32(0)
            for unit in range(UNITS):
                back += of_second[unit] * stack[SECOND + k * UNITS + unit]
                gradient[SECOND + k * UNITS + unit] += of_second[unit] * active
            of_first[k] = back * (np.float32(1) if first[k] > 0 else _LEAK)
            gradient[FIRST_BIAS + k] += of_first[k]
        for k in range(INPUTS):
            back = slope * stack[SKIP + k]
            for unit in range(UNITS):
                back += of_first[unit] * stack[FIRST + k * UNITS + unit]
                gradient[FIRST + k * UNITS + unit] += of_first[unit] * inputs[k]
            gradient[SKIP + k] += slope * inputs[k]
            if k < WIDTH:
                slopes[i, k] = back
            elif k < 2 * WIDTH:
                slopes[i, k - WIDTH] += 2 * inputs[k - WIDTH] * back
        for j in range(WIDTH):
            if abs(total[j]) >= np.float32(1):
                slopes[i, j] = 0
            gradient[j] += slopes[i, j]
    return DISCS * DISCS * loss


@kernel(
    _types.void(
        _Indices,
        _Table,
        _Table,
        _types.uint64,
        _Floats,
        _Batches,
        _types.int64,
        _types.float32,
        _types.float32,
        _types.int64,
        _types.int64,
    )
)
def descend(
    indices: Any,
    slopes: Any,
    embeddings: Any,
    address: int,
    squares: Any,
    seen: Any,
    batch: int,
    ridge: float,
    rate: float,
    part: int,
    n_parts: int,
) -> None:
    """Update embeddings by Adagrad. `squares` contains the sums of squared gradients so far.

    Only embeddings with an index of `part` modulo `n_parts` are updated. In addition, each embedding is pulled towards
    zero, at most halfway: for each batch since the last one in which it was `seen`, by an extra gradient of `ridge`
    times itself.
    """
    for i in range(indices.shape[0]):
        fetch(indices, min(i + 1, indices.shape[0] - 1), address)
        square = np.float32(0)
        for j in range(WIDTH):
            square += slopes[i, j] * slopes[i, j]
        square /= np.float32(WIDTH)
        for k in range(1, ROWS):
            index = indices[i, k]
            if index % n_parts == part:
                squares[index] += square
                step = rate / np.sqrt(squares[index])
                drawn = min(step * ridge * np.float32(batch - seen[index]), np.float32(0.5))
                seen[index] = batch
                for j in range(WIDTH):
                    embeddings[index, j] -= step * slopes[i, j] + drawn * embeddings[index, j]


@kernel(_types.void(_Table, _Table, _Table, _Table, _Counts, _Counts, _types.float32))
def adapt(stacks: Any, gradients: Any, means: Any, squares: Any, counts: Any, steps: Any, rate: float) -> None:
    """Update each stack that was used, by Adam, and reset its gradients to zero."""
    for number in range(stacks.shape[0]):
        if counts[number] == 0:
            continue
        steps[number] += 1
        share = np.float32(1 / counts[number])
        mean_share = np.float32(1 - 0.9 ** steps[number])
        square_share = np.float32(1 - 0.999 ** steps[number])
        counts[number] = 0
        for k in range(stacks.shape[1]):
            gradient = gradients[number, k] * share
            gradients[number, k] = 0
            means[number, k] = np.float32(0.9) * means[number, k] + np.float32(0.1) * gradient
            squares[number, k] = np.float32(0.999) * squares[number, k] + np.float32(0.001) * gradient * gradient
            length = np.sqrt(squares[number, k] / square_share) + np.float32(1e-8)
            stacks[number, k] -= rate * means[number, k] / mean_share / length


def embeddings_of(positions: Any, indices: Any) -> None:
    """Compute the indices of each position's constant and embeddings, and write them into `indices`.

    The array is int32 [positions, ROWS].
    """
    fill_indices_of(positions, indices)
    sets = sum((positions["n_empties"] < bound).astype(np.int32) for bound in LATER)
    indices += sets[:, None] * np.int32(classes()[1])
