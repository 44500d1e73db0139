"""The time of a turn without what the line took, by a clock that stands where the test puts it."""

import pytest

from outflank.sessions.turn_clock import MOST_GIVEN_BACK, TurnClock


class Now:
    def __init__(self):
        self.seconds = 100.0

    def __call__(self):
        return self.seconds

    def passes(self, seconds):
        self.seconds += seconds


@pytest.fixture
def now():
    return Now()


def begun(now, used=0.0):
    turn = TurnClock(used, now)
    turn.start()
    return turn


@pytest.mark.parametrize(("lag", "charged"), [(0.0, 5.0), (0.3, 4.7), (1.0, 4.0), (1.7, 4.0), (4.9, 4.0)])
def test_round_trip_is_given_back_up_to_a_second(now, lag, charged):
    turn = begun(now)
    now.passes(lag)
    turn.seen()
    now.passes(5.0 - lag)
    assert turn.charged == pytest.approx(charged)


def test_page_that_says_nothing_gets_nothing(now):
    turn = begun(now)
    now.passes(5)
    assert turn.charged == pytest.approx(5)


def test_only_the_first_word_counts(now):
    turn = begun(now)
    now.passes(0.1)
    turn.seen()
    now.passes(0.9)
    turn.seen()
    assert turn.given_back == pytest.approx(0.1)


def test_move_at_once_costs_nothing_and_earns_nothing(now):
    turn = begun(now)
    now.passes(0.8)
    turn.seen()
    assert turn.charged == 0


def test_flag_falls_when_the_margin_is_over_too(now):
    turn = begun(now)
    now.passes(0.4)
    turn.seen()
    assert turn.until_flag(10) == pytest.approx(10)
    now.passes(10)
    assert turn.until_flag(10) == pytest.approx(0)
    assert turn.charged == pytest.approx(10)


def test_flag_waits_for_word_from_a_slow_line_but_not_for_long(now):
    turn = begun(now)
    assert turn.until_flag(0.2) == pytest.approx(MOST_GIVEN_BACK)
    now.passes(0.9)
    turn.seen()
    assert turn.until_flag(0.2) == pytest.approx(0.2)  # the page has just been told: it has all that it had left
    assert begun(now).until_flag(10) == pytest.approx(10)


def test_clock_stands_still_while_nobody_is_there(now):
    turn = begun(now)
    now.passes(3)
    turn.seen()
    turn.stop()
    now.passes(1000)
    assert turn.elapsed == pytest.approx(3)
    turn.start()
    now.passes(0.5)
    turn.seen()
    now.passes(1.5)
    assert turn.charged == pytest.approx(4.5)


def test_time_that_was_used_before_counts_and_gives_nothing_back(now):
    turn = begun(now, used=8.0)
    assert turn.until_flag(10) == pytest.approx(2)
    assert turn.until_flag(8.5) == pytest.approx(1)  # the line is not known yet
    now.passes(1)
    assert turn.charged == pytest.approx(9)
