from datetime import UTC, datetime, timedelta

import pytest

from outflank.people.glicko import Encounter, deviation_of, expected, updated
from outflank.practice.puzzles import shipped
from outflank.practice.rating import BEGINNING, WANTED, chance_of, just_hard_enough, rating_of

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def test_nobody_has_a_rating_before_an_answer():
    assert rating_of([], now=NOON) == BEGINNING


def test_answers_are_games_against_the_puzzles():
    one, two = shipped()[10], shipped()[500]
    found = rating_of([(one, "right", NOON), (two, "hinted", NOON + DAY)], now=NOON + 3 * DAY)
    games = [
        Encounter(each.by_rating.rating, deviation_of(each.by_rating.slope), score)
        for each, score in ((one, 1), (two, 0))
    ]
    by_hand = updated(updated(updated(BEGINNING, games[:1], 0), games[1:], 1), [], 2)
    assert found == by_hand
    assert found.results == 2


def test_the_chance_to_solve_a_puzzle_is_the_expected_score():
    for puzzle in shipped()[::50]:
        curve = puzzle.by_rating
        score = expected(BEGINNING.rating, curve.rating, deviation_of(curve.slope))
        assert chance_of(BEGINNING, puzzle) == pytest.approx(score)


def test_a_person_who_solves_as_the_model_says_keeps_the_rating():
    """Half right, half wrong at a chance of one half, many times."""
    puzzle = shipped()[0]
    answers = [(puzzle, ("right", "wrong")[number % 2], NOON) for number in range(400)]
    assert rating_of(answers, now=NOON).rating == pytest.approx(puzzle.rating, abs=40)


def test_just_hard_enough_or_else_the_nearest():
    fitting = just_hard_enough(BEGINNING, shipped())
    assert len(fitting) > 20
    assert all(WANTED[0] <= chance_of(BEGINNING, puzzle) <= WANTED[1] for puzzle in fitting)
    by_chance = {chance_of(BEGINNING, puzzle): puzzle for puzzle in shipped()}  # one of each
    easy = [by_chance[chance] for chance in sorted(by_chance, reverse=True)][:20]
    assert just_hard_enough(BEGINNING, easy) == easy[:-6:-1]
    assert just_hard_enough(BEGINNING, easy[:2]) == easy[1::-1]
    assert just_hard_enough(BEGINNING, []) == []
