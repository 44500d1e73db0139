import numpy as np
import pytest

from outflank import Game
from outflank.errors import OptionError
from outflank.people import strength as module
from outflank.people.strength import from_likelihoods, strength_of
from tests.people.networks import random_model


def test_without_moves_only_the_prior_is_known():
    found = strength_of([], random_model())
    assert found.moves == 0
    assert found.rating == pytest.approx(module.PRIOR[0], abs=5)
    assert found.low < -400
    assert found.high > 280


def test_moves_with_a_choice_count():
    game = Game(moves="f5d6c3d3c4")
    choices = [(game.positions[n], move) for n, move in enumerate(game.moves) if n % 2 == 0]
    found = strength_of(choices, random_model())
    assert found.moves == 3
    assert found.low < found.rating < found.high


def test_a_few_moves_are_not_enough():
    for n_moves in range(12):
        assert from_likelihoods(np.zeros((n_moves, len(module._GRID)))).is_told == (n_moves >= 8)


def test_likelier_ratings_win():
    grid = module._GRID
    logs = np.tile(-(((grid - 200) / 300) ** 2), (30, 1))
    found = from_likelihoods(logs)
    assert found.rating == pytest.approx(200, abs=40)
    assert found.high - found.low < 250


def test_illegal_moves():
    with pytest.raises(OptionError, match="a1 is illegal here"):
        strength_of([(Game().position, "a1")], random_model())
