"""What a loss is called: the badges of a review."""

from dataclasses import dataclass
from typing import Literal

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

SIGNS: dict[Grade, str] = {"best": "", "good": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
INACCURACY, MISTAKE, BLUNDER = 2, 4, 8
"""Discs lost against the best move, from which on a move is called so."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A grade, and whether it is proven or rests on an estimate."""

    grade: Grade
    proven: bool

    @property
    def sign(self) -> str:
        """``?!``, ``?``, ``??``, or nothing for a move that needs none."""
        return SIGNS[self.grade]


def badge_of(best: float, played: float, *, proven: bool) -> Badge:
    """The badge of a move by its value and the best move's, in the mover's view.

    Where both are proven, a move that turns a win into a draw or a loss, or a draw into a loss, is a blunder whatever
    it costs in discs. An estimate does not know who wins, so there only the discs count.
    """
    loss = max(0.0, best - played)
    if proven and _sign(played) < _sign(best):
        return Badge("blunder", True)
    if loss >= BLUNDER:
        return Badge("blunder", proven)
    if loss >= MISTAKE:
        return Badge("mistake", proven)
    if loss >= INACCURACY:
        return Badge("inaccuracy", proven)
    return Badge("good" if loss > 0 else "best", proven)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
