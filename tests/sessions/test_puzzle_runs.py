"""Streaks: harder and harder puzzles until the first mistake, with one skip."""

import pytest

from outflank.errors import IllegalMoveError
from outflank.people.glicko import GlickoRating
from outflank.practice.puzzles import shipped
from outflank.sessions.puzzle_runs import RisingPuzzles, StreakRun


def begun(puzzles=None, rating=0.0, seed=1):
    return StreakRun(shipped() if puzzles is None else puzzles, GlickoRating(rating), seed=seed)


def test_puzzles_become_harder_and_none_comes_twice():
    run, ratings, keys = begun(), [], set()
    for number in range(50):
        ratings.append(run.puzzle.rating)
        keys.add(run.puzzle.key)
        puzzle, is_right = run.answer(run.puzzle.best.move)
        assert (is_right, puzzle.key in keys, run.n_right) == (True, True, number + 1)
    assert len(keys) == 50
    assert sum(ratings[:5]) / 5 < -250
    assert sum(ratings[-5:]) / 5 > sum(ratings[:5]) / 5 + 500


@pytest.mark.parametrize("gives_up", [True, False])
def test_the_first_mistake_ends_the_streak(gives_up):
    run = begun()
    run.answer(run.puzzle.best.move)
    wrong = None if gives_up else next(each.move for each in run.puzzle.choices if run.puzzle.judge(each.move).loss)
    _, is_right = run.answer(wrong)
    assert (is_right, run.is_over, run.n_right, len(run.answers)) == (False, True, 1, 2)
    assert run.answer("f5") is None
    assert run.skip() is None


def test_one_puzzle_can_be_skipped_and_counts_neither_way():
    run = begun()
    first = run.puzzle
    assert run.skip() is first
    second = run.puzzle
    assert second.key != first.key
    assert run.answers == []
    assert (run.can_skip, run.skip(), run.puzzle) == (False, None, second)
    run.answer(second.best.move)
    assert run.answers == [(second, True)]


def test_an_illegal_move_is_no_answer():
    run = begun()
    with pytest.raises(IllegalMoveError):
        run.answer("z9")
    assert (run.answers, run.is_over) == ([], False)


def test_a_streak_ends_with_the_puzzles():
    run = begun(shipped()[:2])
    while run.puzzle:
        run.answer(run.puzzle.best.move)
    assert (run.n_right, run.is_over) == (2, True)
    assert begun([]).is_over
    assert RisingPuzzles([], GlickoRating(0.0)).take(0) is None
