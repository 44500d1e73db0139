import numpy as np
import pytest

from outflank.evaluation.patterns import FEATURES, classes
from outflank.training.fit import indices_of, indices_with_parts
from outflank.training.parts import _PLACES, N_PLACES, folded, part_classes
from tests.training.positions import positions


def test_folded_weights_come_to_as_much_as_patterns_and_parts():
    weights = np.random.default_rng(1).normal(size=classes()[1] + part_classes()[1]).astype(np.float32)
    some = positions(5, 3, 20, 40, 60)
    expected = weights[indices_with_parts(some)].sum(axis=1)
    assert folded(weights)[indices_of(some)].sum(axis=1) == pytest.approx(expected, abs=1e-3)


def test_an_index_that_was_never_seen_is_worth_what_its_parts_are():
    weights = np.zeros(classes()[1] + part_classes()[1], np.float32)
    some = positions(1, 20)
    weights[indices_with_parts(some)[0, -N_PLACES:]] = 1
    assert folded(weights)[indices_of(some)[0]].sum() == pytest.approx(N_PLACES)


def test_weights_of_patterns_stay_where_parts_say_nothing():
    weights = np.random.default_rng(2).normal(size=classes()[1] + part_classes()[1]).astype(np.float32)
    weights[classes()[1] :] = 0
    assert np.array_equal(folded(weights), weights[: classes()[1]])


def test_mirrored_positions_have_the_same_parts():
    some, mirrored = positions(5, 20, 40), positions(5, 20, 40)
    for position in mirrored:
        for side in ("player", "opponent"):
            position[side] = int.from_bytes(int(position[side]).to_bytes(8, "little"), "big")  # rows in reverse
    assert not np.array_equal(some["player"], mirrored["player"])
    assert np.array_equal(*(np.sort(indices_with_parts(each)[:, -N_PLACES:], axis=1) for each in (some, mirrored)))


def test_every_part_lies_in_a_pattern():
    """Or what it is worth would be lost when weights are folded."""
    features = [frozenset(squares) for _, squares in FEATURES]
    assert all(any(frozenset(squares) <= feature for feature in features) for _, squares in _PLACES)
