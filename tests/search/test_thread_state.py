import ctypes

import pytest

from outflank.evaluation.weights import Weights
from outflank.large.state import LargeState
from outflank.search.state import SearchState
from outflank.search.table import Table
from outflank.search.thread_state import FIELDS, N_BUSY, marks
from outflank.variants.shape import Shape
from outflank.variants.state import VariantState

STATES = {
    "8×8": lambda table, busy: SearchState(table, Weights.zero(), busy),
    "6×6": lambda table, busy: VariantState(Shape(6), False, table, busy=busy),
    "10×10": lambda table, busy: LargeState(table, False, busy),
}


@pytest.fixture(params=STATES.values(), ids=STATES)
def state(request):
    return request.param(Table(1), marks(2))


def test_a_single_thread_marks_nothing():
    assert marks(1) is None
    assert len(marks(2)) == N_BUSY


def test_each_record_begins_with_the_fields_of_all(state):
    assert list(state.record.dtype.names[: len(FIELDS)]) == [name for name, _ in FIELDS]
    assert state.record.busy != 0


def test_a_stop_is_seen_until_the_next_search_begins(state):
    state.begin(100)
    stop = ctypes.c_uint64.from_address(int(state.record.stop))
    assert stop.value == 0
    state.stop()
    assert stop.value == 1
    state.record.nodes = state.record.stopped = 1
    state.begin()
    assert (stop.value, state.record.nodes, state.record.stopped) == (0, 0, 0)
    assert state.record.node_limit > 10**18
