import math
import random
import statistics
from collections import Counter
from itertools import combinations

import pytest

from outflank.matches.statistics import Score, Sprt, elo_of_share, share_of_elo, strengths
from tests.oracles import elo as oracle


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


def test_a_difference_of_nearly_nothing_has_no_minus():
    score = Score(500, 0, 501, tuple([1.0] * 499 + [0.0, 1.5] + [0.5, 1.5] * 50), ())
    assert -0.5 < score.elo < 0
    assert "Elo +0 ±" in str(score)


@pytest.mark.parametrize("points", [[1, 1, 1, 1], [0, 0]])
def test_no_elo_where_one_side_took_everything(points):
    assert score_of(points).elo is None
    assert score_of(points).elo_error_95 is None


def test_the_error_bar_by_hand():
    # Pairs 2, 1, 1, 0.5: mean 1.125, variance 1.1875/3 = 0.395833; the standard error of the share is
    # sqrt(0.395833/4)/2 = 0.157288; the slope of Elo at 0.5625 is 400/(ln 10 · 0.5625 · 0.4375) = 705.902.
    assert score_of([1, 1, 1, 0, 0, 1, 0.5, 0]).elo_error_95 == pytest.approx(1.959964 * 0.157288 * 705.902, rel=1e-5)


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


@pytest.mark.parametrize("elo", [[120, -120], [300, 40, 10, -350], [0, 0, 0]])
def test_ratings_recover_known_strengths_and_have_mean_0(elo):
    for n_pairs, prior, error in ((10_000, 0.5, 0.5), (10, 0, 1e-3)):
        shares = {(a, b): expected_share(elo[a] - elo[b]) for a, b in combinations(range(len(elo)), 2)}
        pairs = {two: {2.0: n_pairs * share, 0.0: n_pairs * (1 - share)} for two, share in shares.items()}
        found = strengths(pairs, len(elo), prior=prior).elo
        assert found == pytest.approx(elo, abs=error)
        assert sum(found) == pytest.approx(0, abs=1e-6)


# --- the sequential test ---------------------------------------------------------------------------------------------


def test_no_games_say_nothing():
    assert Sprt(0, 10).llr([]) == pytest.approx(0, abs=1e-3)
    assert Sprt(0, 10).verdict([]) is None


def test_the_bounds_are_walds():
    lower, upper = Sprt(0, 10, alpha=0.05, beta=0.1).bounds
    assert (lower, upper) == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))


def test_the_ratio_agrees_with_the_normal_approximation_where_results_are_even():
    generator = random.Random(1)
    pairs = generator.choices([0, 0.5, 1, 1.5, 2], [10, 20, 30, 25, 15], k=1000)
    share, variance = statistics.mean(pairs) / 2, statistics.pvariance(pairs) / 4
    s0, s1 = share_of_elo(0), share_of_elo(10)
    normal = len(pairs) * (s1 - s0) * (2 * share - s0 - s1) / (2 * variance)
    assert Sprt(0, 10).llr(pairs) == pytest.approx(normal, rel=0.05)


def test_the_ratio_of_swapped_results_and_hypotheses_changes_its_sign():
    pairs = [0, 2, 2, 1.5, 1, 0.5, 2]
    assert Sprt(0, 20).llr(pairs) == pytest.approx(-Sprt(-20, 0).llr([2 - points for points in pairs]), abs=1e-6)


@pytest.mark.parametrize("points", [2, 0])
def test_one_sided_matches_come_to_an_end(points):
    verdicts = [Sprt(0, 30).verdict([points] * n) for n in (1, 200)]
    assert verdicts == [None, points == 2]


@pytest.mark.slow
@pytest.mark.parametrize(("elo", "wrong"), [(0, True), (60, False)])
def test_errors_are_as_rare_as_promised(elo, wrong):
    sprt = Sprt(0, 60)
    generator = random.Random(elo)
    win = share_of_elo(elo)
    n_wrong = 0
    for _ in range(200):
        pairs: list[float] = []
        verdict = None
        while verdict is None:
            # Openings that favour one side make the games of a pair depend on each other.
            tilt = generator.choice((-0.2, 0, 0.2))
            pairs.append((generator.random() < win + tilt) + (generator.random() < win - tilt))
            verdict = sprt.verdict(pairs) if len(pairs) % 4 == 0 else None
        n_wrong += verdict is wrong
    assert n_wrong <= 18  # 10 expected at most; more than 18 in less than 1 of 100 runs of other seeds


# --- ratings of many, against other ways to compute them ------------------------------------------------------------


def drawn_pairs(strength, n_pairs, seed):
    """Pairs of games between players of given Elo, of which openings decide a part."""
    generator = random.Random(seed)
    found = {}
    for a, b in combinations(range(len(strength)), 2):
        taken = []
        for _ in range(n_pairs):
            tilt, win = generator.choice((-0.12, 0, 0.12)), expected_share(strength[a] - strength[b])
            taken.append(sum(float(generator.random() < win + each) for each in (tilt, -tilt)))
        found[a, b] = taken
    return found


def counted(pairs):
    return {two: Counter(taken) for two, taken in pairs.items()}


@pytest.mark.parametrize("seed", range(3))
def test_ratings_are_those_that_climbing_the_likelihood_finds(seed):
    pairs = drawn_pairs([150, 40, 0, -190], 6, seed)
    assert strengths(counted(pairs), 4).elo == pytest.approx(oracle.best_ratings(pairs, 4), abs=0.01)


def test_ratings_of_a_chain_and_of_one_who_won_everything():
    pairs = {(0, 1): [2.0] * 5, (1, 2): [1.0, 1.5, 0.5]}
    found = strengths(counted(pairs), 3)
    assert found.elo == pytest.approx(oracle.best_ratings(pairs, 3), abs=0.01)
    assert found.elo[0] > 200
    assert found.error_95(0) > 200  # that the next pair is won too is more than the games say


def test_errors_are_about_those_of_leaving_out_one_pair_after_the_other():
    pairs = drawn_pairs([120, 0, -120], 10, 5)
    found = strengths(counted(pairs), 3)
    for a in range(3):
        variance = oracle.jackknife(pairs, 3, lambda elo, a=a: elo[a])
        assert found.error_95(a) == pytest.approx(1.959964 * math.sqrt(variance), rel=0.15)
    variance = oracle.jackknife(pairs, 3, lambda elo: elo[0] - elo[1])
    likely = 0.5 + 0.5 * math.erf((found.elo[0] - found.elo[1]) / math.sqrt(2 * variance))
    assert found.superiority(0, 1) == pytest.approx(likely, abs=0.02)
    assert found.superiority(1, 0) == pytest.approx(1 - found.superiority(0, 1))


def test_the_error_of_a_match_of_two_is_that_of_its_score():
    pairs = [2.0] * 30 + [1.5] * 10 + [1.0] * 40 + [0.0] * 20
    found = strengths({(0, 1): Counter(pairs)}, 2)
    score = Score(100, 0, 100, tuple(pairs), ())
    assert found.difference_error_95(0, 1) == pytest.approx(score.elo_error_95, rel=0.03)


def test_superiority_is_what_the_likelihood_of_independent_games_says():
    generator = random.Random(3)
    games = [float(generator.random() < 0.56) for _ in range(200)]
    pairs = {(0, 1): [games[i] + games[i + 1] for i in range(0, 200, 2)]}
    likely = oracle.superiority_by_counting(pairs, [x / 2 for x in range(-800, 801)])
    assert strengths(counted(pairs), 2).superiority(0, 1) == pytest.approx(likely, abs=0.02)


def test_the_error_bars_of_ratings_hold_in_95_of_100_tournaments():
    true = [150.0, 30.0, -20.0, -160.0]
    held = Counter()
    for seed in range(300):
        found = strengths(counted(drawn_pairs(true, 15, seed)), 4)
        for a in range(4):
            held[a] += abs(found.elo[a] - true[a]) <= found.error_95(a)
    assert all(270 <= held[a] <= 297 for a in range(4))


def test_who_has_not_played_is_of_unknown_strength():
    found = strengths({(0, 1): Counter([2.0, 1.0])}, 3)
    assert found.error_95(2) is None
    assert found.superiority(0, 2) == 0.5
    assert strengths({}, 2).elo == (0, 0)


def test_strengths_in_another_order_are_those_of_a_fit_in_that_order():
    pairs = {(0, 1): Counter([2.0, 1.0]), (1, 2): Counter([1.5, 0.5, 1.5])}
    moved = strengths(pairs, 4).in_order([1, 2, 0, 3])
    found = strengths({(2, 0): pairs[0, 1], (0, 1): pairs[1, 2]}, 4)
    assert moved.elo == pytest.approx(found.elo)
    assert moved.covariance == pytest.approx(found.covariance)
    assert moved.is_known == found.is_known == (True, True, True, False)


def test_sets_of_three_games_count_as_three():
    once = strengths({(0, 1): Counter([2.0, 1.0, 3.0])}, 2, games=3)
    assert once.elo == pytest.approx(oracle.best_ratings({(0, 1): [2.0, 1.0, 3.0]}, 2, n_games=3), abs=0.01)


@pytest.mark.parametrize("outcomes", [(3, 5, 20, 9, 4), (0, 0, 3, 0, 0), (10, 0, 0, 0, 2), (0, 0, 0, 0, 9)])
@pytest.mark.parametrize("bounds", [(0, 10), (-5, 0), (0, 60)])
def test_the_ratio_is_that_of_the_likeliest_distributions(outcomes, bounds):
    assert Sprt(*bounds).llr_of(outcomes) == pytest.approx(oracle.llr(outcomes, *bounds), abs=1e-6)


def test_the_likeliest_distribution_of_a_mean_is_found_by_trying_all_of_them():
    counts = (30, 25, 45)
    for mean in (0.5, 0.55, 0.62):
        best = oracle.best_under(counts, (0, 0.5, 1), mean)
        assert best == pytest.approx(oracle.best_under_by_grid(counts, mean), abs=0.01)
        assert best >= oracle.best_under_by_grid(counts, mean) - 1e-9


def test_a_rating_that_may_be_anything_is_not_shown():
    wide = strengths({(0, 1): {2.0: 1}, (2, 3): {2.0: 1}, (0, 2): {2.0: 1}}, 4)  # a knock-out
    assert wide.error_95(0) > 300
    assert wide.figure(0) == (None, None)
    close = strengths({(0, 1): {0.5: 30, 1.0: 40, 1.5: 30}}, 2)
    assert close.error_95(0) < 100
    assert close.figure(0) == (close.elo[0], close.error_95(0))
    lost = score_of([1, 1, 1, 1, 1, 1, 1, 0.5])
    assert lost.elo_error_95 > 300
    assert lost.figure == (None, None)
    assert "Elo" not in str(lost)
