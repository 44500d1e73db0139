"""Ratings after games of the club: equal to those computed in another way, counted once, and not for short games."""

import random

import pytest

from outflank.errors import OutflankError
from outflank.play import Match, Seat, TimeControl, kind_of
from outflank.play.match import Forfeit
from outflank.rules import Position
from outflank.tribolo import TriboloPosition
from outflank.web.club.ratings import ClubRatings
from outflank.web.games.club_results import (
    BEGINNING,
    DAY,
    ClubResult,
    ClubRow,
    ClubTerms,
    is_daily,
    pool_of,
    write_club,
)
from tests.oracles.glicko import NaiveRatings
from tests.web.club.conftest import moves_of

pytestmark = pytest.mark.usefixtures("each_database")


def count(store, game, result):
    with store.writing() as database:
        write_club(database, 1, game, ClubRow(ClubTerms(rated=True), result=result))


def result(persons, standings, at=0.0, pool="othello"):
    return ClubResult(pool, tuple(persons), tuple(standings), at)


def test_ratings_equal_an_independent_computation(store):
    draw, naive, at = random.Random(5), NaiveRatings(), 1e9
    for number in range(200):
        persons = draw.sample("abcdefgh", draw.choice((2, 2, 3)))
        standings = [float(draw.randint(0, 3)) for _ in persons]
        at += draw.choice((60.0, 3600.0, 20 * DAY))
        count(store, f"game {number}", result(persons, standings, at))
        scores = [[0.5 if one == two else float(one > two) for two in standings] for one in standings]
        naive.play(persons, scores, at)
    ratings = ClubRatings(store)
    for person in "abcdefgh":
        found = ratings.of(person, "othello", now=at)
        rating, deviation, volatility, _ = naive.of(person)
        assert (found.rating, found.volatility) == pytest.approx((rating, volatility), abs=0.01)
        row = store.rows("SELECT deviation FROM ratings WHERE person = ?", person)
        assert row[0][0] == pytest.approx(deviation, abs=0.01)


def test_a_result_counts_once_and_only_in_its_pool(store):
    for _ in range(2):
        count(store, "g", result("ab", (64, 0), 10.0))
    ratings = ClubRatings(store)
    one = ratings.of("a", "othello", now=10.0)
    assert (one.results, one.rating > 1500) == (1, True)
    assert ratings.of("a", "anti") == BEGINNING
    ((before, after), (_, other)) = ratings.change("g")
    assert (before.rating, after.rating > 1500, other.rating) == (1500, True, pytest.approx(3000 - after.rating))
    count(store, "h", result("ab", (40, 24), 20.0))
    assert [(old.results, new.results) for old, new in ratings.change("h")] == [(1, 2), (1, 2)]
    assert ratings.change("h")[0][0].rating == after.rating
    assert ratings.change("unknown") == []
    assert [each["score"] for each in ratings.changes("a", "othello")] == [1, 1]


def test_uncertainty_grows_with_time(store):
    for number in range(30):
        count(store, str(number), result("ab", (64, 0) if number % 2 else (0, 64), 10.0))
    ratings = ClubRatings(store)
    assert ratings.of("a", "othello", now=10 + 900 * DAY).deviation > ratings.of("a", "othello", now=10.0).deviation


def test_only_members_with_sure_ratings_are_on_the_leaderboard(store):
    with store.writing() as database:
        for number, name in enumerate("abc", 1):
            database.execute("INSERT INTO members VALUES (?, ?, ?, ?, 0, NULL)", (number, name, name.upper(), name))
    for number in range(40):
        count(store, str(number), result("ab" if number < 39 else "cd", (64, 0) if number % 3 else (0, 64), 10.0))
    best = ClubRatings(store).best("othello", now=10.0)
    assert [name for name, _ in best] == ["A", "B"]
    assert best[0][1].rating > best[1][1].rating


def match(*moves, control=None):
    return Match(kind_of(Position.start()).new_game(Position.start(), moves), [Seat("human", "a")] * 2, control)


def test_a_game_that_is_resigned_before_the_tenth_move_counts_for_nobody(store):
    resigned = match("f5", "f6")
    resigned.resign(1)
    found = ClubResult.of(resigned, "ab", 5.0)
    assert found.short == "b"
    for number in range(3):
        count(store, str(number), found)
    ratings = ClubRatings(store)
    assert ratings.of("a", "othello") == BEGINNING
    ratings.check_fair("a", now=6.0)
    with pytest.raises(OutflankError, match="3 rated games before their tenth move"):
        ratings.check_fair("b", now=6.0)
    ratings.check_fair("b", now=6.0 + DAY)


def test_standings_are_those_of_the_board_except_for_those_who_lost_otherwise():
    moves = moves_of(11)
    for end in ("resign", "time"):
        game = match(*moves, control=TimeControl(60))
        if end == "resign":
            game.resign(0)
        else:
            game.lose(Forfeit(0, "time", "late"))
        found = ClubResult.of(game, "ab", 0.0)
        assert (found.short, found.score(0, 1), found.score(1, 0)) == ("", 0, 1)


def test_pools_tell_games_boards_and_tempos_apart():
    start = Position.start()
    kind = kind_of(start)
    small = Match(kind.new_game(Position.start(6)), [Seat("human")] * 2)
    three = kind_of(TriboloPosition.start(1))
    tribolo = Match(three.new_game(TriboloPosition.start(1)), [Seat("human")] * 3)
    daily = match(control=TimeControl.parse("86400/move"))
    assert [pool_of(each) for each in (match(), small, tribolo, daily)] == [
        "othello", "othello 6", "tribolo", "othello daily",
    ]  # fmt: skip
    assert is_daily(daily.control)
    assert not is_daily(TimeControl.parse("60/move"))
