from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from outflank.evaluation.evaluate import UNIT, evaluate
from outflank.evaluation.patterns import N_FEATURES, PHASES, classes
from outflank.evaluation.weights import UNFITTED_PROBCUT, Weights
from outflank.jit import INTERPRETED
from outflank.training.fit import fit, indices_of, solve, sums_of
from outflank.training.plan import Fitting
from outflank.training.verify import trainer_values, verify
from tests.evaluation.networks import random_weights, row_of
from tests.training.positions import positions


def dense(indices, n_classes):
    """The same as a matrix."""
    matrix = np.zeros((len(indices), n_classes))
    for i, row in enumerate(indices):
        np.add.at(matrix[i], row, 1)
    return matrix


def test_conjugate_gradients_find_the_least_squares():
    generator = np.random.default_rng(1)
    indices = generator.integers(0, 30, (50, 1 + N_FEATURES)).astype(np.int32)
    labels, importance, prior = generator.normal(size=50), generator.uniform(1, 3, 50), generator.normal(size=30)
    with ThreadPoolExecutor(2) as pool:
        found = solve(indices, labels, importance, prior.astype(np.float32), 0.7, 60, pool)
    matrix = dense(indices, 30)
    normal = matrix.T @ (importance[:, None] * matrix) + 0.7 * np.eye(30)
    exact = prior + np.linalg.solve(normal, matrix.T @ (importance * (labels - matrix @ prior)))
    assert found == pytest.approx(exact, abs=2e-3)


def test_the_number_of_threads_does_not_matter():
    some = positions(8 if INTERPRETED else 50, 10)
    found = [fit(some, some[:3], settings=Fitting(rounds=2), threads=threads)[0] for threads in (1, 3)]
    assert np.array_equal(*found)


def test_the_fit_explains_disc_counts():
    some = positions(10 if INTERPRETED else 400, 10)
    _, losses = fit(some, some[:0], settings=Fitting(ridge=0.1, rounds=5))
    loss = next(loss for loss in losses if loss.n_positions)
    assert loss.training < 0.3 * some["label"].std()
    assert loss.held_out == 0


def test_phases_without_positions_know_what_later_ones_do():
    values, losses = fit(positions(3, 10), positions(2, 10), settings=Fitting(rounds=1))
    assert [loss.phase for loss in losses] == list(reversed(range(PHASES)))
    assert np.array_equal(values[0], values[25])
    assert not values[26:].any()


def test_mirrored_indices_are_one_class():
    found = indices_of(positions(5, 10))
    mirrored = positions(5, 10)
    for position in mirrored:
        for side in ("player", "opponent"):
            board = int(position[side])
            position[side] = int.from_bytes(board.to_bytes(8, "little"), "big")  # rows in reverse
    assert np.array_equal(np.sort(found, axis=1), np.sort(indices_of(mirrored), axis=1))


@pytest.fixture(scope="module")
def some_weights():
    generator = np.random.default_rng(3)
    return Weights.of_classes(
        generator.integers(-300, 300, (PHASES, classes()[1])).astype(np.int16), UNFITTED_PROBCUT, {}
    )


def test_trainer_and_engine_agree_to_the_last_bit(some_weights):
    checks = verify(some_weights, 2 if INTERPRETED else 50)
    assert all(check.n_wrong == 0 and check.n_cases >= 100 for check in checks), checks
    assert len(checks) == 10


def test_verify_finds_a_weight_that_is_wrong(some_weights):
    damaged = Weights(some_weights.table.copy(), UNFITTED_PROBCUT)
    damaged.table[:, 2:] += (np.arange(damaged.table.shape[1] - 2) % 7).astype(np.int16)
    assert any(check.n_wrong for check in verify(Weights(_aligned(damaged.table), UNFITTED_PROBCUT), 2))


def _aligned(table):
    from outflank.evaluation.evaluate import aligned

    copy = aligned(table.shape)
    copy[:] = table
    return copy


def test_trainers_values_keep_the_engines_bounds():
    values = np.full((PHASES, classes()[1]), 5 * UNIT, np.int16)
    assert trainer_values(values, positions(2, 10)).tolist() == [63 * UNIT] * 2


def test_sums_of_weights_are_the_values_of_the_engine():
    some, weights = positions(30, *range(1, 61, 2)), random_weights(1)
    expected = [
        evaluate(row_of(int(p["player"]), int(p["opponent"])).ctypes.data, int(p["n_empties"]), weights.address) / UNIT
        for p in some
    ]
    assert len(set(expected)) > 20
    assert max(map(abs, expected)) < 63
    assert sums_of(weights.by_class() / UNIT, some) == pytest.approx(expected, abs=1e-4)
