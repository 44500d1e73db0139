import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.jit import INTERPRETED
from outflank.rules import Position
from outflank.rules.anti import AntiPosition
from outflank.search.table import EXACT, Table
from outflank.variants.endgame import final_score, solve_small
from outflank.variants.search import null_window
from outflank.variants.shape import Shape
from outflank.variants.state import SELECTIVE, VariantState
from tests.variants.learned import state_with_weights
from tests.variants.positions import endgames, played, score_of

TABLE = Table(16)
STATES = {
    (kind, size): VariantState(Shape(size), kind.fewest_win, TABLE)
    for kind in (Position, AntiPosition)
    for size in (4, 6, 8)
}
LEARNED = {kind: state_with_weights(kind.fewest_win, TABLE) for kind in (Position, AntiPosition)}
MOST = 4 if INTERPRETED else 7

# The best line of 6×6, whose score is −4 for Black throughout (Feinstein 1993).
BEST_LINE = "c2b4c5d2e4e3d1c1b1d5d6f4b3b2f3f2e2b6a4c6a6a2b5a5e6e5a3a1f5f6e1f1"


def boards(position):
    shape = Shape(position.size)
    return shape.placed(position.player), shape.placed(position.opponent)


def search(position, alpha, state=None):
    """The result of a null window on its own."""
    TABLE.clear()
    return search_on(position, alpha, state or STATES[type(position), position.size])


def search_on(position, alpha, state):
    """The result of a null window that may use the entries of earlier ones."""
    state.begin()
    result = null_window(*boards(position), alpha, position.n_empties, state.record)
    assert not state.record.stopped
    return result


def best_line(plies):
    position = Position.start(6, mirrored=True)
    if "c2" not in position.legal_moves:
        position = Position.start(6)
    for move in [BEST_LINE[i : i + 2] for i in range(0, 2 * plies, 2)]:
        position = position.play(move) if not position.must_pass else position.switched().play(move)
    return position


@given(endgames(6))
def test_final_score_is_that_of_the_rules(position):
    state = STATES[type(position), position.size].record
    assert final_score(*boards(position), state) == position.scores[position.turn]


@settings(max_examples=200, deadline=None)
@given(endgames(MOST), st.integers(-65, 64))
def test_null_windows_agree_with_plain_minimax(position, alpha):
    expected, result = score_of(position), search(position, alpha)
    assert (expected <= result) if result <= alpha else (result <= expected)


@settings(max_examples=100, deadline=None)
@given(endgames(MOST - 1))
def test_solvers_of_the_last_squares_agree_with_plain_minimax(position):
    state = STATES[type(position), position.size]
    state.begin()
    player, opponent = boards(position)
    empties = Shape(position.size).squares & ~(player | opponent)
    expected = score_of(position)
    for alpha in (expected - 1, expected):
        result = solve_small(player, opponent, alpha, empties, position.n_empties, state.record)
        assert (expected <= result) if result <= alpha else (result <= expected)


@pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")
@pytest.mark.parametrize("plies", [20, 18, 16, 14, 12, 11])
def test_best_line_of_6x6_has_its_published_score(plies):
    position = best_line(plies)
    expected = -4 if position.turn == 0 else 4
    assert search(position, expected - 1) >= expected
    assert search(position, expected) <= expected


@pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")
@settings(max_examples=30, deadline=None)
@given(endgames(14, [(Position, 6), (AntiPosition, 6), (AntiPosition, 8)]), st.integers(0, 7), st.integers(-20, 20))
def test_symmetric_positions_have_the_same_score(position, symmetry, alpha):
    turned = position.transformed(symmetry)
    first, second = search(position, alpha), search(turned, alpha)
    assert (first <= alpha) == (second <= alpha)


@pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")
@settings(max_examples=100, deadline=None)
@given(endgames(15, [(Position, 6), (AntiPosition, 6)]), st.integers(-20, 20))
def test_any_weights_lead_to_the_same_side_of_alpha(position, alpha):
    """The weights are random here, so the moves come in a senseless order."""
    plain, learned = search(position, alpha), search(position, alpha, LEARNED[type(position)])
    assert (plain <= alpha) == (learned <= alpha)


@settings(max_examples=100 if not INTERPRETED else 10, deadline=None)
@given(endgames(MOST, [(Position, 6), (AntiPosition, 6)]), st.integers(-37, 36))
def test_null_windows_with_weights_agree_with_plain_minimax(position, alpha):
    expected, result = score_of(position), search(position, alpha, LEARNED[type(position)])
    assert (expected <= result) if result <= alpha else (result <= expected)


@pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")
@settings(max_examples=50, deadline=None)
@given(endgames(16, [(Position, 6), (AntiPosition, 6)]), st.integers(-20, 20))
def test_an_exact_search_ignores_the_bounds_of_a_selective_one(position, alpha):
    """With random weights, many of these bounds are wrong."""
    expected, state = search(position, alpha), LEARNED[type(position)]
    TABLE.clear()
    state.record.selectivity = SELECTIVE
    for near in (alpha - 2, alpha, alpha + 2):
        search_on(position, near, state)
    state.record.selectivity = EXACT
    result = search_on(position, alpha, state)
    assert (expected <= alpha) == (result <= alpha)


@pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")
def test_a_selective_search_with_random_weights_is_often_wrong():
    """Otherwise, the test above would prove nothing."""
    state, n_wrong = LEARNED[Position], 0
    for seed in range(40):
        position = played(Position, 6, 16, seed)
        expected = search(position, 0, state)
        state.record.selectivity = SELECTIVE
        n_wrong += (search(position, 0, state) <= 0) != (expected <= 0)
        state.record.selectivity = EXACT
    assert n_wrong > 5


def test_a_search_stops_at_its_limit_of_nodes():
    state = STATES[Position, 6]
    TABLE.clear()
    state.begin(100)
    position = Position.start(6)
    null_window(*boards(position), 0, position.n_empties, state.record)
    assert state.record.stopped
