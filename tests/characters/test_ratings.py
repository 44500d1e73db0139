"""The file of ratings: measured with the present players, and the ladder rises."""

from itertools import pairwise

import pytest

from outflank.characters import LADDER, in_archive, nearest, on_ladder, ratings, strength
from outflank.play import create

_LIKE_PEOPLE = [each.plays for each in LADDER if each.plays.startswith("people:") and "care" not in each.plays]


def test_each_character_was_measured_with_its_present_player():
    assert [(rating.name, rating.plays) for rating in ratings().values()] == [
        (each.name, each.plays) for each in LADDER
    ]


def test_the_ladder_rises_by_clear_steps_from_zero():
    values = [ratings()[character.name].rating for character in LADDER]
    assert values[0] == 0
    assert all(upper - lower >= 100 for lower, upper in pairwise(values)), values


def test_words_for_strength_rise_with_the_ladder():
    words = [strength(rating.rating) for rating in ratings().values()]
    assert list(dict.fromkeys(words)) == [
        "Beginner",
        "Casual player",
        "Club player",
        "Strong",
        "Expert",
        "Beyond people",
    ]
    assert [strength(499), strength(500)] == ["Beginner", "Casual player"]


def test_ratings_rest_on_enough_games():
    assert all(rating.games >= 60 for rating in ratings().values())
    assert all(rating.error_95 > 0 for rating in list(ratings().values())[1:])


def test_ratings_of_people_are_tied_to_the_ladder():
    tied = [(create(each.plays).rating, ratings()[each.name].rating) for each in LADDER if each.plays in _LIKE_PEOPLE]
    assert len(tied) >= 6
    for rating, points in tied:
        assert on_ladder(rating) == points
    for (low, first), (high, last) in pairwise(tied):
        assert on_ladder((low + high) / 2) == pytest.approx((first + last) / 2, abs=1)
    assert on_ladder(tied[0][0] - 100) < tied[0][1]
    assert on_ladder(tied[-1][0] + 100) > tied[-1][1]


def test_each_scale_converts_to_the_other_and_back():
    archive = range(-1200, 1201)
    assert [in_archive(on_ladder(rating)) for rating in archive] == pytest.approx(archive, abs=1)
    ladder = range(-200, 3000)
    assert [on_ladder(in_archive(rating)) for rating in ladder] == pytest.approx(ladder, abs=1)
    for converted in map(on_ladder, archive), map(in_archive, ladder):
        assert all(low <= high for low, high in pairwise(converted))
    for each in LADDER:
        if each.plays in _LIKE_PEOPLE:
            assert in_archive(ratings()[each.name].rating) == create(each.plays).rating


def test_the_nearest_character():
    assert nearest(-500).name == "momo"
    assert nearest(9999).name == "ryu"
    assert nearest(ratings()["ben"].rating + 3).name == "ben"
    for each in ratings().values():
        assert nearest(each.rating).name == each.name
