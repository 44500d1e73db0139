from dataclasses import replace

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
        (6, 4, True, "?!"),
        (6, 2.3, False, ""),  # within the doubt of 3.8 discs
        (6, 2, False, "?"),
        (20, 13, False, "?"),
        (20, 12, False, "??"),
        (2, 0, True, "??"),
        (2, -2, True, "??"),
        (0, -2, True, "??"),
        (2, -2, False, "?"),
        (-2, -4, True, "?!"),
        (-2, 10, False, ""),
    ],
)
def test_badge_is_that_of_the_loss_or_of_a_result_thrown_away(best, played, proven, sign):
    badge = judged(best, played, proven=proven).badge
    assert (badge.sign, badge.proven) == (sign, proven)


@pytest.mark.parametrize(
    ("n_empties", "depth", "confidence", "shown"),
    [
        (22, 22, 100, "4"),
        (22, 22, 98, "4 ±1"),
        (26, 26, 87, "4 ±2"),
        (40, 16, 73, "4 ±2"),
        (40, 4, 73, "4 ±3"),
        (22, 12, 73, "4 ±4"),
    ],
)
def test_an_estimated_loss_is_shown_with_its_doubt(n_empties, depth, confidence, shown):
    kind = "exact" if confidence == 100 else "heuristic"
    best, played = (
        MoveValue(move, value, depth=depth, selectivity=confidence, kind=kind)
        for move, value in (("d6", 2), ("f5", -2))
    )
    move = JudgedMove(3, BLACK, n_empties, best, played)
    assert move.shown_loss == shown
    assert (move.doubt == 0) == (shown == "4")


def test_moves_are_numbered_without_passes():
    move = judged(2, 0, proven=True)
    assert (move.ply, move.number) == (3, 4)
    assert replace(move, n_passes=2).number == 2


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
