import math

import pytest

from outflank.evaluation.evaluate import UNIT
from outflank.evaluation.weights import UNFITTED_PROBCUT
from outflank.search.probcut import (
    END_SLOPE,
    PROBCUT_FROM,
    before_slope,
    end_terms,
    margin,
    margins,
    reduced_depth,
    terms,
)
from outflank.search.selectivity import CONFIDENCE


def test_the_slope_scales_final_scores_down_but_not_beyond_a_wipe_out():
    for score in range(-20, 21):
        assert before_slope(score) == pytest.approx(score / END_SLOPE, abs=0.6)
    for score in range(21, 64):  # understated by as much as 20
        assert score - before_slope(score) == before_slope(-score) + score == 20 - before_slope(20)
    assert [before_slope(score) for score in (-68, -65, 64, 67)] == [-68, -65, 64, 67]


def test_the_shallow_search_is_about_half_as_deep_and_of_the_same_parity():
    for depth in range(PROBCUT_FROM, 61):
        shallow = reduced_depth(depth)
        assert 1 <= shallow < depth
        assert shallow % 2 == depth % 2
        assert abs(shallow - depth / 2) <= 1.5


def test_margins_are_the_exponentials_of_the_terms():
    a, b, c, d, e, f = UNFITTED_PROBCUT
    table = margins(UNFITTED_PROBCUT)
    assert table[46, 8] == round(UNIT * math.exp(a + b * math.log(8) + c * math.log(4) + d * 1.0))
    assert table[30, 8] == round(UNIT * math.exp(a + b * math.log(8) + c * math.log(4)))
    assert table[20, 20] == round(UNIT * math.exp(e + f * math.log(20)))
    assert len(terms(8, 46)) + len(end_terms(20)) == len(UNFITTED_PROBCUT)


def test_margins_stay_within_the_measured_range():
    table = margins((9.0, 0.0, 0.0, -9.0, -9.0, 0.0))
    assert table[20, 6] == 16 * UNIT
    assert table[60, 6] == table[20, 20] == UNIT // 2


@pytest.mark.parametrize("level", range(len(CONFIDENCE) - 2))
def test_a_surer_level_asks_for_more(level):
    address = margins(UNFITTED_PROBCUT).ctypes.data
    assert margin(10, level, 30, address) < margin(10, level + 1, 30, address)
