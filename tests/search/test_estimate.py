import math

import pytest

from outflank.search.estimate import NODES_PER_SECOND, SPREAD, Forecast, expected_nodes, expected_seconds, in_words

MEAN = math.exp(SPREAD**2 / 2)  # of a log-normal distribution, as a multiple of its median


def test_more_empty_squares_take_longer_and_more_threads_less():
    assert expected_nodes(20) < expected_nodes(21)
    assert expected_seconds(24, threads=2) < expected_seconds(24)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "0 s"), (90, "90 s"), (600, "10 minutes"), (7200, "2 hours"), (3e5, "3 days"), (1e9, "32 years"),
        (1e14, "3 million years"),
    ],
)  # fmt: skip
def test_durations_are_written_in_words(seconds, words):
    assert in_words(seconds) == words


def test_a_forecast_begins_with_the_rule_of_thumb():
    assert Forecast([24]).seconds_left() == pytest.approx(expected_seconds(24) * MEAN)
    assert Forecast([24], threads=2).seconds_left() == pytest.approx(expected_seconds(24) * MEAN / 2)
    assert Forecast([24, 24]).seconds_left() == pytest.approx(2 * Forecast([24]).seconds_left())


@pytest.mark.parametrize("factor", [0.25, 4.0])
def test_a_forecast_corrects_itself_by_speed_and_by_nodes(factor):
    """Positions take `factor` times the nodes at half the speed: after a few of them, the estimate is right."""
    forecast = Forecast([22] * 40)
    nodes = round(expected_nodes(22) * factor)
    for _ in range(30):
        forecast.finish(22, nodes, 2 * nodes / NODES_PER_SECOND)
    true = 10 * 2 * nodes / NODES_PER_SECOND
    assert true / 1.2 < forecast.seconds_left() / MEAN < true * 1.2


def test_a_position_that_takes_long_is_expected_to_take_longer_still():
    forecast, speed = Forecast([24]), NODES_PER_SECOND
    left = [forecast.seconds_left(24, nodes, nodes / speed) for nodes in (10**8, 10**9, 10**10, 10**13)]
    assert left == sorted(left)
    assert left[0] > 0


def test_what_is_done_grows_to_all():
    forecast = Forecast([20, 22])
    assert forecast.done() == 0
    assert 0 < forecast.done(20, 1_000_000, 0.03) < 1
    forecast.finish(20, 3_000_000, 0.1)
    forecast.finish(22, 10_000_000, 0.3)
    assert (forecast.done(), forecast.seconds_left()) == (1, 0)
