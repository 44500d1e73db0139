"""The file of ratings: measured with the present players, and the ladder rises."""

from itertools import pairwise

from outflank.characters import LADDER, ratings


def test_each_character_was_measured_with_its_present_player():
    assert [(rating.name, rating.plays) for rating in ratings().values()] == [
        (each.name, each.plays) for each in LADDER
    ]


def test_the_ladder_rises_by_clear_steps_from_zero():
    values = [ratings()[character.name].rating for character in LADDER]
    assert values[0] == 0
    assert all(upper - lower >= 100 for lower, upper in pairwise(values)), values


def test_ratings_rest_on_enough_games():
    assert all(rating.games >= 60 for rating in ratings().values())
    assert all(rating.error_95 > 0 for rating in list(ratings().values())[1:])
