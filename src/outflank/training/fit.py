"""The fit: weights that foretell the scores of a set of positions with the least squared error.

A position's value is the sum of one weight for each feature, so this is linear least squares, with a quarter of a
million unknowns for each phase and some tens of non-zeros in each row. It is solved phase by phase, from the last to
the first, by conjugate gradients on the normal equations, preconditioned by how often each weight occurs. Weights are
drawn towards those of the phase that follows, by `ridge`: a rare pattern keeps what later phases know of it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

from outflank.board.bits import ONE, ZERO, bitboard, lowest_square, unsigned
from outflank.board.moves import flips, legal_moves
from outflank.board.symmetry import canonical
from outflank.evaluation.evaluate import UNIT
from outflank.evaluation.patterns import FEATURES, N_FEATURES, N_LANES, PHASES, classes, increments, phase_of
from outflank.jit import kernel
from outflank.training.dataset import NO_PLY, RANDOM, UNKNOWN

POSITION = np.dtype([("player", "<u8"), ("opponent", "<u8"), ("label", "<f4"), ("n_empties", "u1"), ("exact", "u1")])
"""A position to learn from: the score that is expected of it, in discs, in the view of the side to move."""

_types = numba.types
_START = bitboard(0x0000000810000000), bitboard(0x0000001008000000)
_Moves, _Values = _types.Array(_types.uint8, 1, "A"), _types.Array(_types.int8, 1, "A")
_Positions = _types.Array(numba.from_dtype(POSITION), 1, "C")
_Indices = _types.Array(_types.int32, 2, "C")
_Floats = _types.Array(_types.float32, 1, "C")
_CENTRES = np.array([pattern.centre for pattern, _ in FEATURES])
_Doubles = _types.Array(_types.float64, 1, "C")


@kernel(_types.int64(_Moves, _Values, _types.int64, _types.int64, _types.float64, _types.boolean, _Positions))
def label_positions(
    moves: Any, values: Any, score: int, solve_from: int, trust: float, from_random: bool, positions: Any
) -> int:
    """Write the positions of a game that have a label; how many there are.

    From `solve_from` empty squares on the label is the exact score. Before, it is a mean of the values that searches
    gave to the position and to those that followed, each later one with `trust` of the weight of the one before, up to
    the next random move (a λ-return, Sutton 1988). With `from_random`, positions before random moves that were not
    searched take what came of them.
    """
    player, opponent = _START
    sign, n_empties = 1, 60
    signs = np.empty(60, np.int64)
    n = 0
    for ply in range(60):
        if moves[ply] == NO_PLY:
            break
        if legal_moves(player, opponent) == ZERO:
            player, opponent, sign = opponent, player, -sign
        positions[ply].player, positions[ply].opponent, positions[ply].n_empties = player, opponent, n_empties
        signs[ply] = sign
        square = unsigned(moves[ply] & 63)
        flipped = flips(square, player, opponent)
        player, opponent = opponent ^ flipped, player ^ (flipped | ONE << square)
        sign, n_empties, n = -sign, n_empties - 1, n + 1
    result = float(score)  # in Black's view
    known = True
    n_labelled = 60
    for ply in range(n - 1, -1, -1):
        is_exact = positions[ply].n_empties <= solve_from
        if values[ply] != UNKNOWN:
            value = float(signs[ply] * values[ply])
            stands_alone = is_exact or moves[ply] >= RANDOM or not known
            result = value if stands_alone else (1 - trust) * value + trust * result
            known = True
        elif not from_random:
            known = False
        if known:
            n_labelled -= 1
            positions[n_labelled].player = positions[ply].player
            positions[n_labelled].opponent = positions[ply].opponent
            positions[n_labelled].n_empties = positions[ply].n_empties
            positions[n_labelled].exact = is_exact
            positions[n_labelled].label = signs[ply] * result
    return 60 - n_labelled


def positions_of(games: Any, solve_from: int, trust: float, *, from_random: bool = False) -> Any:
    """The labelled positions of an array of GAME, in their canonical symmetry: an array of POSITION."""
    found = np.zeros(60 * len(games), POSITION)
    buffer = np.zeros(60, POSITION)
    n = 0
    for game in games:
        count = label_positions(
            game["moves"], game["values"], int(game["score"]), solve_from, trust, from_random, buffer
        )
        found[n : n + count] = buffer[60 - count :]
        n += count
    found = found[:n]
    make_canonical(found)
    return found


@kernel(_types.void(_Positions))
def make_canonical(positions: Any) -> None:
    """Turn each position to the one of its eight symmetric forms that stands for all."""
    for i in range(len(positions)):
        positions[i].player, positions[i].opponent = canonical(positions[i].player, positions[i].opponent)


def unique(positions: Any) -> tuple[Any, Any]:
    """The different positions, with the mean of their labels, and how often each occurred."""
    order = np.lexsort((positions["opponent"], positions["player"]))
    ordered = positions[order]
    new = np.ones(len(ordered), bool)
    new[1:] = (ordered["player"][1:] != ordered["player"][:-1]) | (ordered["opponent"][1:] != ordered["opponent"][:-1])
    starts = np.flatnonzero(new)
    counts = np.diff(np.append(starts, len(ordered)))
    merged = ordered[starts].copy()
    merged["label"] = np.add.reduceat(ordered["label"].astype(np.float64), starts) / counts if len(starts) else 0
    return merged, counts


# --- least squares ------------------------------------------------------------------------------------------------


@kernel(_types.void(_Positions, _types.Array(_types.int16, 2, "C"), _types.Array(_types.int32, 1, "C"), _Indices))
def fill_indices(positions: Any, table: Any, numbers: Any, indices: Any) -> None:
    """The classes of weights that each position's value is the sum of: its constant, then its features."""
    row = np.empty(N_LANES, np.int64)
    for i in range(len(positions)):
        row[:] = 0
        discs = positions[i].player
        while discs:
            square = lowest_square(discs)
            discs &= discs - ONE
            for lane in range(N_LANES):
                row[lane] += table[square, lane]
        discs = positions[i].opponent
        while discs:
            square = lowest_square(discs)
            discs &= discs - ONE
            for lane in range(N_LANES):
                row[lane] -= table[square, lane]
        indices[i, 0] = numbers[positions[i].n_empties & 1]
        for lane in range(N_FEATURES):
            indices[i, lane + 1] = numbers[_CENTRES[lane] + row[lane]]


def indices_of(positions: Any) -> Any:
    """What `fill_indices` fills: int32 [positions, 1 + N_FEATURES]."""
    indices = np.empty((len(positions), 1 + N_FEATURES), np.int32)
    fill_indices(positions, increments(), classes()[0], indices)
    return indices


@kernel(_types.void(_Indices, _Floats, _Floats))
def values_of(indices: Any, weights: Any, values: Any) -> None:
    """The value of each position."""
    for i in range(indices.shape[0]):
        total = np.float32(0)
        for k in range(indices.shape[1]):
            total += weights[indices[i, k]]
        values[i] = total


@kernel(_types.void(_Indices, _Floats, _Doubles))
def sums_by_class(indices: Any, values: Any, sums: Any) -> None:
    """For each class the sum over the positions where it occurs."""
    sums[:] = 0
    for i in range(indices.shape[0]):
        value = np.float64(values[i])
        for k in range(indices.shape[1]):
            sums[indices[i, k]] += value


def solve(indices: Any, labels: Any, importance: Any, prior: Any, ridge: float, rounds: int) -> Any:
    """The weights that minimise Σ importance × (value − label)² + ridge × Σ (weight − prior)²: float32, in discs."""
    n_classes = len(prior)
    values, sums = np.zeros(len(indices), np.float32), np.zeros(n_classes)
    sums_by_class(indices, importance.astype(np.float32), sums)
    diagonal = sums + ridge
    weights = prior.astype(np.float32)
    values_of(indices, weights, values)
    sums_by_class(indices, (importance * (labels - values)).astype(np.float32), sums)
    residual = sums.copy()
    scaled = residual / diagonal
    direction, length = scaled.copy(), float(residual @ scaled)
    step_total = np.zeros(n_classes)
    for _ in range(rounds):
        if length < 1e-9:
            break
        values_of(indices, direction.astype(np.float32), values)
        sums_by_class(indices, (importance * values).astype(np.float32), sums)
        image = sums + ridge * direction
        step = length / float(direction @ image)
        step_total += step * direction
        residual -= step * image
        scaled = residual / diagonal
        new_length = float(residual @ scaled)
        direction = scaled + new_length / length * direction
        length = new_length
    return (prior + step_total).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Loss:
    """How far a phase's weights are from the labels: root mean squared errors in discs, on both parts of the data."""

    phase: int
    n_positions: int
    training: float
    held_out: float


def fit(
    positions: Any,
    held_out: Any,
    *,
    ridge: float = 1.0,
    rounds: int = 25,
    watch: Callable[[Loss], object] = lambda _loss: None,
) -> tuple[Any, list[Loss]]:
    """Weights by class, int16 [PHASES, classes], and their losses by phase."""
    _, n_classes = classes()
    weights = np.zeros((PHASES, n_classes), np.int16)
    prior = np.zeros(n_classes, np.float32)
    phases = np.array([phase_of(n) for n in range(65)])
    losses: list[Loss] = []
    of, of_held_out = phases[positions["n_empties"]], phases[held_out["n_empties"]]
    for phase in reversed(range(PHASES)):
        merged, counts = unique(positions[of == phase])
        if len(merged):
            indices = indices_of(merged)
            noise = losses[-1].held_out ** 2 if losses else 9.0
            prior = solve(indices, merged["label"], np.sqrt(counts), prior, ridge * noise, rounds)
        weights[phase] = np.clip(np.rint(UNIT * prior), -32767, 32767)
        rest = held_out[of_held_out == phase]
        error = _error(merged, weights[phase]) if len(merged) else 0.0
        losses.append(Loss(phase, len(merged), error, _error(rest, weights[phase]) if len(rest) else 0.0))
        watch(losses[-1])
    return weights, losses


def _error(positions: Any, weights: Any) -> float:
    values = np.zeros(len(positions), np.float32)
    values_of(indices_of(positions), weights.astype(np.float32), values)
    return float(np.sqrt(np.mean((values / UNIT - positions["label"]) ** 2)))
