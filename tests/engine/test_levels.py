import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.engine.levels import erring, label
from outflank.play.limit import LEVELS

VALUES = st.lists(st.tuples(st.integers(-30, 30), st.integers(-30, 30)), min_size=1, max_size=12)


def test_labels_state_the_guarantees():
    assert label(1) == "gives away 8 discs a move on average"
    assert label(12) == "depth 8, exact from 14 empties"
    assert len({label(number) for number in LEVELS}) == len(LEVELS)


@given(VALUES, st.floats(0.1, 10), st.integers())
def test_a_move_is_always_chosen(pairs, loss, seed):
    looks, values = zip(*pairs, strict=True)
    assert 0 <= erring(looks, values, loss, random.Random(seed)) < len(pairs)


@pytest.mark.parametrize("loss", [0.5, 1.5, 3.0])
def test_the_mean_loss_is_the_one_asked_for(loss):
    looks, values = [3, 2, 1, -2, -8, 0], [2, 4, 1, -1, -10, 3]
    rng = random.Random(1)
    losses = [max(values) - values[erring(looks, values, loss, rng)] for _ in range(4000)]
    assert sum(losses) / len(losses) == pytest.approx(loss, rel=0.15)


def test_where_all_moves_are_equal_nothing_is_lost():
    assert erring([1, 2, 3], [5, 5, 5], 2.0, random.Random(1)) in range(3)
