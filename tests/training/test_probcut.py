import numpy as np
import pytest

from outflank.evaluation.weights import UNFITTED_PROBCUT, Weights
from outflank.search.probcut import margins, reduced_depth
from outflank.training.fit import POSITION
from outflank.training.probcut import ERROR, fit, measure
from tests.search.positions import played


def drawn(parameters, n, seed):
    """Errors of searches as the parameters foretell them."""
    generator = np.random.default_rng(seed)
    errors = np.zeros(n, ERROR)
    errors["n_empties"] = generator.integers(13, 58, n)
    errors["depth"] = np.where(generator.random(n) < 0.3, errors["n_empties"], generator.integers(3, 12, n))
    deviations = margins(parameters)[errors["n_empties"], errors["depth"]] / 128
    errors["error"] = np.clip(np.rint(generator.normal(0, deviations)), -127, 127)
    return errors


def test_the_fit_finds_the_deviations_that_errors_were_drawn_from():
    truth = (0.1, 1.0, -0.5, -0.4, 1.5, 0.05)
    found = margins(fit(drawn(truth, 40_000, 1), UNFITTED_PROBCUT))
    for n_empties, depth in ((20, 4), (30, 8), (50, 6), (20, 20), (30, 11)):
        assert found[n_empties, depth] == pytest.approx(margins(truth)[n_empties, depth], rel=0.05)


def test_the_fit_of_nothing_is_the_prior():
    assert fit(np.zeros(0, ERROR), UNFITTED_PROBCUT) == UNFITTED_PROBCUT


def test_an_error_is_the_difference_of_two_searches_without_selection():
    positions = np.zeros(3, POSITION)
    for i, n_empties in enumerate((7, 8, 9)):
        position = played(n_empties, n_empties)
        positions[i]["player"], positions[i]["opponent"] = position.player, position.opponent
        positions[i]["n_empties"] = n_empties
    errors = measure(Weights.zero(), positions, 4, 8, megabytes=1)
    assert [(int(e["n_empties"]), int(e["depth"])) for e in errors] == [
        (7, 3), (7, 4), (7, 7), (8, 3), (8, 4), (8, 8), (9, 3), (9, 4),
    ]  # fmt: skip
    assert all(reduced_depth(int(e["depth"])) <= 4 for e in errors)
    assert not errors["error"][errors["depth"] < 4].any()  # weights that know nothing agree until discs are counted
