"""A game with what is known about it: what all the formats have in common."""

from dataclasses import dataclass

from outflank.formats.obf import Problem
from outflank.rules import Game


@dataclass(frozen=True, slots=True)
class Record:
    """A game, the names of its players and its date; an empty string where they are not known.

    A position is a game without moves. `problem` holds the scores of a position that came with them.
    """

    game: Game
    black: str = ""
    white: str = ""
    date: str = ""
    problem: Problem | None = None
