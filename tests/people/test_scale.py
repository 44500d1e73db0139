"""People see all ratings on one scale."""

import re
from pathlib import Path

import pytest

from outflank import web
from outflank.characters import ratings
from outflank.cli.ratings import rating_in_words
from outflank.people.glicko import FEW_RESULTS, FEWEST_RESULTS, WIDE_ERROR, GlickoRating
from outflank.people.scale import LEAST, ZEROS, shown_rating
from outflank.practice import rating as puzzle_rating
from outflank.sessions import own_rating
from outflank.web.games import club_results

SCRIPT = Path(web.__file__).parent / "static/js/core/ratings.js"


@pytest.mark.parametrize(
    ("beginning", "scale"),
    [
        (puzzle_rating.BEGINNING, "archive"),
        (own_rating.BEGINNING, "ladder"),
        (club_results.BEGINNING, "club"),
    ],
)
def test_newcomers_begin_at_900_in_everything(beginning, scale):
    assert shown_rating(beginning.rating, scale) == 900
    assert beginning.is_provisional
    assert rating_in_words(beginning, scale) == "shown after 3 results"


def test_the_weakest_character_has_100_and_the_scales_agree_for_those_that_play_like_people():
    shown = {name: shown_rating(each.rating, "ladder") for name, each in ratings().items()}
    assert min(shown.values()) == shown["momo"] == LEAST
    for name, each in ratings().items():
        if found := re.fullmatch(r"people:rating=(-?\d+)", each.plays):
            assert shown_rating(int(found[1]), "archive") == pytest.approx(shown[name], abs=70), name


def test_nobody_sees_a_rating_below_that_of_random_moves():
    assert shown_rating(-2000, "archive") == LEAST
    assert rating_in_words(GlickoRating(-400.0, results=FEWEST_RESULTS), "ladder") == "about 100, still finding out"


def test_a_rating_is_provisional_until_enough_results_have_made_it_sure():
    sure = GlickoRating(-120.0, 45.0, results=FEW_RESULTS)
    assert not sure.is_provisional
    assert rating_in_words(sure, "archive") == "1280 ± 88"
    assert rating_in_words(sure, "archive", GlickoRating(-132.0)) == "1280 ± 88 (+12)"
    assert GlickoRating(-120.0, 45.0, results=FEW_RESULTS - 1).is_provisional
    assert GlickoRating(-120.0, WIDE_ERROR, results=99).is_provisional


def test_no_number_is_shown_for_fewer_than_three_results():
    few, enough = (GlickoRating(-400.0, results=FEWEST_RESULTS - less) for less in (1, 0))
    assert rating_in_words(few, "archive") == "shown after 3 results"
    assert rating_in_words(enough, "archive") == "about 1000, still finding out"


def test_the_page_has_the_same_numbers():
    script = SCRIPT.read_text(encoding="utf-8")
    zeros = ", ".join(f"{scale}: {zero}" for scale, zero in ZEROS.items())
    assert f"ZEROS = {{ {zeros} }};" in script
    assert f"LEAST = {LEAST};" in script
    assert f"FEWEST_RESULTS = {FEWEST_RESULTS};" in script
    assert f"FEW_RESULTS = {FEW_RESULTS};" in script
    assert f"WIDE_ERROR = {WIDE_ERROR:.0f};" in script
