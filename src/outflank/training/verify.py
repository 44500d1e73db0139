"""Checks that trainer and engine give every position the same value, to the last bit.

The trainer's value of a position is a sum over classes of weights, found from the discs alone. The engine's comes from
features that were updated move by move, and a table in which mirrored indices have weights of their own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

from outflank.board.bits import ONE, ZERO, unsigned
from outflank.board.moves import flips, legal_moves
from outflank.board.symmetry import transformed
from outflank.evaluation.evaluate import UNIT, aligned, evaluate, features_of
from outflank.evaluation.features import moved, negated
from outflank.evaluation.patterns import N_LANES, N_WEIGHTS, classes, phase_of
from outflank.evaluation.weights import Weights
from outflank.jit import kernel
from outflank.search.shallow import row_of
from outflank.search.state import SearchState, State
from outflank.search.table import Table
from outflank.training.fit import indices_of
from outflank.training.labels import POSITION
from outflank.training.random_moves import START, STEP, mixed, random_square

_types = numba.types


@dataclass(frozen=True, slots=True)
class Check:
    """Something that must hold, on how many cases it was tried, and on how many of them it did not."""

    name: str
    n_cases: int
    n_wrong: int


@kernel(
    _types.int64(
        _types.uint64, _types.Array(numba.from_dtype(POSITION), 1, "C"), _types.Array(_types.int64, 1, "C"), State
    )
)
def walk(seed: int, positions: Any, values: Any, state: Any) -> int:
    """Play a random game with features updated move by move; the positions and their values, and how many there are.

    The state is ready, at the start position.
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
    """All checks of weights, on the positions of so many random games."""
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
    """The values of positions as the trainer sums them, in units, within the bounds that the engine keeps."""
    phases = np.array([phase_of(int(n)) for n in positions["n_empties"]])
    values = by_class[phases[:, None], indices_of(positions)].astype(np.int64).sum(axis=1)
    return np.clip(values, -63 * UNIT, 63 * UNIT)


def _from_scratch(weights: Weights, positions: Any, symmetry: int = 0) -> Any:
    turned: Callable[[int], int] = lambda board: transformed(board, symmetry) if symmetry else board  # noqa: E731
    row = aligned((N_LANES,))
    values = np.zeros(len(positions), np.int64)
    for i, position in enumerate(positions):
        row[:] = features_of(turned(int(position["player"])), turned(int(position["opponent"])))
        values[i] = evaluate(row.ctypes.data, int(position["n_empties"]), weights.address)
    return values
