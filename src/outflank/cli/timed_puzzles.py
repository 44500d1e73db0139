"""`outflank practice timed` and `streak`: puzzles against the clock, and until the first mistake, in the terminal."""

from itertools import repeat

from outflank.cli.practising import PracticeRun, Skipped
from outflank.cli.ratings import rating_in_words
from outflank.practice.choosing import Puzzles
from outflank.practice.deck import now
from outflank.practice.puzzles import shipped
from outflank.practice.runs import Runs
from outflank.sessions.practising import PuzzleQuestion
from outflank.sessions.puzzle_runs import StreakRun
from outflank.sessions.timed_puzzles import MISTAKES, SECONDS, TimedRun


def attend(run: PracticeRun, *, seed: int | None) -> int:
    """Play one run, store its result, and return the exit code."""
    screen, runs = run.screen, Runs(run.deck, "timed")
    best = runs.best()
    record = "" if best is None else f" Your best run: {best} solved."
    screen.say(f"{SECONDS / 60:.0f} minutes; mistake number {MISTAKES} ends the run.{record}")
    timed = TimedRun(shipped(), Puzzles(run.deck).rating(now=now()), seed=seed)
    code = run.attend(lambda: _solve(run, timed))
    if timed.answers:
        is_best = runs.add(timed.answers, now=now())
        mistakes = f"{timed.n_wrong} mistake{'s' * (timed.n_wrong != 1)}"
        screen.say(f"{timed.n_right} solved, {mistakes}.{' Your best run!' if is_best else ''} {_rating_of(runs)}")
    return code


def attend_streak(run: PracticeRun, *, seed: int | None) -> int:
    """Play one streak, store its result, and return the exit code."""
    screen, runs = run.screen, Runs(run.deck, "streak")
    best = runs.best()
    record = "" if best is None else f" Your best streak: {best}."
    screen.say(f"Puzzles become harder until your first mistake. You can skip one.{record}")
    streak = StreakRun(shipped(), Puzzles(run.deck).rating(now=now()), seed=seed)
    code = run.attend(lambda: _go_on(run, streak))
    if streak.answers:
        is_best = runs.add(streak.answers, now=now())
        screen.say(f"{streak.n_right} solved.{' Your best streak!' if is_best else ''} {_rating_of(runs)}")
    return code


def _rating_of(runs: Runs) -> str:
    rating = runs.rating(now=now())
    how = "against the clock" if runs.kind == "timed" else "in streaks"
    return f"Your rating {how}: {rating_in_words(rating, 'archive')}."


def _go_on(run: PracticeRun, streak: StreakRun) -> None:
    while streak.puzzle is not None:
        puzzle = streak.puzzle
        run.show(puzzle.position)
        run.screen.say(f"{streak.n_right} solved.")
        try:
            move = run.ask(puzzle.position, PuzzleQuestion(puzzle), repeat("There are no hints in a streak."))
        except Skipped:
            if streak.skip() is None:
                run.screen.say("You have skipped a puzzle already.")
            else:
                run.screen.say(f"The best move was {puzzle.best.move}.")
            continue
        answered = streak.answer(move)
        if answered is not None and not answered[1]:
            run.screen.say(f"The best move was {puzzle.best.move}.")


def _solve(run: PracticeRun, timed: TimedRun) -> None:
    while not timed.is_over:
        puzzle = timed.puzzle
        assert puzzle is not None
        run.show(puzzle.position)
        left = int(timed.seconds_left)
        run.screen.say(f"{timed.n_right} solved, {left // 60}:{left % 60:02} left.")
        try:
            move = run.ask(puzzle.position, PuzzleQuestion(puzzle), repeat("There are no hints against the clock."))
        except Skipped:
            move = None
        answered = timed.answer(move)
        if answered is None or not answered.counts:
            run.screen.say("Too late: the time is up.")
        elif not answered.is_right:
            run.screen.say(f"The best move was {puzzle.best.move}.")
