"""Ratings of a library's players; the method is tested in tests/people."""

import random
from dataclasses import replace

from outflank import Record
from outflank.library.rated import RatedPlayer
from tests.library.conftest import random_game

STRENGTHS = {"Ann": 300, "Ben": 100, "Cy": -100, "Dee": -300}


def _season(n, years=(2001,), seed=1):
    """Games in which the stronger player wins as often as the strengths say."""
    rng = random.Random(seed)
    records = []
    for k in range(n):
        black, white = rng.sample(list(STRENGTHS), 2)
        chance = 1 / (1 + 10 ** ((STRENGTHS[white] - STRENGTHS[black]) / 400))
        record = Record.of(random_game(rng, plies=20), (black, white), date=str(rng.choice(years)), place=f"round {k}")
        records.append(replace(record, resigned=1 if rng.random() < chance else 0))
    return records


def test_players_are_listed_by_rating(library):
    library.add(_season(300))
    found = library.rated_players()
    assert [each.name for each in found] == list(STRENGTHS)
    assert sum(each.games for each in found) == 600
    assert all(each.year == each.peak_year == 2001 for each in found)
    assert all(20 < each.error_95 < 150 for each in found)
    assert all(abs(each.rating - STRENGTHS[each.name]) < 120 for each in found)
    assert found[0].to_json().keys() == {"player", "rating", "error_95", "year", "peak", "peak_year", "games"}


def test_rating_is_the_last_and_the_peak_is_the_highest(library):
    library.add(_season(400, years=range(2000, 2010)))
    for each in library.rated_players():
        assert each.year == 2009
        assert each.peak >= each.rating


def test_one_game_after_a_long_rest_does_not_replace_a_sure_rating(library):
    season = _season(300, years=(2000, 2001))
    late = Record.of(random_game(random.Random(9), plies=20), ("Ann", "Eve"), date="2031")
    library.add([*season, replace(late, resigned=0)])
    found = {each.name: each for each in library.rated_players(least_games=1)}
    assert found["Ann"].year in (2000, 2001)
    assert found["Ann"].error_95 < 100
    assert (found["Eve"].year, found["Eve"].error_95 > 150) == (2031, True)
    assert found["Ben"].year == 2001  # sure enough, so the last year counts


def test_words_select_players_but_everybodys_games_count(library):
    library.add(_season(200))
    [ben] = library.rated_players("ben")
    assert ben == next(each for each in library.rated_players() if each.name == "Ben")


def test_players_with_few_games_are_left_out(library):
    library.add(_season(20))
    assert library.rated_players() == []
    assert len(library.rated_players(least_games=1)) == 4
    assert len(library.rated_players(least_games=1, most=2)) == 2


def test_without_games_or_dates(library):
    assert library.rated_players() == []
    library.add([replace(each, date="") for each in _season(100)])
    found = library.rated_players()
    assert [each.name for each in found] == list(STRENGTHS)
    assert isinstance(found[0], RatedPlayer)
    assert found[0].to_json()["year"] is None
