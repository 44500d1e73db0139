import ctypes

import numpy as np
import pytest

from outflank.board.squares import SQUARES
from outflank.evaluation import network as module
from outflank.evaluation.network import (
    BIAS,
    EMBEDDINGS,
    FIRST,
    FIRST_BIAS,
    FIRST_STACK,
    INPUTS,
    MARGIN,
    N_COUNTS,
    OFFSET,
    OUTPUT,
    OUTPUT_BIAS,
    SCALE,
    SCALE_BYTES,
    SECOND,
    SECOND_BIAS,
    SET_BYTES,
    SETS,
    SKIP,
    STACK_BYTES,
    STACKS,
    TEMPO,
    UNITS,
    WIDTH,
    Network,
    network_digest,
    whole,
)
from outflank.evaluation.patterns import N_WEIGHTS, PATTERNS, classes
from tests.evaluation import networks
from tests.evaluation.networks import STACK, random_network


@pytest.fixture(scope="module")
def network():
    return random_network(1)


def memory(network, place, n, kind=ctypes.c_int8):
    return np.ctypeslib.as_array((kind * n).from_address(network.address + place))


def test_bytes_are_read_as_they_were_written(network):
    again = Network.from_bytes(network.to_bytes())
    for name in ("scales", "stacks", "embeddings"):
        assert np.array_equal(getattr(again, name), getattr(network, name))
    n_bytes = EMBEDDINGS + SETS * SET_BYTES
    assert np.array_equal(memory(again, 0, n_bytes), memory(network, 0, n_bytes))


def test_the_number_of_bytes_is_known_before(network):
    assert len(network.to_bytes()) == Network.n_bytes()


def test_scales_are_numbers_of_64_bits_by_empty_squares(network):
    for n_empties in range(65):
        places = [SCALE_BYTES * n_empties + place for place in (SCALE, OFFSET, MARGIN, TEMPO)]
        words = [int(memory(network, place, 1, ctypes.c_int64)[0]) for place in places]
        assert words == network.scales[n_empties].tolist()


def test_stacks_lie_one_after_another(network):
    found = memory(network, FIRST_STACK, STACKS * STACK_BYTES).reshape(STACKS, STACK_BYTES)
    assert np.array_equal(found, network.stacks)


@pytest.mark.parametrize("number", range(SETS))
def test_each_weight_has_the_embedding_of_its_class(network, number):
    found = memory(network, EMBEDDINGS + number * SET_BYTES, SET_BYTES).reshape(N_WEIGHTS, WIDTH)
    assert np.array_equal(found, network.embeddings[number][classes()[0]])


def test_mirrored_indices_have_one_embedding(network):
    corner = next(pattern for pattern in PATTERNS if pattern.name == "corner 3×3")
    assert corner.features[0][:4:3] == (SQUARES[8]["a1"], SQUARES[8]["a2"])
    a1_b1, a1_a2 = 1 + 3, 1 + 27
    for number in range(SETS):
        rows = memory(network, EMBEDDINGS + number * SET_BYTES, SET_BYTES).reshape(N_WEIGHTS, WIDTH)
        assert rows[corner.centre + a1_b1].tolist() == rows[corner.centre + a1_a2].tolist()


def test_no_two_sets_are_one(network):
    sets = [memory(network, EMBEDDINGS + number * SET_BYTES, SET_BYTES) for number in range(SETS)]
    assert len({each.tobytes() for each in sets}) == SETS


def test_vectors_begin_where_processors_load_them_at_once(network):
    assert network.address % 64 == FIRST_STACK % 64 == STACK_BYTES % 64 == EMBEDDINGS % 64 == 0
    assert SET_BYTES % WIDTH == 0


def test_the_parts_of_a_stack_follow_each_other_without_gaps():
    places = [BIAS, FIRST_BIAS, FIRST, SECOND_BIAS, SECOND, OUTPUT, SKIP, OUTPUT_BIAS]
    assert places == [STACK.fields[name][1] for name in STACK.names[:-1]]
    assert STACK.itemsize == STACK_BYTES


def test_there_is_room_for_all_inputs():
    assert 2 * WIDTH + N_COUNTS <= INPUTS == networks.INPUTS
    assert INPUTS % 2 == UNITS % 2 == 0


def test_the_digest_is_that_of_files_already_written():
    """A change of the layout changes the digest: earlier networks can no longer be read."""
    assert network_digest() == "eb39b21beeaff435"


LAYOUT = ["WIDTH", "UNITS", "STACKS", "N_COUNTS", "INPUTS", "LEAK_SHIFT"]
BITS = ["EMBEDDING_BITS", "INPUT_BITS", "WEIGHT_BITS", "OUTPUT_BITS"]


@pytest.mark.parametrize("name", LAYOUT + BITS)
def test_the_digest_changes_with_the_layout(monkeypatch, name):
    before = network_digest()
    monkeypatch.setattr(module, name, getattr(module, name) + 1)
    network_digest.cache_clear()
    try:
        assert network_digest() != before
    finally:
        network_digest.cache_clear()


def test_whole_numbers_are_the_nearest():
    assert whole([0.25, -0.25, 0.37, 0.13, -0.13], 2, np.int16).tolist() == [1, -1, 1, 1, -1]


def test_halves_become_even():
    assert whole([0.5, 1.5, -0.5, -1.5], 0, np.int16).tolist() == [0, 2, 0, -2]


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32])
def test_values_out_of_range_are_clipped(kind):
    limits = np.iinfo(kind)
    found = whole([1e12, -1e12, np.inf, -np.inf], 10, kind)
    assert found.tolist() == [limits.max, limits.min] * 2
    assert found.dtype == kind


def test_whole_keeps_the_shape():
    assert whole(np.zeros((2, 3), np.float32), 10, np.int8).shape == (2, 3)
