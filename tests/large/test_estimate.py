import pytest

from outflank.large.estimate import expected_seconds
from tests.large.positions import GAMES
from tests.variants.positions import played


@pytest.mark.parametrize("kind", GAMES)
def test_more_empty_squares_take_longer_and_threads_share_the_time(kind):
    early, late = kind.start(10), played(kind, 10, 12, 1)
    assert expected_seconds(early) > 1e9
    assert 0 < expected_seconds(late) < 1
    assert expected_seconds(early, 2) == expected_seconds(early) / 2
