from itertools import pairwise

import pytest

from outflank.engine.calibration import expected_score, slope, spread
from outflank.engine.engine import Engine
from outflank.jit import INTERPRETED
from outflank.play import Limit
from outflank.rules import Position
from outflank.search.selectivity import CONFIDENCE


@pytest.mark.parametrize("depth", [1, 6, 12])
def test_the_slope_grows_with_the_number_of_empty_squares(depth):
    slopes = [slope(n_empties, depth) for n_empties in range(14, 61)]
    assert all(less <= more for less, more in pairwise(slopes))
    assert 1 <= slopes[0] < slopes[-1] <= 1.4


@pytest.mark.parametrize("n_empties", [14, 24, 40])
def test_the_slope_shrinks_with_the_depth_and_is_one_at_the_end(n_empties):
    slopes = [slope(n_empties, depth) for depth in range(1, n_empties + 1)]
    assert all(more >= less for more, less in pairwise(slopes))
    assert slopes[-1] == 1


# Mean scores of positions by results of searches, in discs, measured too.
@pytest.mark.parametrize(
    ("n_empties", "value", "measured"), [(26, 12, 14.4), (26, 36, 40), (26, 45, 50), (35, 28, 33.4)]
)
def test_a_large_lead_is_understated_by_as_much_as_one_of_24_discs(n_empties, value, measured):
    assert expected_score(value, n_empties, 10) == pytest.approx(measured, abs=1.5)
    assert expected_score(-value, n_empties, 10) == -expected_score(value, n_empties, 10)


@pytest.mark.parametrize("n_empties", [14, 24, 40])
def test_the_spread_shrinks_with_the_depth_of_the_search(n_empties):
    spreads = [spread(n_empties, depth, 73) for depth in range(1, n_empties + 1)]
    assert all(more >= less for more, less in pairwise(spreads))


def test_to_the_end_the_spread_is_a_matter_of_confidence():
    spreads = [spread(20, 20, confidence) for confidence in CONFIDENCE]
    assert all(more > less for more, less in pairwise(spreads))
    assert spreads[-1] == 0


# Measured on positions of games: slope and spread, in discs, by empty squares and depth.
@pytest.mark.parametrize(
    ("n_empties", "depth", "measured_slope", "measured_spread"),
    [
        (47, 9, 1.39, 3.9),
        (42, 17, 1.31, 3.5),
        (37, 5, 1.33, 4.1),
        (32, 13, 1.22, 3.2),
        (26, 13, 1.17, 2.9),
        (15, 2, 1.06, 5.2),
    ],
)
def test_the_formulas_are_close_to_the_measurements(n_empties, depth, measured_slope, measured_spread):
    assert slope(n_empties, depth) == pytest.approx(measured_slope, abs=0.05)
    assert spread(n_empties, depth, 73) == pytest.approx(measured_spread, abs=0.9)


@pytest.mark.skipif(INTERPRETED, reason="needs the compiled search")
def test_what_the_engine_says_of_a_move_has_a_spread_and_a_chance():
    best = Engine(1).analyse(Position.start().play("f5"), Limit(depth=6)).chosen
    assert best.spread == spread(59, 6, best.selectivity)
    assert best.chance is not None
    assert (best.chance > 0.5) is (best.value > 0) or best.value == 0
