"""Check that the trainer and the engine compute exactly the same value for every position.

The trainer adds up the weights of classes, which it determines from the discs alone. The engine updates features move
by move, and its table contains separate weights for mirrored indices.

The same is checked for the network. Its layers are computed again, in numbers wide enough for all sums, from the
embeddings of classes and the counts that the trainer learns from.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

from outflank.board.bits import ONE, ZERO, unsigned
from outflank.board.moves import flips, legal_moves
from outflank.board.symmetry import transformed
from outflank.evaluation.evaluate import MOST, aligned, evaluate, features_of
from outflank.evaluation.features import moved, negated
from outflank.evaluation.judge import calibrated, judged, set_of, stack_of
from outflank.evaluation.network import (
    BIAS,
    CLIP,
    CLIP_SHIFT,
    ESTIMATE_SHIFT,
    FIRST,
    FIRST_BIAS,
    FIRST_SHIFT,
    INPUT_BITS,
    INPUTS,
    LEAK_SHIFT,
    OUTPUT,
    OUTPUT_BIAS,
    OUTPUT_SHIFT,
    SCALE_BITS,
    SECOND,
    SECOND_BIAS,
    SECOND_SHIFT,
    SKIP,
    STACK_BYTES,
    STACKS,
    UNITS,
    WIDTH,
    Network,
)
from outflank.evaluation.patterns import N_LANES, N_WEIGHTS, classes
from outflank.evaluation.weights import Weights
from outflank.jit import kernel
from outflank.search.shallow import row_of
from outflank.search.state import SearchState, State
from outflank.search.table import Table
from outflank.training import gradients
from outflank.training.fit import indices_of, sums_of
from outflank.training.labels import POSITION
from outflank.training.random_moves import START, STEP, mixed, random_square

_types = numba.types
_LARGEST = 32767  # of the second layer's inputs
_PARTS = {
    "bias": ("<i2", (WIDTH,), BIAS),
    "first_bias": ("<i4", (UNITS,), FIRST_BIAS),
    "first": ("<i2", (INPUTS // 2, UNITS, 2), FIRST),
    "second_bias": ("<i4", (UNITS,), SECOND_BIAS),
    "second": ("<i2", (UNITS // 2, UNITS, 2), SECOND),
    "output": ("<i4", (UNITS,), OUTPUT),
    "skip": ("<i2", (INPUTS,), SKIP),
    "output_bias": ("<i4", (1,), OUTPUT_BIAS),
}


@dataclass(frozen=True, slots=True)
class Check:
    """A property that must hold, and the results of testing it."""

    name: str
    """Description of the property."""

    n_cases: int
    """Number of cases tested."""

    n_wrong: int
    """Number of cases in which the property did not hold."""


@kernel(
    _types.int64(
        _types.uint64, _types.Array(numba.from_dtype(POSITION), 1, "C"), _types.Array(_types.int64, 1, "C"), State
    )
)
def walk(seed: int, positions: Any, values: Any, state: Any) -> int:
    """Play a random game and update the features move by move.

    The positions and their values are written into `positions` and `values`, and their number is returned. The state
    must be ready and set to the starting position.
    """
    player, opponent = START
    random = mixed(seed + STEP)
    n_empties, n = 60, 0
    while n_empties:
        legal = legal_moves(player, opponent)
        row = row_of(n_empties, state)
        if legal == ZERO:
            if legal_moves(opponent, player) == ZERO:
                break
            negated(row, row)
            player, opponent = opponent, player
            continue
        positions[n]["player"], positions[n]["opponent"], positions[n]["n_empties"] = player, opponent, n_empties
        values[n] = evaluate(row, n_empties, state.weights)
        n += 1
        random = mixed(random + STEP)
        square = unsigned(random_square(random, legal))
        flipped = flips(square, player, opponent)
        moved(row, row_of(n_empties - 1, state), state.increments, square, flipped)
        player, opponent = opponent ^ flipped, player ^ (flipped | ONE << square)
        n_empties -= 1
    return n


def verify(weights: Weights, n_games: int = 200, seed: int = 0) -> list[Check]:
    """Run all checks of the weights on positions from `n_games` random games."""
    positions, engine = _walked(weights, n_games, seed)
    numbers, _ = classes()
    by_class = weights.by_class()
    return [
        _compare("weights of mirrored patterns are one", weights.table[:, :N_WEIGHTS], by_class[:, numbers]),
        _compare("trainer and engine give the same value", trainer_values(by_class, positions), engine),
        _compare("updated features are those from scratch", _from_scratch(weights, positions), engine),
        *(
            _compare(f"the same value after symmetry {symmetry}", _from_scratch(weights, positions, symmetry), engine)
            for symmetry in range(1, 8)
        ),
        *([] if weights.network is None else _of_network(weights, weights.network, positions)),
    ]


def _of_network(weights: Weights, network: Network, positions: Any) -> list[Check]:
    engine = _judged(weights, network, positions)
    turned = [_judged(weights, network, positions, symmetry) for symmetry in range(1, 8)]
    trainer = network_values(weights, network, positions)
    return [
        _compare("trainer and engine give the same value by the network", trainer, engine),
        _compare("the same value by the network after every symmetry", np.concatenate(turned), np.tile(engine, 7)),
    ]


def _compare(name: str, left: Any, right: Any) -> Check:
    return Check(name, int(left.size), int(np.count_nonzero(left != right)))


def _walked(weights: Weights, n_games: int, seed: int) -> tuple[Any, Any]:
    state = SearchState(Table(1), weights)
    positions, values = np.zeros((n_games, 60), POSITION), np.zeros((n_games, 60), np.int64)
    counts = []
    for game in range(n_games):
        state.begin()
        state.place(int(START[0]), int(START[1]))
        counts.append(walk((seed << 32) + game, positions[game], values[game], state.record))
    there = np.arange(60) < np.array(counts)[:, None]
    return positions[there], values[there]


def trainer_values(by_class: Any, positions: Any) -> Any:
    """Compute the values of positions as the trainer does, and clip them as the engine does.

    The values are in units of the evaluation.
    """
    return np.clip(sums_of(by_class, positions).astype(np.int64), -MOST, MOST)


def network_values(weights: Weights, network: Network, positions: Any) -> Any:
    """Compute the network's values of positions, in units of the evaluation.

    They are based on the embeddings by class and on the counts that the trainer learns from.
    """
    n_empties = positions["n_empties"].astype(int)
    scales = network.scales[n_empties].astype(int)
    sums = trainer_values(weights.by_class(), positions)
    estimates = np.clip((sums * scales[:, 0] >> SCALE_BITS) + scales[:, 1], -MOST, MOST)
    stacks = [
        {
            name: stack[place : place + np.dtype((kind, shape)).itemsize].view(kind).astype(int).reshape(shape)
            for name, (kind, shape, place) in _PARTS.items()
        }
        for stack in np.ascontiguousarray(network.stacks).reshape(STACKS, STACK_BYTES)
    ]
    values, counts = np.zeros(len(positions), np.int64), np.zeros(gradients.INPUTS, np.float32)
    for i, (position, indices) in enumerate(zip(positions, indices_of(positions), strict=True)):
        stack, embeddings = stacks[stack_of(int(n_empties[i]))], network.embeddings[set_of(int(n_empties[i]))]
        gradients.count(position["player"], position["opponent"], counts)
        inputs = np.zeros(INPUTS, int)
        inputs[: gradients.INPUTS] = np.rint(counts * (1 << INPUT_BITS))
        total = stack["bias"] + embeddings[indices[1:]].sum(axis=0, dtype=int)
        inputs[:WIDTH] = np.clip(total, -CLIP, CLIP) >> CLIP_SHIFT
        inputs[WIDTH : 2 * WIDTH] = inputs[:WIDTH] ** 2 >> INPUT_BITS
        inputs[2 * WIDTH] = estimates[i] >> ESTIMATE_SHIFT
        first = _layer(inputs, stack["first_bias"], stack["first"]) >> FIRST_SHIFT
        second = _layer(np.clip(first, -_LARGEST, _LARGEST), stack["second_bias"], stack["second"]) >> SECOND_SHIFT
        output = second @ stack["output"] + inputs @ stack["skip"] + stack["output_bias"][0]
        values[i] = estimates[i] + (output >> OUTPUT_SHIFT)
    return values


def _layer(inputs: Any, biases: Any, weights: Any) -> Any:
    total = biases + np.einsum("ip,iup->u", inputs.reshape(-1, 2), weights)
    return np.maximum(total, total >> LEAK_SHIFT)


def _from_scratch(weights: Weights, positions: Any, symmetry: int = 0) -> Any:
    def value(row: int, _player: int, _opponent: int, n_empties: int) -> int:
        return evaluate(row, n_empties, weights.address)

    return _each(positions, symmetry, value)


def _judged(weights: Weights, network: Network, positions: Any, symmetry: int = 0) -> Any:
    def value(row: int, player: int, opponent: int, n_empties: int) -> int:
        estimate = calibrated(evaluate(row, n_empties, weights.address), n_empties, network.address)
        return judged(row, player, opponent, min(max(estimate, -MOST), MOST), n_empties, network.address)

    return _each(positions, symmetry, value)


def _each(positions: Any, symmetry: int, value: Callable[[int, int, int, int], int]) -> Any:
    """Transform positions by a symmetry, compute their features from scratch, and return their values."""
    row = aligned((N_LANES,))
    values = np.zeros(len(positions), np.int64)
    for i, position in enumerate(positions):
        sides = (int(position[side]) for side in ("player", "opponent"))
        player, opponent = (transformed(side, symmetry) if symmetry else side for side in sides)
        row[:] = features_of(player, opponent)
        values[i] = value(row.ctypes.data, player, opponent, int(position["n_empties"]))
    return values
