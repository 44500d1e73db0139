from dataclasses import replace

import numpy as np
import pytest

from outflank.evaluation.weights import Weights
from outflank.training.dataset import NO_PLY, RANDOM, UNKNOWN
from outflank.training.selfplay import SelfPlay
from tests.training.small import SEARCHED

EVEN = replace(SEARCHED, solve_from=6, least_random=54, random_plies=54, random_percent=0, most_ahead=12)
GAMES = range(6)


@pytest.fixture(scope="module")
def games():
    """By number, those that are drawn anew and those that are not."""
    even, any_ = (SelfPlay(Weights.zero(), settings, 1) for settings in (EVEN, replace(EVEN, most_ahead=64)))
    return [(even.game(number, 1), any_.game(number, 1)) for number in GAMES]


def first_value(game):
    """The value of the position after the random moves at the start."""
    values = game["values"][0]
    return int(values[np.flatnonzero(values != UNKNOWN)[0]])


def test_no_side_is_too_far_ahead_after_the_random_moves(games):
    assert all(abs(first_value(even)) <= EVEN.most_ahead for even, _ in games)


def test_a_game_whose_side_is_too_far_ahead_is_drawn_anew(games):
    changed = [even.tobytes() != any_.tobytes() for even, any_ in games]
    assert changed == [abs(first_value(any_)) > EVEN.most_ahead for _, any_ in games]
    assert any(changed)


def test_a_game_that_is_drawn_anew_keeps_its_number(games):
    assert [even["number"].tolist() for even, _ in games] == [[number] for number in GAMES]


def test_the_same_number_and_seed_give_the_same_game(games):
    again = SelfPlay(Weights.zero(), EVEN, 1)
    for number in reversed(GAMES):
        assert again.game(number, 1).tobytes() == games[number][0].tobytes()


def test_a_game_that_is_drawn_anew_is_whole(games):
    """Its random moves have no value, and all others have."""
    for even, _ in games:
        n_moves = np.count_nonzero(even["moves"][0] != NO_PLY)
        assert n_moves > EVEN.random_plies
        assert np.flatnonzero(even["values"][0] != UNKNOWN).tolist() == list(range(EVEN.random_plies, n_moves))
        assert (even["moves"][0, : EVEN.random_plies] >= RANDOM).all()


@pytest.mark.parametrize("seed", [2**32 - 1, 2**32 - 2**24])
def test_games_are_drawn_anew_with_any_seed(seed):
    player = SelfPlay(Weights.zero(), EVEN, 1)
    assert all(abs(first_value(player.game(number, seed))) <= EVEN.most_ahead for number in GAMES)
