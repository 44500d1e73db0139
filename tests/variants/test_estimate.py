import pytest

from outflank.rules import Position
from outflank.rules.anti import AntiPosition
from outflank.variants.estimate import expected_seconds
from tests.variants.positions import GAMES, played


@pytest.mark.parametrize(("kind", "size"), GAMES)
def test_more_empty_squares_take_longer_and_threads_share_the_time(kind, size):
    early, late = kind.start(size), played(kind, size, 6, 1)
    assert expected_seconds(early) > expected_seconds(late) > 0
    assert expected_seconds(early, 2) == expected_seconds(early) / 2


def test_6x6_takes_minutes_at_most():
    """The estimate from the start is above the measured time, because best play is easier than random positions."""
    assert 20 < expected_seconds(Position.start(6)) < 600
    assert expected_seconds(AntiPosition.start(6)) > expected_seconds(Position.start(6))
