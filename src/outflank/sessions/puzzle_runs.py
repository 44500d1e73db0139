"""Puzzles that become harder from one to the next, for runs against the clock and for streaks."""

import random
from bisect import bisect_left
from collections.abc import Iterable

from outflank.people.glicko import GlickoRating
from outflank.practice.puzzles import Puzzle

_BELOW, _STEP = 400.0, 25.0  # the first puzzle's distance below the person's rating, and the rise per puzzle
_NEAREST = 6  # puzzles to choose from


class RisingPuzzles:
    """Chooses puzzles of rising ratings, none of them twice."""

    def __init__(self, puzzles: Iterable[Puzzle], rating: GlickoRating, *, seed: int | None = None):
        self._left = sorted(puzzles, key=lambda each: (each.rating, each.key))
        self._start, self._source = rating.rating - _BELOW, random.Random(seed)

    def take(self, number: int) -> Puzzle | None:
        """A puzzle that is hard enough after `number` others; None if no puzzle is left."""
        wanted = self._start + _STEP * number
        at = bisect_left(self._left, wanted, key=lambda each: each.rating)
        around = range(max(0, at - _NEAREST), min(at + _NEAREST, len(self._left)))
        near = sorted(around, key=lambda index: abs(self._left[index].rating - wanted))[:_NEAREST]
        return self._left.pop(self._source.choice(near)) if near else None


class PuzzleRun:
    """The base class of both kinds of run."""

    def __init__(self, puzzles: Iterable[Puzzle], rating: GlickoRating, *, seed: int | None = None):
        self._puzzles = RisingPuzzles(puzzles, rating, seed=seed)
        self.answers: list[tuple[Puzzle, bool]] = []
        """The puzzles that were answered in time, each with whether the answer was right."""
        self.puzzle: Puzzle | None = self._puzzles.take(0)
        """The puzzle to solve; None after the mistake of a streak, or if no puzzle is left."""

    @property
    def n_right(self) -> int:
        """The number of puzzles solved."""
        return sum(is_right for _, is_right in self.answers)

    @property
    def n_wrong(self) -> int:
        """The number of mistakes."""
        return len(self.answers) - self.n_right


class StreakRun(PuzzleRun):
    """Puzzles until the first mistake, without a clock. One puzzle may be skipped."""

    can_skip = True

    @property
    def is_over(self) -> bool:
        """True after a mistake, or if no puzzle is left."""
        return self.puzzle is None

    def skip(self) -> Puzzle | None:
        """Pass over the puzzle, which then counts neither way; returns it, or None if that is not possible."""
        puzzle = self.puzzle
        if puzzle is None or not self.can_skip:
            return None
        self.can_skip = False
        self.puzzle = self._puzzles.take(len(self.answers) + 1)
        return puzzle

    def answer(self, move: str | None) -> tuple[Puzzle, bool] | None:
        """Judge a move and pose the next puzzle; None if the run was over before.

        A `move` of None gives up the puzzle, which is a mistake. Raises IllegalMoveError if the move is not legal.
        """
        puzzle = self.puzzle
        if puzzle is None:
            return None
        is_right = move is not None and not puzzle.judge(move).loss
        self.answers.append((puzzle, is_right))
        self.puzzle = self._puzzles.take(len(self.answers) + (not self.can_skip)) if is_right else None
        return puzzle, is_right
