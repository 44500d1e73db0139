from dataclasses import replace

import numpy as np
import pytest

from outflank.evaluation.network import (
    EMBEDDINGS,
    FIRST_STACK,
    OFFSET,
    OUTPUT_BIAS,
    SCALE_BYTES,
    SET_BYTES,
    SETS,
    STACK_BYTES,
    Network,
)
from outflank.evaluation.weights import shipped
from outflank.jit import INTERPRETED
from outflank.training.verify import network_values, trainer_values, verify
from tests.evaluation.networks import any_network, naive_judged, random_network, random_weights
from tests.training.positions import positions

GAMES = 1 if INTERPRETED else 20
TRAINER = "trainer and engine give the same value by the network"
SYMMETRY = "the same value by the network after every symmetry"


@pytest.fixture(scope="module")
def weights():
    return random_weights(1, network=random_network(2))


def manipulated(weights, place, kind, change):
    """Weights whose network lies in memory as it should not, from a place on."""
    network = Network(weights.network.scales, weights.network.stacks, weights.network.embeddings)
    memory = network._memory[place:].view(kind)
    memory[: len(change)] += change
    return replace(weights, network=network)


def wrong(weights):
    return {check.name for check in verify(weights, GAMES) if check.n_wrong}


def test_a_network_is_verified_to_the_last_bit(weights):
    checks = verify(weights, GAMES)
    assert all(check.n_wrong == 0 for check in checks), checks
    cases = {check.name: check.n_cases for check in checks[-2:]}
    assert cases[TRAINER] > 50 * GAMES
    assert cases[SYMMETRY] == 7 * cases[TRAINER]


def test_without_a_network_there_is_none_to_verify(weights):
    names = [check.name for check in verify(replace(weights, network=None), 1)]
    assert TRAINER not in names
    assert len(names) == len(verify(weights, 1)) - 2


def test_the_shipped_weights_are_right_with_or_without_a_network():
    assert wrong(shipped()) == set()


def test_values_are_those_of_the_definition(weights):
    some = positions(12, 3, 12, 22, 29, 30, 44, 58)
    scales = weights.network.scales[some["n_empties"]].astype(int)
    estimates = trainer_values(weights.by_class(), some) * scales[:, 0] // 4096 + scales[:, 1]
    assert abs(estimates).max() < 63 * 128
    expected = [
        naive_judged(weights.network, int(p["player"]), int(p["opponent"]), int(estimate), int(p["n_empties"]))
        for p, estimate in zip(some, estimates, strict=True)
    ]
    assert network_values(weights, weights.network, some).tolist() == expected


@pytest.mark.parametrize("number", range(SETS))
def test_embeddings_that_differ_from_their_mirror_images_are_found(weights, number):
    change = np.arange(SET_BYTES) // 16 % 7
    damaged = manipulated(weights, EMBEDDINGS + number * SET_BYTES, np.int8, change.astype(np.int8))
    assert wrong(damaged) == {TRAINER, SYMMETRY}


@pytest.mark.parametrize("stack", [0, 9])
def test_a_number_of_a_stack_that_is_wrong_is_found(weights, stack):
    place = FIRST_STACK + stack * STACK_BYTES + OUTPUT_BIAS
    assert wrong(manipulated(weights, place, np.int32, [512])) == {TRAINER}


def test_a_scale_that_is_wrong_is_found(weights):
    assert wrong(manipulated(weights, 40 * SCALE_BYTES + OFFSET, np.int64, [1])) == {TRAINER}


def test_sums_that_overflow_are_found(weights):
    assert wrong(replace(weights, network=any_network(1))) == {TRAINER}
