"""Runs of puzzles: the best one, the rating of each kind, and the table of the day."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from outflank.practice.deck import Deck
from outflank.practice.puzzles import shipped
from outflank.practice.rating import BEGINNING
from outflank.practice.runs import Runs

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
PUZZLES = sorted(shipped(), key=lambda each: each.rating)


@pytest.fixture
def deck():
    with Deck(None) as found:
        yield found


def answers(right, wrong=0, at=0):
    chosen = PUZZLES[at : at + right + wrong]
    return [(puzzle, number < right) for number, puzzle in enumerate(chosen)]


def test_the_best_run_of_each_kind_is_kept(deck):
    timed, streak = Runs(deck, "timed"), Runs(deck, "streak")
    assert deck.statistics(now=NOON).best_run is timed.best() is None
    results = [timed.add(answers(solved, 3), now=NOON) for solved in (0, 7, 7, 3, 9)]
    assert results == [False, True, False, False, True]
    assert streak.add(answers(4, 1), now=NOON)
    assert (timed.best(), streak.best(), deck.statistics(now=NOON).best_run) == (9, 4, 9)
    assert Runs(deck.of("someone"), "timed").best() is None


def test_a_rating_rises_with_hard_puzzles_and_falls_with_easy_mistakes(deck):
    hard, easy = Runs(deck, "timed"), Runs(deck.of("another"), "timed")
    assert hard.rating(now=NOON) == BEGINNING
    hard.add(answers(10, at=len(PUZZLES) - 10), now=NOON)
    easy.add(answers(0, 3), now=NOON)
    assert hard.rating(now=NOON).rating > BEGINNING.rating > easy.rating(now=NOON).rating
    assert hard.rating(now=NOON).results == 10
    assert hard.rating(now=NOON).deviation < BEGINNING.deviation
    assert Runs(deck, "streak").rating(now=NOON) == BEGINNING
    later = hard.rating(now=NOON + timedelta(days=365))
    assert later.rating == hard.rating(now=NOON).rating
    assert later.deviation > hard.rating(now=NOON).deviation


def test_the_rating_nears_the_puzzles_of_which_half_are_solved(deck):
    runs, middle = Runs(deck, "streak"), len(PUZZLES) // 2
    for number in range(30):
        chosen = PUZZLES[middle - 5 : middle + 5]
        runs.add([(puzzle, bool(i % 2)) for i, puzzle in enumerate(chosen)], now=NOON + timedelta(days=number))
    rating = runs.rating(now=NOON + timedelta(days=30))
    assert rating.rating == pytest.approx(PUZZLES[middle].rating, abs=40)


def test_the_history_has_each_run_with_its_rating(deck):
    runs = Runs(deck, "streak")
    for day, right in enumerate((3, 5, 1)):
        runs.add(answers(right, 1), now=NOON + timedelta(days=day))
    assert [each.solved for each in runs.latest()] == [1, 5, 3]
    assert [each.solved for each in runs.latest(1)] == [1]
    assert runs.latest()[0].at == NOON + timedelta(days=2)
    assert runs.latest()[0].rating.results == 12


def test_the_table_of_the_day_has_the_best_run_of_each_person(deck):
    for person, right, hours in (("ann", 3, 0), ("ben", 5, 0), ("ann", 5, 1), ("cleo", 9, -13), ("dan", 0, 0)):
        Runs(deck.of(person), "streak").add(answers(right, 1), now=NOON + timedelta(hours=hours))
    assert Runs(deck, "streak").table_of_day(now=NOON) == [("ben", 5), ("ann", 5)]
    assert Runs(deck, "streak").table_of_day(now=NOON, most=1) == [("ben", 5)]
    assert Runs(deck, "timed").table_of_day(now=NOON) == []


def test_runs_of_an_older_file_stay_but_have_no_rating(tmp_path):
    path = tmp_path / "practice.sqlite"
    Deck(path).close()
    with closing(sqlite3.connect(path)) as database, database:
        for column in ("kind", "rating", "deviation", "volatility", "results"):
            database.execute("DROP INDEX IF EXISTS runs_by_day")
            database.execute(f"ALTER TABLE runs DROP COLUMN {column}")
        database.execute("INSERT INTO runs (person, at, solved, missed) VALUES ('', 5, 8, 3)")
        database.execute("PRAGMA user_version = 2")
    with Deck(path) as deck:
        runs = Runs(deck, "timed")
        assert (runs.best(), runs.latest(), runs.rating(now=NOON)) == (8, [], BEGINNING)
        runs.add(answers(2), now=NOON)
        assert (runs.best(), len(runs.latest())) == (8, 1)
