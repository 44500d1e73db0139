import math
import random

import pytest

from outflank.arena.statistics import Score, elo_of_share, ratings


def expected_share(difference):
    """The logistic model, as the definition of Elo has it."""
    return 1 / (1 + 10 ** (-difference / 400))


def score_of(points):
    return Score.of(points, [0] * len(points))


def test_points_become_wins_draws_losses_and_pairs():
    score = Score.of([1, 0.5, 0, 0, 1, 1], [10, 0, -4, -64, 2, 2])
    assert (score.wins, score.draws, score.losses, score.games) == (3, 1, 2, 6)
    assert score.pairs == (1.5, 0, 2)
    assert score.share == 3.5 / 6
    assert score.mean_disc_difference == -9


@pytest.mark.parametrize(("share", "elo"), [(0.5, 0), (0.75, 190.848501888), (0.25, -190.848501888), (10 / 11, 400)])
def test_elo_of_known_shares(share, elo):
    assert elo_of_share(share) == pytest.approx(elo)
    assert math.copysign(1, elo_of_share(0.5)) == 1  # JSON would show -0.0


@pytest.mark.parametrize("difference", [-500, -35, 0, 1, 200])
def test_elo_is_the_inverse_of_the_expected_share(difference):
    assert elo_of_share(expected_share(difference)) == pytest.approx(difference)


@pytest.mark.parametrize("points", [[1, 1, 1, 1], [0, 0]])
def test_no_elo_where_one_side_took_everything(points):
    assert score_of(points).elo is None
    assert score_of(points).elo_error_95 is None


def test_the_error_bar_by_hand():
    # Pairs 2, 1, 1, 0.5: mean 1.125, variance 1.1875/3 = 0.395833; the standard error of the share is
    # sqrt(0.395833/4)/2 = 0.157288; the slope of Elo at 0.5625 is 400/(ln 10 · 0.5625 · 0.4375) = 705.902.
    assert score_of([1, 1, 1, 0, 0, 1, 0.5, 0]).elo_error_95 == pytest.approx(1.959964 * 0.157288 * 705.902, rel=1e-5)


def test_pairs_that_all_ended_alike_tell_no_error():
    assert score_of([1, 0, 0, 1, 0.5, 0.5]).elo_error_95 is None
    assert score_of([1, 0]).elo_error_95 is None


def test_the_error_bars_hold_in_95_of_100_matches():
    generator = random.Random(1)
    share = expected_share(80)
    held = 0
    for _ in range(1000):
        score = score_of([float(generator.random() < share) for _ in range(200)])
        held += abs(score.elo - 80) <= score.elo_error_95
    assert 930 <= held <= 970


def test_the_error_bars_rest_on_pairs_because_games_of_one_opening_depend_on_each_other():
    split = score_of([1, 0] * 50 + [1, 1])  # openings decide nearly all
    clean = score_of([1, 1, 0, 0] * 25 + [1, 1])  # players decide
    assert split.share == pytest.approx(clean.share)
    assert split.elo_error_95 < clean.elo_error_95 / 5


def table(elo, games):
    return [[0.0 if a == b else games * expected_share(x - y) for b, y in enumerate(elo)] for a, x in enumerate(elo)]


@pytest.mark.parametrize("elo", [[120, -120], [300, 40, 10, -350], [0, 0, 0]])
def test_ratings_recover_known_strengths(elo):
    assert ratings(table(elo, 10_000)) == pytest.approx(elo, abs=0.5)
    assert ratings(table(elo, 10), prior=0) == pytest.approx(elo, abs=1e-3)


def test_ratings_have_mean_0_and_explain_the_points_of_everyone():
    points = [[0, 3, 8], [7, 0, 4.5], [2, 5.5, 0]]
    elo = ratings(points)
    assert sum(elo) == pytest.approx(0, abs=1e-6)
    for a in range(3):
        others = [b for b in range(3) if b != a]
        scored = sum(points[a][b] + 0.5 for b in others)
        expected = sum((points[a][b] + points[b][a] + 1) * expected_share(elo[a] - elo[b]) for b in others)
        assert scored == pytest.approx(expected)


def test_ratings_stay_finite_for_a_player_who_won_everything():
    strong, weak = ratings([[0, 20], [0, 0]])
    assert strong == -weak == pytest.approx(elo_of_share(20.5 / 21) / 2)
