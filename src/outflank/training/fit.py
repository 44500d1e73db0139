"""Fit weights so that they predict the scores of positions with the least squared error.

A position's value is the sum of one weight per feature, so this is linear least squares. Each phase has a quarter of a
million unknowns, and each row contains a few dozen non-zeros. Conjugate gradients on the normal equations solve one
phase after another, from the last to the first, preconditioned by the frequency of each weight. `ridge` pulls weights
towards those of the following phase, so a rare pattern keeps its value from later phases. Weights for parts of patterns
are fitted at the same time and added at the end: see `parts`.

Close games count the most, because a single disc can decide them. A sum of weights cannot be right everywhere, and
precision matters little when the score is 40 to 10.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numba
import numpy as np

from outflank.evaluation.evaluate import UNIT, fill_features
from outflank.evaluation.patterns import FEATURES, N_FEATURES, PHASES, classes, increments, phase_of
from outflank.jit import kernel
from outflank.training.labels import POSITION, unique
from outflank.training.parts import N_PLACES, folded, part_classes, patterns_and_parts
from outflank.training.plan import Fitting

_types = numba.types
_Positions = _types.Array(numba.from_dtype(POSITION), 1, "C")
_Table, _Indices = _types.Array(_types.int16, 2, "C"), _types.Array(_types.int32, 2, "C")
_Floats = _types.Array(_types.float32, 1, "C")
_USUAL = Fitting()
_Numbers, _Centres = _types.Array(_types.int32, 1, "C"), _types.Array(_types.int64, 1, "C")
_CENTRES = np.array([pattern.centre for pattern, _ in FEATURES])
_Doubles = _types.Array(_types.float64, 1, "C")


@kernel(_types.void(_Positions, _Table, _Centres, _Numbers, _Indices))
def fill_indices(positions: Any, table: Any, centres: Any, numbers: Any, indices: Any) -> None:
    """Compute the classes of the weights that add up to each position's value, and write them into `indices`.

    The first weight is a constant; it is followed by one weight for each centre.
    """
    row = np.empty(table.shape[1], np.int16)
    for i in range(len(positions)):
        fill_features(positions[i]["player"], positions[i]["opponent"], table, row)
        indices[i, 0] = numbers[positions[i]["n_empties"] & 1]
        for lane in range(len(centres)):
            indices[i, lane + 1] = numbers[centres[lane] + row[lane]]


def fill_indices_of(positions: Any, indices: Any) -> None:
    """Compute each position's pattern classes, and write them into `indices`: int32 [positions, 1 + N_FEATURES]."""
    fill_indices(positions, increments(), _CENTRES, classes()[0], indices)


def indices_of(positions: Any) -> Any:
    """Compute each position's pattern classes and return them as a new array: see `fill_indices_of`."""
    indices = np.empty((len(positions), 1 + N_FEATURES), np.int32)
    fill_indices_of(positions, indices)
    return indices


def indices_with_parts(positions: Any) -> Any:
    """Compute each position's pattern classes and part classes: int32 [positions, 1 + N_FEATURES + N_PLACES].

    The part classes come last, and their numbers start after the pattern classes.
    """
    indices = np.empty((len(positions), 1 + N_FEATURES + N_PLACES), np.int32)
    fill_indices(positions, *patterns_and_parts(), indices)
    return indices


@kernel(_types.void(_Indices, _Floats, _Floats))
def values_of(indices: Any, weights: Any, values: Any) -> None:
    """Compute the value of each position and write it into `values`."""
    for i in range(indices.shape[0]):
        total = np.float32(0)
        for k in range(indices.shape[1]):
            total += weights[indices[i, k]]
        values[i] = total


def phases_of(positions: Any) -> Any:
    """The phase of each position."""
    return _PHASES[positions["n_empties"]]


def sums_of(by_class: Any, positions: Any, threads: int = 1) -> Any:
    """Compute the values of positions as sums of weights, in the unit of `by_class` [PHASES, classes].

    The result is float32; it is exact if all weights are whole numbers.
    """
    sums, phases = np.zeros(len(positions), np.float32), phases_of(positions)

    def add_up(phase: int, these: Any) -> None:
        values = np.zeros(len(these), np.float32)
        values_of(indices_of(positions[these]), weights[phase], values)
        sums[these] = values

    weights = by_class.astype(np.float32)
    with ThreadPoolExecutor(threads) as pool:
        for phase in np.unique(phases):
            places = np.flatnonzero(phases == phase)
            blocks = [places[start : start + _BLOCK] for start in range(0, len(places), _BLOCK)]
            list(pool.map(add_up, [phase] * len(blocks), blocks))
    return sums


_BLOCK = 100_000  # positions with indices in memory at once
_PHASES = np.array([phase_of(n) for n in range(65)], np.int8)


@kernel(_types.void(_Indices, _Floats, _Doubles))
def sums_by_class(indices: Any, values: Any, sums: Any) -> None:
    """For each class, add up the values of the positions in which it occurs, and write the total into `sums`."""
    sums[:] = 0
    for i in range(indices.shape[0]):
        value = np.float64(values[i])
        for k in range(indices.shape[1]):
            sums[indices[i, k]] += value


_Marks = _types.Array(_types.uint8, 1, "C")


@kernel(_types.void(_Indices, _Marks))
def _mark(indices: Any, occurs: Any) -> None:
    for i in range(indices.shape[0]):
        for k in range(indices.shape[1]):
            occurs[indices[i, k]] = 1


@kernel(_types.void(_Indices, _Numbers, _Indices))
def _number(indices: Any, numbers: Any, numbered: Any) -> None:
    for i in range(indices.shape[0]):
        for k in range(indices.shape[1]):
            numbered[i, k] = numbers[indices[i, k]]


def _those_that_occur(indices: Any, n_classes: int) -> tuple[Any, Any]:
    """Find the classes that occur, as bool [n_classes], and renumber the indices without the other classes.

    The weights of the other classes do not change, so they need not be computed. NumPy would take several times as
    long.
    """
    occurs, numbered = np.zeros(n_classes, np.uint8), np.empty_like(indices)
    _mark(indices, occurs)
    _number(indices, np.cumsum(occurs, dtype=np.int32) - np.int32(1), numbered)
    return occurs.view(bool), numbered


class _Matrix:
    """A matrix of ones and zeros that shows which classes occur in each position. Several threads multiply it.

    It is always split into the same number of parts, because a sum of floats depends on the order of addition.
    """

    def __init__(self, indices: Any, n_classes: int, pool: ThreadPoolExecutor):
        bounds = np.linspace(0, len(indices), _PARTS + 1).astype(int)
        self._slices = [slice(start, end) for start, end in pairwise(bounds)]
        self._indices, self._pool = indices, pool
        self._values = np.zeros(len(indices), np.float32)
        self._sums = np.zeros((_PARTS, n_classes))

    def values(self, weights: Any) -> Any:
        """Compute the value of each position. The next call overwrites the returned array."""
        weights = weights.astype(np.float32)
        jobs = [self._pool.submit(values_of, self._indices[part], weights, self._values[part]) for part in self._slices]
        for job in jobs:
            job.result()
        return self._values

    def sums(self, values: Any) -> Any:
        """For each class, add up the values of the positions in which it occurs."""
        values = values.astype(np.float32)
        jobs = [
            self._pool.submit(sums_by_class, self._indices[part], values[part], sums)
            for part, sums in zip(self._slices, self._sums, strict=True)
        ]
        for job in jobs:
            job.result()
        return self._sums.sum(axis=0)


_PARTS = 4


def solve(
    indices: Any, labels: Any, importance: Any, prior: Any, ridge: Any, rounds: int, pool: ThreadPoolExecutor
) -> Any:
    """Find the weights that minimise Σ importance × (value − label)² + Σ ridge × (weight − prior)².

    Starting from `prior`, this takes up to `rounds` conjugate gradient steps. `ridge` is either a single number or one
    number per weight. The result is float32, in discs.
    """
    occurs, numbered = _those_that_occur(indices, len(prior))
    matrix = _Matrix(numbered, int(occurs.sum()), pool)
    ridge = np.broadcast_to(np.asarray(ridge, np.float64), len(prior))[occurs]
    weights = prior[occurs].astype(np.float64)
    diagonal = matrix.sums(importance) + ridge
    residual = matrix.sums(importance * (labels - matrix.values(weights)))
    scaled = residual / diagonal
    direction, length = scaled.copy(), float(residual @ scaled)
    for _ in range(rounds):
        if length < _SETTLED:
            break
        image = matrix.sums(importance * matrix.values(direction)) + ridge * direction
        step = length / float(direction @ image)
        weights += step * direction
        residual -= step * image
        scaled = residual / diagonal
        new_length = float(residual @ scaled)
        direction = scaled + new_length / length * direction
        length = new_length
    found = prior.copy()
    found[occurs] = weights
    return found


_SETTLED = 1e-9


@dataclass(frozen=True, slots=True)
class Loss:
    """Root mean square errors, in discs, of the weights for one phase."""

    phase: int
    """Number of the phase."""

    n_positions: int
    """Number of distinct training positions."""

    training: float
    """Error on the training positions."""

    held_out: float
    """Error on the held-out positions, or 0 if there are none."""


def discount(labels: Any, close: float) -> Any:
    """Compute how many positions with this label count as much as a single even one: 1 + (d / `close`)² for d discs."""
    return 1 + (labels / close) ** 2


def fit(
    positions: Any,
    held_out: Any,
    *,
    settings: Fitting = _USUAL,
    threads: int = 2,
    watch: Callable[[Loss], object] = lambda _loss: None,
) -> tuple[Any, list[Loss]]:
    """Fit the weights for all phases. Return them by class, int16 [PHASES, classes], and a Loss for each phase.

    The losses are listed from the last phase to the first. A position labelled d discs counts 1 / (1 + (d /
    `settings.close`)²) times as much as an even one. Ridges are specified as numbers of even positions, and are
    multiplied by the variance that the previously fitted phase left unexplained. The result does not depend on
    `threads`.
    """
    _, n_classes = classes()
    weights = np.zeros((PHASES, n_classes), np.int16)
    prior = np.zeros(n_classes + part_classes()[1], np.float32)
    ridges = np.full(len(prior), settings.ridge)
    ridges[n_classes:] = settings.part_ridge
    losses: list[Loss] = []
    of, of_held_out = phases_of(positions), phases_of(held_out)
    with ThreadPoolExecutor(threads) as pool:
        for phase in reversed(range(PHASES)):
            merged, counts = unique(positions[of == phase])
            error = 0.0
            if len(merged):
                indices = indices_with_parts(merged)
                noise = losses[-1].held_out ** 2 if losses and losses[-1].held_out else _FIRST_NOISE
                importance = np.sqrt(counts) / discount(merged["label"], settings.close)
                prior = solve(indices, merged["label"], importance, prior, ridges * noise, settings.rounds, pool)
                error = _error(indices, merged["label"], UNIT * prior)
            weights[phase] = np.clip(np.rint(UNIT * folded(prior)), -_LARGEST, _LARGEST)
            rest = held_out[of_held_out == phase]
            loss = _error(indices_of(rest), rest["label"], weights[phase]) if len(rest) else 0.0
            losses.append(Loss(phase, len(merged), error, loss))
            watch(losses[-1])
    return weights, losses


_FIRST_NOISE, _LARGEST = 9.0, 32767


def _error(indices: Any, labels: Any, weights: Any) -> float:
    values = np.zeros(len(indices), np.float32)
    values_of(indices, weights.astype(np.float32), values)
    return float(np.sqrt(np.mean((values / UNIT - labels) ** 2)))
