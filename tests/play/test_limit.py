import argparse
import itertools
import math

import pytest

from outflank.cli.searching import limit_of
from outflank.engine.player import EnginePlayer
from outflank.errors import OptionError
from outflank.play import Limit
from outflank.play.limit import FIRST_SOUND, LEVELS
from outflank.protocols.settings import analysis_limit
from outflank.rules import Position


@pytest.mark.parametrize("seconds", [0, -1, math.nan, math.inf, -math.inf, "1", True], ids=repr)
def test_seconds_that_make_no_sense_are_refused(seconds):
    with pytest.raises(OptionError, match="expected a positive number of seconds"):
        Limit(seconds=seconds)


@pytest.mark.parametrize("number", [0, -1, 1.5, "3", True, math.nan], ids=repr)
@pytest.mark.parametrize("name", ["depth", "nodes"])
def test_counts_that_make_no_sense_are_refused(name, number):
    with pytest.raises(OptionError, match=f"expected {name} to be a whole number of at least 1"):
        Limit(**{name: number})


@pytest.mark.parametrize("number", [-1, 1.5, "3", "", True, False, None, 0.0, math.nan], ids=repr)
def test_a_number_of_empty_squares_that_makes_no_sense_is_refused(number):
    with pytest.raises(OptionError, match="expected exact_from to be a whole number of at least 0, got "):
        Limit(5, exact_from=number)


def test_a_limit_says_whether_it_asks_for_the_end():
    assert [Limit(3).solves, Limit(exact=True).solves, Limit(wld=True).solves] == [False, True, True]


@pytest.mark.parametrize("level", [0, 31, -1])
def test_levels_that_do_not_exist_are_refused(level):
    with pytest.raises(OptionError, match=f"expected level from 1 to 30, got {level}"):
        Limit.at_level(level)


def test_levels_grow_from_one_to_the_next():
    limits = [Limit.at_level(level) for level in LEVELS]
    assert all(
        a.depth <= b.depth and a.exact_from <= b.exact_from and a.loss >= b.loss for a, b in itertools.pairwise(limits)
    )
    assert [limit.loss > 0 for limit in limits] == [level < FIRST_SOUND for level in LEVELS]


@pytest.mark.parametrize(
    ("depth", "exact_from"), [(1, 1), (5, 5), (6, 12), (10, 16), (12, 18), (17, 21), (26, 30), (40, 30)]
)
def test_a_depth_solves_where_the_level_with_this_depth_does_whoever_asks(depth, exact_from):
    limit = Limit.at_depth(depth)
    assert limit.exact_from == exact_from
    assert Limit.at_depth(depth, 3).exact_from == 3
    assert EnginePlayer(depth=depth).limit == limit
    assert limit_of(argparse.Namespace(depth=depth, exact_from=None, level=None), 18) == limit
    position = Position.parse("X" * (63 - exact_from) + "O" + "-" * exact_from + " X")
    assert analysis_limit(limit, position) == Limit()


def test_a_limit_is_made_of_the_options_that_are_given():
    assert Limit.of() == Limit()
    assert Limit.of(level=12) == Limit.at_level(12)
    assert Limit.of(depth=9, exact_from=3) == Limit.at_depth(9, 3)
    assert Limit.of(seconds=1.5) == Limit(seconds=1.5)


def test_from_a_number_of_empty_squares_on_a_limit_asks_for_the_exact_score():
    limit = Limit(8, 2.0, exact_from=12, loss=1.0)
    assert limit.at(13) is limit
    assert limit.at(12) == Limit(seconds=2.0, exact=True, loss=1.0)
    assert Limit(wld=True, exact_from=12).at(12).wld
