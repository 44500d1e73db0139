from hypothesis import given
from hypothesis import strategies as st

from outflank.engine.timing import allowance
from outflank.play import TimeLeft

LEFT = st.builds(TimeLeft, st.floats(0, 10_000), st.floats(0, 30), st.booleans())


@given(LEFT, st.integers(1, 60))
def test_no_allowance_exceeds_the_clock(left, n_empties):
    found = allowance(left, n_empties)
    assert 0 <= found.soft <= found.hard <= left.seconds


@given(st.floats(1, 10_000), st.floats(0, 5), st.integers(5, 60))
def test_a_whole_game_of_longest_thinking_stays_within_the_clock(seconds, increment, n_empties):
    left = seconds
    for n in range(n_empties, 0, -2):
        spent = allowance(TimeLeft(left, increment), n).hard
        assert spent <= left
        left += increment - spent


def test_more_time_is_spent_where_more_is_left():
    assert allowance(TimeLeft(100), 40).soft > allowance(TimeLeft(10), 40).soft
    assert allowance(TimeLeft(10, 2), 40).soft > allowance(TimeLeft(10), 40).soft


@given(st.floats(0.001, 0.1))
def test_of_very_little_time_half_at_least_is_used(seconds):
    assert allowance(TimeLeft(seconds, per_move=True), 40).hard > 0.4 * seconds
