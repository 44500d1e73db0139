"""Chooses the next puzzle: one that is due, then one from one's own games, then a new one about as hard as fits.

`puzzles_of` makes those of one's own games.
"""

import os
import random
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import cache
from statistics import mean
from typing import TYPE_CHECKING

from outflank.practice.deck import Deck
from outflank.practice.puzzles import LEVELS, Puzzle, shipped
from outflank.rules import Game, Position

if TYPE_CHECKING:
    from outflank.practice.maker import Maker

_LOOKED_AT = 10  # answers that tell how hard puzzles should be


class Puzzles:
    """All puzzles that a person may be asked: those of the package, and those made from its games."""

    def __init__(self, deck: Deck, theme: str | None = None, level: int | None = None, *, mine: bool = False):
        """Only of a theme, or a level, or those that were made (`mine`) alone."""
        self._deck = deck
        own = deck.puzzles()
        self._level = level
        self._all = {each.key: each for each in (own if mine else (*shipped(), *own))}
        self._wanted = {
            each.key: each
            for each in self._all.values()
            if (theme is None or theme in each.themes) and level in (None, each.level)
        }
        self._own = {each.key for each in own}

    def __len__(self) -> int:
        return len(self._wanted)

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(sorted(self._wanted.values(), key=lambda each: (each.level, each.key)))

    def of(self, key: str) -> Puzzle | None:
        """The puzzle of a key, whatever its theme and level."""
        return self._all.get(key)

    def due(self, *, now: datetime) -> list[Puzzle]:
        """Those that are to be repeated, the one that has waited longest first."""
        return [self._wanted[key] for key in self._deck.due("puzzle", now=now) if key in self._wanted]

    def next(self, *, now: datetime, seed: int | None = None, without: Iterable[str] = ()) -> Puzzle | None:
        """One that is due; or else one that was never asked; None if there is neither. None of those `without`."""
        skipped = set(without)
        for puzzle in self.due(now=now):
            if puzzle.key not in skipped:
                return puzzle
        skipped |= set(self._deck.cards("puzzle"))
        new = [puzzle for key, puzzle in self._wanted.items() if key not in skipped]
        own = [puzzle for puzzle in new if puzzle.key in self._own]
        if not new:
            return None
        fitting = self.level if self._level is None else self._level
        nearest = min(abs(puzzle.level - fitting) for puzzle in own or new)
        near = sorted((each for each in own or new if abs(each.level - fitting) == nearest), key=lambda each: each.key)
        return random.Random(seed).choice(near)

    @property
    def level(self) -> int:
        """The level of new puzzles.

        The mean over the last ten answers of the level that each says: one more than its puzzle's if it was right at
        once, as much if it took a hint, one less if it was not found. 1 at the beginning.
        """
        said = []
        for key, answer in self._deck.recent("puzzle", _LOOKED_AT):
            if (puzzle := self._all.get(key)) is not None:
                said.append(puzzle.level + {"right": 1, "hinted": 0, "wrong": -1}[answer])
        return min(max(round(mean(said)), LEVELS[0]), LEVELS[-1]) if said else LEVELS[0]


def puzzles_of(start: str, moves: Sequence[str], sides: Sequence[int], missed: bool) -> list[str]:
    """Makes puzzles of a game, as lines: the task of a process, which gives way to all else on the machine from now on.

    Only moves of some sides count; with `missed` only those that missed the best one.
    """
    from outflank.practice.maker import candidates_of  # here, as whoever gives the task to others needs no engine

    game = Game(Position.parse(start), moves)
    candidates = (each for each in candidates_of(game.positions, game.moves) if each.position.turn in sides)
    return [made.puzzle.to_line() for made in _maker().from_game(candidates, missed=missed)]


@cache
def _maker() -> "Maker":
    """The maker of this process."""
    from outflank.practice.maker import Maker

    if hasattr(os, "nice"):
        os.nice(10)
    return Maker()
