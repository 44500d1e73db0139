import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import OptionError, ParseError
from outflank.play import Analysis, MoveValue
from outflank.play.analysis import deeper, merged

NAMES = ["c4", "d3", "e6", "f5"]
FINDINGS = st.builds(
    MoveValue,
    st.sampled_from(NAMES),
    st.integers(-64, 64),
    st.sampled_from(["exact", "lower", "upper"]),
    st.integers(0, 60),
    st.sampled_from([73, 95, 100]),
    st.sampled_from(["heuristic", "book", "wld", "exact"]),
)


@st.composite
def analyses(draw):
    """An analysis as engines give them: the best move first, and that is the one to play."""
    found = draw(st.lists(FINDINGS, min_size=1, max_size=4, unique_by=lambda each: each.move))
    found.sort(key=lambda each: -each.value)
    nodes, lower = draw(st.integers(0, 10**9)), draw(st.none() | st.integers(-64, 0))
    return Analysis(found[0].move, tuple(found), nodes, nodes / 1e7, lower, draw(st.none() | st.integers(0, 64)))


def found(depth, kind="heuristic", selectivity=100, value=0, move="f5", bound="exact"):
    return MoveValue(move, value, bound, depth, selectivity, kind)


# --- never shallower ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (found(5), found(6)),
        (found(5, selectivity=73), found(5)),
        (found(30), found(6, "exact")),
        (found(6, "wld"), found(6, "exact")),
        (found(30), found(6, "book")),
        (found(20, "exact", selectivity=95), found(8, "exact")),
        (found(5, value=1), found(5, value=2)),
    ],
)
def test_what_rests_on_more_stays(old, new):
    assert deeper(old, new) == new
    if old.depth != new.depth or old.kind != new.kind or old.selectivity != new.selectivity:
        assert deeper(new, old) == new
    assert deeper(None, old) == old


def test_nothing_known_gives_way_to_anything():
    new = Analysis("f5", (found(3),), 7)
    assert merged(None, new) is new
    assert merged(Analysis(), new) is new


def test_a_deeper_analysis_replaces_the_other_and_keeps_its_order():
    old = Analysis("c4", (found(4, move="c4", value=9), found(4, move="d3", value=2)), 100, 1.0)
    new = Analysis("d3", (found(5, move="d3", value=1), found(5, move="c4", value=1, bound="upper")), 50, 0.5)
    assert merged(old, new) == new


def test_a_shallower_analysis_changes_nothing_but_what_it_knows_better():
    old = Analysis("c4", (found(9, move="c4", value=2), found(2, move="d3", value=8)), 100, 1.0)
    new = Analysis("d3", (found(5, move="d3", value=1), found(5, move="c4", value=-3)), 50, 0.5)
    both = merged(old, new)
    assert (both.move, both.depth, both.nodes, both.seconds) == ("c4", 9, 100, 1.0)
    assert both.moves == (found(9, move="c4", value=2), found(5, move="d3", value=1))


def test_moves_of_which_the_newer_says_nothing_stay_behind_the_others():
    old = Analysis("c4", (found(4, move="c4", value=9), found(4, move="d3", value=2)))
    new = Analysis("e6", (found(5, move="e6", value=-1),))
    assert [each.move for each in merged(old, new).moves] == ["e6", "c4", "d3"]
    assert merged(old, new).move == "e6"


def test_bounds_of_the_score_only_come_closer():
    known = None
    for lower, upper in [(None, None), (-4, None), (-8, 10), (2, None), (None, 6), (4, 4)]:
        before, known = known, merged(known, Analysis("f5", (found(5),), lower=lower, upper=upper))
        if before is not None:
            assert known.lower is None or before.lower is None or known.lower >= before.lower
            assert known.upper is None or before.upper is None or known.upper <= before.upper
    assert known.score == 4


@given(st.lists(analyses(), min_size=1, max_size=8))
def test_of_no_move_less_is_known_than_before(arriving):
    steps = [None]
    for new in arriving:
        steps.append(merged(steps[-1], new))
    for (before, after), new in zip(pairwise(steps), arriving, strict=True):
        assert after.move in {each.move for each in after.moves}
        assert len({each.move for each in after.moves}) == len(after.moves)
        for older in before.moves if before else ():
            assert deeper(older, after.of(older.move)) == after.of(older.move)
        for newer in new.moves:
            assert deeper(newer, after.of(newer.move)) == after.of(newer.move)


# --- an analysis as it stands -------------------------------------------------------------------------------------


def test_what_is_known_of_the_move_to_play_is_that_of_the_analysis():
    best = MoveValue("c4", 6, "exact", 12, 95, "heuristic", ("c4", "c3"))
    analysis = Analysis("c4", (found(3, move="d3", value=7), best))
    assert (analysis.chosen, analysis.value, analysis.depth) == (best, 6, 12)
    assert (analysis.selectivity, analysis.pv) == (95, ("c4", "c3"))
    assert [each.move for each in analysis.ranked()] == ["d3", "c4"]
    assert not analysis.is_exact


def test_where_the_game_is_over_nothing_is_chosen():
    over = Analysis(lower=-4, upper=-4)
    assert (over.move, over.value, over.depth, over.pv, over.score) == (None, None, 0, (), -4)
    with pytest.raises(OptionError, match="the game is over"):
        _ = over.chosen


@given(analyses())
def test_json_and_back_is_the_same(analysis):
    back = Analysis.from_json(json.loads(json.dumps(analysis.to_json())))
    assert back.moves == analysis.moves
    assert (back.move, back.nodes, back.lower, back.upper) == (
        analysis.move, analysis.nodes, analysis.lower, analysis.upper,
    )  # fmt: skip
    assert back.seconds == pytest.approx(analysis.seconds, abs=1e-3)


@pytest.mark.parametrize("data", [{}, {"moves": None}, {"moves": [{"move": "c4"}]}, {"moves": [{"frob": 1}]}], ids=str)
def test_json_that_is_none_is_refused(data):
    with pytest.raises(ParseError):
        Analysis.from_json(data)


# --- how likely a move wins -------------------------------------------------------------------------------------------


def test_a_move_of_which_no_spread_is_known_has_no_chance():
    assert MoveValue("c4", 6).chance is None
    assert MoveValue("c4", None, spread=3.0).chance is None
    assert MoveValue("c4", 6, "upper", spread=3.0).chance is None


def test_an_even_value_is_an_even_chance():
    assert MoveValue("c4", 0, spread=9.0).chance == 0.5


def test_a_value_of_one_spread_wins_five_games_in_six():
    assert MoveValue("c4", 9, spread=9.0).chance == pytest.approx(0.8413, abs=1e-4)
    assert MoveValue("c4", -9, spread=9.0).chance == pytest.approx(0.1587, abs=1e-4)


@pytest.mark.parametrize(("value", "chance"), [(2, 1.0), (0, 0.5), (-2, 0.0)])
def test_what_is_proven_is_certain(value, chance):
    assert MoveValue("c4", value, depth=12, kind="exact").chance == chance
    assert MoveValue("c4", value, spread=0.0).chance == chance
