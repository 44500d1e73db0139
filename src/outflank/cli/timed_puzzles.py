"""`outflank practice timed`: puzzles against the clock in the terminal."""

from itertools import repeat

from outflank.cli.practising import PracticeRun, Skipped
from outflank.practice.choosing import Puzzles
from outflank.practice.deck import now
from outflank.practice.puzzles import shipped
from outflank.sessions.practising import PuzzleQuestion
from outflank.sessions.timed_puzzles import MISTAKES, SECONDS, TimedRun


def attend(run: PracticeRun, *, seed: int | None) -> int:
    """Play one run, store its result, and return the exit code."""
    screen, best = run.screen, run.deck.best_run()
    record = "" if best is None else f" Your best run: {best} solved."
    screen.say(f"{SECONDS / 60:.0f} minutes; mistake number {MISTAKES} ends the run.{record}")
    timed = TimedRun(shipped(), Puzzles(run.deck).rating(now=now()), seed=seed)
    code = run.attend(lambda: _solve(run, timed))
    if timed.n_right or timed.n_wrong:
        is_best = run.deck.add_run(timed.n_right, timed.n_wrong, now=now())
        mistakes = f"{timed.n_wrong} mistake{'s' * (timed.n_wrong != 1)}"
        screen.say(f"{timed.n_right} solved, {mistakes}.{' Your best run!' if is_best else ''}")
    return code


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
