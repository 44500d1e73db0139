import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board.atomics import load, prefetch, store
from outflank.jit import kernel

WORDS = st.integers(0, 2**64 - 1)


@kernel("uint64(uint64)")
def compiled_load(address):
    return load(address)


@kernel("uint64(uint64, uint64)")
def compiled_store(address, value):
    return store(address, value)


@kernel("uint64(uint64)")
def compiled_prefetch(address):
    return prefetch(address)


def words():
    """Three words, and the address of each."""
    array = np.array([7, 8, 9], np.uint64)
    return array, [array.ctypes.data + 8 * i for i in range(3)]


@pytest.mark.parametrize("read", [load, compiled_load])
def test_load_reads_the_word_at_an_address(read):
    array, addresses = words()
    assert [read(address) for address in addresses] == array.tolist() == [7, 8, 9]


@pytest.mark.parametrize("write", [store, compiled_store])
@given(value=WORDS)
def test_store_writes_one_word_and_returns_it(write, value):
    array, addresses = words()
    assert write(addresses[1], value) == value
    assert array.tolist() == [7, value, 9]


@given(WORDS)
def test_a_stored_word_is_loaded(value):
    _array, addresses = words()
    compiled_store(addresses[0], value)
    assert load(addresses[0]) == compiled_load(addresses[0]) == value


@pytest.mark.parametrize("fetch", [prefetch, compiled_prefetch])
def test_prefetch_changes_nothing_and_takes_any_address(fetch):
    array, addresses = words()
    for address in (*addresses, 0, 2**64 - 1):
        assert fetch(address) == address
    assert array.tolist() == [7, 8, 9]
