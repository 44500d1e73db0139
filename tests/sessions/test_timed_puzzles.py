import pytest

from outflank.errors import IllegalMoveError
from outflank.people.glicko import GlickoRating
from outflank.practice.puzzles import shipped
from outflank.sessions.timed_puzzles import MISTAKES, SECONDS, TimedRun


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def begun(clock, puzzles=None, rating=0.0, seed=1):
    return TimedRun(shipped() if puzzles is None else puzzles, GlickoRating(rating), seed=seed, clock=clock)


def test_right_answers_lead_to_harder_puzzles_and_none_comes_twice(clock):
    run, ratings, keys = begun(clock), [], set()
    for number in range(60):
        ratings.append(run.puzzle.rating)
        keys.add(run.puzzle.key)
        answered = run.answer(run.puzzle.best.move)
        assert (answered.is_right, answered.counts, run.n_right) == (True, True, number + 1)
    assert len(keys) == 60
    assert ratings[0] < -300 < 300 < sum(ratings[-5:]) / 5 or ratings[-1] > ratings[0] + 300
    assert not run.is_over


def test_the_third_mistake_ends_the_run(clock):
    run = begun(clock)
    for move in [run.puzzle.choices[-1].move, None]:
        run.answer(move if move is None else run.puzzle.choices[-1].move)
    assert not run.is_over
    run.answer(run.puzzle.choices[1].move)
    assert (run.is_over, run.n_right, run.n_wrong) == (True, 0, MISTAKES)
    assert run.answer(run.puzzle.best.move) is None
    assert run.n_right == 0


def test_an_answer_after_the_time_does_not_count(clock):
    run = begun(clock)
    clock.now += SECONDS - 1
    assert run.answer(run.puzzle.best.move).counts
    assert run.seconds_left == 1
    clock.now += 1.5
    assert (run.is_over, run.seconds_left) == (True, 0)
    late = run.answer(run.puzzle.best.move)
    assert (late.is_right, late.counts, run.n_right) == (True, False, 1)


def test_an_illegal_move_changes_nothing(clock):
    run = begun(clock)
    puzzle = run.puzzle
    with pytest.raises(IllegalMoveError):
        run.answer("z9")
    assert (run.puzzle, run.n_right, run.n_wrong) == (puzzle, 0, 0)


def test_a_run_ends_with_the_last_puzzle(clock):
    run = begun(clock, shipped()[:2])
    assert {run.puzzle, run.answer(run.puzzle.best.move) and run.puzzle} == set(shipped()[:2])
    run.answer(run.puzzle.best.move)
    assert (run.puzzle, run.is_over, run.n_right) == (None, True, 2)
    assert run.answer("f5") is None


def test_the_same_seed_gives_the_same_puzzles(clock):
    assert begun(clock, seed=4).puzzle == begun(clock, seed=4).puzzle
