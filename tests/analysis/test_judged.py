import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import BLACK, WHITE, MoveValue
from outflank.analysis.judged import JudgedMove
from outflank.analysis.mistakes import KINDS


def judged(best, played, *, proven, side=BLACK, kinds=()):
    kind = "exact" if proven else "heuristic"
    values = (MoveValue(move, value, kind=kind) for move, value in (("d6", best), ("f5", played)))
    return JudgedMove(3, side, 57, *values, kinds=tuple(kinds))


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
    badge = judged(best, played, proven=proven).badge
    assert (badge.sign, badge.proven) == (sign, proven)


@given(
    st.builds(
        judged,
        st.integers(-64, 64),
        st.floats(-64, 64),
        proven=st.booleans(),
        side=st.sampled_from([BLACK, WHITE]),
        kinds=st.lists(st.sampled_from([*KINDS]), unique=True),
    )
)
def test_a_judged_move_is_read_back_from_json(move):
    assert JudgedMove.from_json(move.to_json(), move.n_empties) == move
