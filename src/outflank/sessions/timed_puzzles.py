"""Puzzles against the clock: as many as possible in three minutes; the third mistake ends the run.

Puzzles become harder from one to the next. A run changes neither the person's puzzle rating nor when puzzles come back,
because a person in a hurry answers differently: runs have a rating of their own (see `practice.runs`).
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from outflank.people.glicko import GlickoRating
from outflank.practice.puzzles import Puzzle
from outflank.sessions.puzzle_runs import PuzzleRun

SECONDS = 180.0
"""Length of a run."""

MISTAKES = 3
"""Number of mistakes that end a run."""


@dataclass(frozen=True, slots=True)
class TimedAnswer:
    """An answer in a run; `counts` is False if it came too late."""

    puzzle: Puzzle
    is_right: bool
    counts: bool = True


class TimedRun(PuzzleRun):
    """One run. Time starts with its creation; `clock` returns seconds."""

    def __init__(
        self,
        puzzles: Iterable[Puzzle],
        rating: GlickoRating,
        *,
        seed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ):
        super().__init__(puzzles, rating, seed=seed)
        self._clock, self._began = clock, clock()

    @property
    def seconds_left(self) -> float:
        """Time left in seconds, at least 0."""
        return max(0.0, SECONDS - (self._clock() - self._began))

    @property
    def is_over(self) -> bool:
        """True if the time is up, too many mistakes were made, or no puzzle is left."""
        return self.puzzle is None or self.n_wrong >= MISTAKES or not self.seconds_left

    def answer(self, move: str | None) -> TimedAnswer | None:
        """Judge a move and pose the next puzzle; None if the run was over before.

        A `move` of None gives up the puzzle, which is a mistake. Raises IllegalMoveError if
        the move is not legal.
        """
        puzzle = self.puzzle
        if puzzle is None or self.n_wrong >= MISTAKES:
            return None
        is_right = move is not None and not puzzle.judge(move).loss
        if not self.seconds_left:
            return TimedAnswer(puzzle, is_right, counts=False)
        self.answers.append((puzzle, is_right))
        self.puzzle = self._puzzles.take(len(self.answers))
        return TimedAnswer(puzzle, is_right)
