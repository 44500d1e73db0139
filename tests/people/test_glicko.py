import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.people.glicko import (
    MOST_DEVIATION,
    Encounter,
    GlickoRating,
    deviation_of,
    expected,
    rested,
    updated,
)
from tests.oracles.glicko import naive

RATINGS = st.floats(-1000, 3000)
ENCOUNTERS = st.builds(Encounter, RATINGS, st.floats(0, 350), st.sampled_from([0.0, 0.5, 1.0]))
PLAYERS = st.builds(GlickoRating, RATINGS, st.floats(20, 350), st.floats(0.03, 0.1))


def test_the_example_of_the_paper():
    games = [Encounter(1400, 30, 1), Encounter(1550, 100, 0), Encounter(1700, 300, 0)]
    after = updated(GlickoRating(1500, 200), games)
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)
    assert after.results == 3


@given(PLAYERS, st.lists(ENCOUNTERS, min_size=1, max_size=4))
def test_every_update_follows_the_paper(before, games):
    after = updated(before, games)
    assert (after.rating, after.deviation, after.volatility) == pytest.approx(naive(before, games), rel=1e-3, abs=0.05)


@given(PLAYERS, RATINGS, st.floats(0, 350))
def test_a_win_raises_and_a_loss_lowers_a_rating(before, rating, deviation):
    lost, drew, won = (updated(before, [Encounter(rating, deviation, score)]).rating for score in (0.0, 0.5, 1.0))
    assert lost <= before.rating <= won
    assert lost <= drew <= won


def test_uncertainty_grows_with_time_up_to_that_of_an_unrated_player():
    rated = GlickoRating(1200, 50)
    growing = [rested(rated, days).deviation for days in (0, 1, 30, 365, 100_000)]
    assert growing[0] == pytest.approx(50)
    assert growing == sorted(growing)
    assert growing[-1] == MOST_DEVIATION
    assert updated(rated, [], 30) == rested(rated, 30)
    assert rested(rated, -5) == rested(rated, 0)  # the clock was set back


def test_results_reduce_uncertainty():
    person = GlickoRating(0)
    for _ in range(30):
        person = updated(person, [Encounter(0, 0, 0.5)], 0)
    assert person.error_95 < 130
    assert person.rating == pytest.approx(0)


def test_a_deviation_flattens_the_expected_score():
    for slope in (0.1, 0.5, 0.9, 1.0):
        odds = 1 / expected(400, 0, deviation_of(slope)) - 1
        assert -math.log(odds) == pytest.approx(slope * math.log(10))
    assert expected(400, 0) == pytest.approx(10 / 11)
