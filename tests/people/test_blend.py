import pytest

from outflank.people.blend import POWER, blended, weight_of

SHARES = {"a1": 0.5, "b2": 0.4, "c3": 0.1}


def test_probabilities_sum_to_one_and_keep_their_order():
    found = blended(SHARES, {"a1": -20.0, "b2": 4.0, "c3": 6.0}, 0, 20)
    assert list(found) == list(SHARES)
    assert sum(found.values()) == pytest.approx(1)
    assert found["b2"] > found["a1"]


def test_with_equal_values_only_the_power_acts():
    found = blended(SHARES, dict.fromkeys(SHARES, 3.0), 0, 20)
    assert found["a1"] / found["c3"] == pytest.approx(5**POWER)


def test_values_count_more_for_strong_players_and_early_in_the_game():
    weights = [weight_of(rating, 20) for rating in (-600, -200, 0, 200, 500)]
    assert weights == sorted(weights)
    assert weights[0] < 0.1 < weights[-1]
    assert weight_of(0, 50) > weight_of(0, 10)
    assert weight_of(9999, 20) == weights[-1]


def test_a_blunder_never_underflows():
    found = blended({"a1": 1e-30, "b2": 1e-30}, {"a1": -64.0, "b2": -64.0}, 500, 50)
    assert found == {"a1": pytest.approx(0.5), "b2": pytest.approx(0.5)}
    assert blended({"a1": 0.0, "b2": 0.0}, {"a1": 0.0, "b2": 1.0}, 0, 20) == {"a1": 0.0, "b2": 0.0}
