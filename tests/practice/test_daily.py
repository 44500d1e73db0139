"""The puzzle of the day: fixed by the date, of middle rating, and counted in days in a row."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from outflank.practice.daily import answer_on, puzzle_of, streak
from outflank.practice.deck import Deck
from outflank.practice.puzzles import shipped

DAY = timedelta(days=1)
TODAY = date(2026, 5, 1)


@pytest.fixture
def deck():
    with Deck(None) as made:
        yield made


def answer(deck, day, answer="right", key=None):
    at = datetime.combine(day, time(12), UTC)
    deck.answer("puzzle", key or puzzle_of(day).key, answer, now=at)


def test_no_puzzle_comes_twice_in_three_hundred_days():
    keys = [puzzle_of(TODAY + n * DAY).key for n in range(300)]
    assert len(set(keys)) == 300
    assert keys == [puzzle_of(TODAY + n * DAY).key for n in range(300)]


def test_puzzles_of_the_day_are_neither_the_easiest_nor_the_hardest():
    ratings = sorted(each.rating for each in shipped())
    n = len(ratings)
    for number in range(300):
        assert ratings[n // 4] <= puzzle_of(TODAY + number * DAY).rating <= ratings[-(n // 4) - 1]


def test_a_streak_counts_the_days_up_to_today_or_yesterday(deck):
    assert (streak(deck, TODAY), answer_on(deck, TODAY)) == (0, None)
    for ago in (3, 2, 1):
        answer(deck, TODAY - ago * DAY, "hinted" if ago == 2 else "right")
    assert (streak(deck, TODAY), answer_on(deck, TODAY)) == (3, None)
    answer(deck, TODAY)
    assert (streak(deck, TODAY), answer_on(deck, TODAY)) == (4, True)
    assert streak(deck, TODAY + DAY) == 4
    assert streak(deck, TODAY + 2 * DAY) == 0


def test_a_wrong_first_move_ends_the_streak(deck):
    answer(deck, TODAY - DAY)
    answer(deck, TODAY, "wrong")
    assert (streak(deck, TODAY), answer_on(deck, TODAY)) == (0, False)


def test_a_right_move_after_a_wrong_one_does_not_count(deck):
    answer(deck, TODAY - DAY)
    answer(deck, TODAY, "wrong")
    answer(deck, TODAY)
    assert (streak(deck, TODAY), answer_on(deck, TODAY)) == (0, False)


def test_other_puzzles_and_other_days_do_not_count(deck):
    answer(deck, TODAY, key=puzzle_of(TODAY + DAY).key)
    answer(deck, TODAY, key=next(each.key for each in shipped() if each.key != puzzle_of(TODAY).key))
    assert (streak(deck, TODAY), answer_on(deck, TODAY)) == (0, None)
    assert streak(deck.of("bob"), TODAY) == 0
