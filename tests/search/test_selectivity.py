from outflank.search.selectivity import CONFIDENCE, DEVIATIONS, MIDGAME, selectivity_for
from outflank.search.table import EXACT


def test_a_selectivity_is_the_first_that_is_sure_enough():
    assert [CONFIDENCE[selectivity_for(least)] for least in (1, 42, 43, 74, 100)] == [42, 42, 58, 87, 100]
    assert CONFIDENCE[MIDGAME] == 73
    assert CONFIDENCE.index(100) == len(CONFIDENCE) - 1 == len(DEVIATIONS) == EXACT
