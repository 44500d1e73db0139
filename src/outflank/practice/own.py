"""Puzzles of one's own games: which games were searched, and what a process does to search one."""

import hashlib
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from outflank.rules import Game, Position

if TYPE_CHECKING:
    from outflank.practice.maker import Maker


def digest_of(start: str, moves: Sequence[str], sides: Sequence[int], *, missed: bool) -> str:
    """A name for a search of a game: by what sides' moves count, and whether only those where the best was missed."""
    return hashlib.sha256(f"{start} {' '.join(moves)} {list(sides)} {missed}".encode()).hexdigest()[:24]


def puzzles_of(start: str, moves: Sequence[str], sides: Sequence[int], missed: bool) -> list[str]:
    """The puzzles of a game, as lines. The process gives way to whatever else the machine has to do, from now on."""
    global _maker
    from outflank.practice.maker import Maker, candidates_of

    if _maker is None:
        if hasattr(os, "nice"):
            os.nice(10)
        _maker = Maker()
    game = Game(Position.parse(start), moves)
    candidates = (each for each in candidates_of(game.positions, game.moves) if each.position.turn in sides)
    return [made.puzzle.to_line() for made in _maker.from_game(candidates, missed=missed)]


_maker: "Maker | None" = None  # of this process
