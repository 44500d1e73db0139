import numpy as np
import pytest

from outflank.large.probcut import N_DEPTHS, N_PHASES, end_margins, margins
from outflank.search.probcut import PROBCUT_FROM
from outflank.search.selectivity import DEVIATIONS


@pytest.mark.parametrize("fewest_win", [False, True])
def test_margins_grow_with_depth_and_confidence(fewest_win):
    table = margins(fewest_win).reshape(len(DEVIATIONS), N_PHASES, N_DEPTHS)
    assert np.all(np.diff(table, axis=0) >= 0)
    assert np.all(np.diff(table[..., PROBCUT_FROM:], axis=2) >= 0)
    assert np.all(table[-1, :, 20] > table[0, :, 20])
    assert np.all(np.diff(end_margins(fewest_win)) > 0)
