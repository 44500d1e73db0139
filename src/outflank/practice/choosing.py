"""Choose the next puzzle: one that is due, or else a new one from the person's own games, or else a new built-in one.

New puzzles are just hard enough for the person's puzzle rating. The function `puzzles_of` creates puzzles from the
person's own games.
"""

import math
import os
import random
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

from outflank.people.glicko import GlickoRating
from outflank.practice.deck import Deck
from outflank.practice.puzzles import Puzzle, shipped
from outflank.practice.rating import just_hard_enough, rating_of
from outflank.rules import Game, Position

if TYPE_CHECKING:
    from outflank.practice.maker import Maker


class Puzzles:
    """All puzzles available to one person: the built-in ones, and those made from the person's games."""

    def __init__(
        self,
        deck: Deck,
        theme: str | None = None,
        level: int | None = None,
        *,
        ratings: tuple[float, float] = (-math.inf, math.inf),
        mine: bool = False,
    ):
        """Select puzzles by theme, by level and by rating; with `mine`, leave out the built-in ones.

        `ratings` is the lowest and the highest archive rating of a puzzle.
        """
        self._deck = deck
        self._own = {each.key: each for each in deck.puzzles()}
        self._all = {**_shipped_by_key(), **self._own}
        self._wanted = {
            key: each
            for key, each in (self._own if mine else self._all).items()
            if (theme is None or theme in each.themes)
            and level in (None, each.level)
            and ratings[0] <= each.rating <= ratings[1]
        }

    def __len__(self) -> int:
        return len(self._wanted)

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(sorted(self._wanted.values(), key=lambda each: (each.level, each.key)))

    def of(self, key: str) -> Puzzle | None:
        """Return the puzzle with the given key, or None if there is no such puzzle.

        The puzzle need not be among the selected ones.
        """
        return self._all.get(key)

    def due(self, *, now: datetime) -> list[Puzzle]:
        """Return the selected puzzles that are due, with the longest overdue first."""
        return [self._wanted[key] for key in self._deck.due("puzzle", now=now) if key in self._wanted]

    def next(self, *, now: datetime, seed: int | None = None, without: Iterable[str] = ()) -> Puzzle | None:
        """Return a puzzle that is due or, if there is none, a new puzzle, skipping puzzles whose keys are in `without`.

        Returns None if no puzzle is left.
        """
        skipped = set(without)
        for puzzle in self.due(now=now):
            if puzzle.key not in skipped:
                return puzzle
        skipped |= set(self._deck.cards("puzzle"))
        new = sorted(key for key in self._wanted if key not in skipped)
        own = [key for key in new if key in self._own]
        if not new:
            return None
        fitting = just_hard_enough(self.rating(now=now), [self._wanted[key] for key in own or new])
        return random.Random(seed).choice(fitting)

    def rating(self, *, now: datetime) -> GlickoRating:
        """The person's puzzle rating, computed from the first answers to all puzzles that still exist."""
        answers = self._deck.first_answers("puzzle")
        known = ((self._all[key], answer, at) for key, answer, at in answers if key in self._all)
        return rating_of(known, now=now)


@cache
def _shipped_by_key() -> dict[str, Puzzle]:
    return {each.key: each for each in shipped()}


def puzzles_of(start: str, moves: Sequence[str], sides: Sequence[int], missed: bool) -> list[str]:
    """Make puzzles from a game for the given sides, and return them as lines of text.

    With `missed`, a position becomes a puzzle only if the player missed the best move. The function is meant for a
    worker process, because it permanently lowers the priority of the process that calls it.
    """
    from outflank.practice.maker import candidates_of  # late import: the caller of the workers needs no engine

    game = Game(Position.parse(start), moves)
    candidates = (each for each in candidates_of(game.positions, game.moves) if each.position.turn in sides)
    return [made.puzzle.to_line() for made in _maker().from_game(candidates, missed=missed)]


@cache
def _maker() -> "Maker":
    """Return this process's puzzle maker, creating it on the first call."""
    from outflank.practice.maker import Maker

    if hasattr(os, "nice"):
        os.nice(10)
    return Maker()
