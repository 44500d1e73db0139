from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.evaluation.correction import correction
from outflank.evaluation.network import (
    EMBEDDINGS,
    FIRST_STACK,
    N_COUNTS,
    OUTPUT_SHIFT,
    SET_BYTES,
    SETS,
    STACK_BYTES,
    STACKS,
    Network,
)
from outflank.jit import INTERPRETED, kernel
from tests.evaluation.networks import STACK, any_network, as_bytes, empty_network, random_network, row_of
from tests.strategies import boards

NUMBERS = ", int64" * N_COUNTS


@kernel(f"int64(uint64, uint64, uint64{NUMBERS})")
def compiled(row, embeddings, stack, a, b, c, d, e, f, g, h, i, j, k, m, n):
    return correction(row, embeddings, stack, a, (b, c, d, e, f, g, h, i, j, k, m, n))


@pytest.fixture(scope="module")
def networks():
    """Numbers like learned ones, any numbers, and embeddings whose sums all exceed the clips."""
    steep = random_network(3)
    steep.embeddings[:] = np.where(steep.embeddings < 0, -128, 127)
    return [random_network(1), any_network(2), Network(steep.scales, steep.stacks, steep.embeddings)]


def addresses(network, part, number):
    first = network.address
    return first + EMBEDDINGS + part * SET_BYTES, first + FIRST_STACK + number * STACK_BYTES


COUNTS = st.lists(st.integers(0, 4096), min_size=N_COUNTS - 1, max_size=N_COUNTS - 1)


@pytest.mark.skipif(INTERPRETED, reason="compares compiled code with the plain one")
@given(
    board=boards(),
    which=st.integers(0, 2),
    part=st.integers(0, SETS - 1),
    number=st.integers(0, STACKS - 1),
    estimate=st.integers(-(2**15), 2**15 - 1),
    counts=COUNTS,
)
def test_compiled_code_equals_plain_python(networks, board, which, part, number, estimate, counts):
    row = row_of(*board)
    places = addresses(networks[which], part, number)
    arguments = row.ctypes.data, *places, estimate
    assert compiled(*arguments, *counts) == correction(*arguments, tuple(counts))


@cache
def with_largest(name, extreme):
    """A network whose numbers are all large, and those of a part the largest there are."""
    stacks = np.zeros(STACKS, STACK)
    for each in ("bias", "first", "second", "output", "skip"):
        stacks[each] = 2**14 + 1
    stacks[name] = extreme
    return with_stacks(stacks)


def with_stacks(stacks):
    empty = empty_network()
    return Network(empty.scales, as_bytes(stacks), empty.embeddings)


@pytest.mark.skipif(INTERPRETED, reason="compares compiled code with the plain one")
@pytest.mark.parametrize("extreme", [-(2**15), 2**15 - 1])
@pytest.mark.parametrize("name", ["bias", "first", "second", "skip"])
@given(board=boards(), counts=COUNTS)
def test_both_wrap_round_alike_where_numbers_are_the_largest(name, extreme, board, counts):
    row = row_of(*board)
    arguments = row.ctypes.data, *addresses(with_largest(name, extreme), 0, 0), -1
    assert compiled(*arguments, *counts) == correction(*arguments, tuple(counts))


@cache
def with_output_biases():
    stacks = np.zeros(STACKS, STACK)
    stacks["output_bias"] = np.arange(STACKS) * 1000 - 3333
    return with_stacks(stacks)


def plain(row, embeddings, stack, estimate, *counts):
    return correction(row, embeddings, stack, estimate, counts)


@pytest.mark.parametrize("function", [plain, compiled])
@given(board=boards(), counts=COUNTS)
def test_a_network_of_zeros_adds_its_output_bias_alone(function, board, counts):
    row = row_of(*board)
    places = [addresses(with_output_biases(), 0, number) for number in range(STACKS)]
    found = [function(row.ctypes.data, *place, 77, *counts) for place in places]
    assert found == [(number * 1000 - 3333) >> OUTPUT_SHIFT for number in range(STACKS)]
