import argparse
import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.cli.searching import level_of
from outflank.engine.levels import FIRST_SOUND, LEVELS, Level, erring, level
from outflank.engine.player import EnginePlayer
from outflank.play.analysis import Limit
from outflank.protocols.strength import Strength
from outflank.rules import Position

VALUES = st.lists(st.tuples(st.integers(-30, 30), st.integers(-30, 30)), min_size=1, max_size=12)


def test_levels_grow_from_one_to_the_next():
    known = [level(number) for number in LEVELS]
    assert all(
        a.depth <= b.depth and a.exact_from <= b.exact_from and a.loss >= b.loss for a, b in itertools.pairwise(known)
    )
    assert all(found.loss > 0 for found in known[: FIRST_SOUND - 1])
    assert not any(found.loss for found in known[FIRST_SOUND - 1 :])


def test_labels_say_what_is_guaranteed():
    assert level(1).label == "gives away 8 discs a move on average"
    assert level(12).label == "depth 8, exact from 14 empties"
    assert len({level(number).label for number in LEVELS}) == len(LEVELS)


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


@pytest.mark.parametrize(
    ("depth", "exact_from"), [(1, 1), (5, 5), (6, 12), (10, 16), (12, 18), (17, 21), (26, 30), (40, 30)]
)
def test_a_depth_solves_where_the_level_with_this_depth_does_whoever_asks(depth, exact_from):
    assert Level.of_depth(depth).exact_from == exact_from
    assert Level.of_depth(depth, 3).exact_from == 3
    assert EnginePlayer(depth=depth)._level == Level.of_depth(depth)
    options = argparse.Namespace(depth=depth, exact_from=None, level=None)
    assert level_of(options, 18) == Level.of_depth(depth)
    position = Position.parse("X" * (63 - exact_from) + "O" + "-" * exact_from + " X")
    assert Strength(depth=depth).limit(position) == Limit()
