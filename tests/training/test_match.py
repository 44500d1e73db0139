from itertools import islice

import pytest

from outflank.evaluation.weights import Weights, shipped
from outflank.jit import INTERPRETED
from outflank.rules import BLACK, Position
from outflank.training.match import opening, pairs, points
from outflank.training.plan import MatchSettings
from tests.oracles.endgame import score

SHORT = MatchSettings(52, 3, 6)


def test_weights_against_themselves_take_half_the_points():
    for scores in islice(pairs(Weights.zero(), Weights.zero(), SHORT, 1), 5):
        assert points(scores) == 1
        assert scores[0] == -scores[1]


def test_the_same_seed_gives_the_same_pairs_from_any_number_on():
    weights = Weights.zero(), shipped()
    assert list(islice(pairs(*weights, SHORT, 1), 2, 4)) == list(islice(pairs(*weights, SHORT, 1, 2), 2))


def test_swapped_sides_see_the_same_games():
    one, other = Weights.zero(), shipped()
    forth, back = (list(islice(pairs(*sides, SHORT, 4), 4)) for sides in ((one, other), (other, one)))
    assert forth == [(-second, -first) for first, second in back]


@pytest.mark.parametrize("n_plies", [0, 1, 8, 30, 59])
def test_openings_can_be_played_on(n_plies):
    for seed in range(20):
        player, opponent = opening(seed, n_plies)
        position = Position(player, opponent, BLACK)
        assert position.is_over or position.legal_mask
        assert position.is_over or (player | opponent).bit_count() == 4 + n_plies


def test_a_game_that_is_solved_at_once_has_its_exact_score():
    solved = MatchSettings(54, 3, 10)
    for number, scores in enumerate(islice(pairs(Weights.zero(), shipped(), solved, 2), 5)):
        assert scores[0] == score(*opening((2 << 32) + number, 54))


@pytest.mark.skipif(INTERPRETED, reason="takes compiled searches")
def test_the_shipped_weights_beat_those_that_know_nothing():
    played = pairs(shipped(), Weights.zero(), MatchSettings(8, 3, 10), 1)
    assert sum(points(scores) for scores in islice(played, 10)) >= 19


def test_points_count_wins_and_draws():
    assert [points(scores) for scores in ((2, 4), (0, 0), (-2, 64), (-2, 0), (-4, -4))] == [2, 1, 1, 0.5, 0]
