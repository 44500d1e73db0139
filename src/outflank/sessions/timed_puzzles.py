"""Puzzles against the clock: as many as possible in three minutes; the third mistake ends the run.

Puzzles become harder from one to the next. A run changes neither the person's puzzle rating nor when puzzles come back,
because a person in a hurry answers differently. The best results are stored.
"""

import random
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from outflank.people.glicko import GlickoRating
from outflank.practice.puzzles import Puzzle

SECONDS = 180.0
"""Length of a run."""

MISTAKES = 3
"""Number of mistakes that end a run."""

_BELOW, _STEP = 400.0, 25.0  # the first puzzle's distance below the person's rating, and the rise per puzzle
_NEAREST = 6  # puzzles to choose from


@dataclass(frozen=True, slots=True)
class TimedAnswer:
    """An answer in a run; `counts` is False if it came too late."""

    puzzle: Puzzle
    is_right: bool
    counts: bool = True


class TimedRun:
    """One run. Time starts with its creation; `clock` returns seconds."""

    def __init__(
        self,
        puzzles: Iterable[Puzzle],
        rating: GlickoRating,
        *,
        seed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ):
        self._left = sorted(puzzles, key=lambda each: (each.rating, each.key))
        self._start, self._source, self._clock = rating.rating - _BELOW, random.Random(seed), clock
        self._began = clock()
        self.n_right = self.n_wrong = 0
        self.puzzle: Puzzle | None = None
        """The puzzle to solve; None if no puzzle is left."""
        self._pose()

    def _pose(self) -> None:
        wanted = self._start + _STEP * (self.n_right + self.n_wrong)
        at = bisect_left(self._left, wanted, key=lambda each: each.rating)
        around = range(max(0, at - _NEAREST), min(at + _NEAREST, len(self._left)))
        near = sorted(around, key=lambda index: abs(self._left[index].rating - wanted))[:_NEAREST]
        self.puzzle = self._left.pop(self._source.choice(near)) if near else None

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
        self.n_right += is_right
        self.n_wrong += not is_right
        self._pose()
        return TimedAnswer(puzzle, is_right)
