import pytest

from outflank.analysis.badges import badge_of


@pytest.mark.parametrize(
    ("best", "played", "proven", "sign"),
    [
        (6, 6, True, ""),
        (6, 5, False, ""),
        (6, 4, False, "?!"),
        (6, 3, False, "?!"),
        (6, 2, False, "?"),
        (20, 13, False, "?"),
        (20, 12, False, "??"),
        (2, 0, True, "??"),
        (2, -2, True, "??"),
        (0, -2, True, "??"),
        (2, -1, False, "?!"),
        (-2, -4, True, "?!"),
        (-2, 10, False, ""),
    ],
)
def test_badge_is_that_of_the_loss_or_of_a_result_thrown_away(best, played, proven, sign):
    badge = badge_of(best, played, proven=proven)
    assert (badge.sign, badge.proven) == (sign, proven)
