from itertools import pairwise

import pytest

from outflank.engine.engine import Engine
from outflank.engine.spread import spread
from outflank.jit import INTERPRETED
from outflank.play import Limit
from outflank.rules import Position
from outflank.search.selectivity import CONFIDENCE


@pytest.mark.parametrize("depth", [1, 6, 12])
def test_it_grows_with_the_number_of_empty_squares_up_to_twelve_discs(depth):
    spreads = [spread(n_empties, depth, 73) for n_empties in range(14, 61)]
    assert all(less <= more for less, more in pairwise(spreads))
    assert 2 < spreads[0] < spreads[-1] <= 12


@pytest.mark.parametrize("n_empties", [14, 24, 40])
def test_it_shrinks_with_the_depth_of_the_search(n_empties):
    spreads = [spread(n_empties, depth, 73) for depth in range(1, n_empties + 1)]
    assert all(more >= less for more, less in pairwise(spreads))


def test_to_the_end_it_is_a_matter_of_confidence():
    spreads = [spread(20, 20, confidence) for confidence in CONFIDENCE]
    assert all(more > less for more, less in pairwise(spreads))
    assert spreads[-1] == 0


# As in the module: what was measured, by empty squares and depth, in discs.
@pytest.mark.parametrize(
    ("n_empties", "depth", "measured"), [(15, 1, 6.0), (15, 14, 3.8), (20, 6, 7.5), (26, 12, 8.8), (39, 8, 11.0)]
)
def test_the_formula_is_close_to_the_measurements(n_empties, depth, measured):
    assert spread(n_empties, depth, 73) == pytest.approx(measured, abs=1)


@pytest.mark.skipif(INTERPRETED, reason="needs the compiled search")
def test_what_the_engine_says_of_a_move_has_a_spread_and_a_chance():
    best = Engine(1).analyse(Position.start().play("f5"), Limit(depth=6)).chosen
    assert best.spread == spread(59, 6, best.selectivity)
    assert best.chance is not None
    assert (best.chance > 0.5) is (best.value > 0) or best.value == 0
