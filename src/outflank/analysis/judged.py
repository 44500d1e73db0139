"""Judged moves: the values of the move played and of the best move, the discs lost, and a grade for the loss."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from outflank.play import MoveValue
from outflank.rules import BLACK, WHITE, Colour

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

SIGNS: dict[Grade, str] = {"best": "", "good": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
INACCURACY, MISTAKE, BLUNDER = 2, 4, 8
"""Minimum losses, in discs, for these grades."""


@dataclass(frozen=True, slots=True)
class Badge:
    """Grade of a move."""

    grade: Grade
    """The grade."""

    proven: bool
    """True if the grade is proven, False if it is based on an estimate."""

    @property
    def sign(self) -> str:
        """Annotation ``?!``, ``?`` or ``??``; empty for a good move."""
        return SIGNS[self.grade]


def winner(value: float) -> int:
    """Result that a value means: 1 if the mover wins, 0 for a draw, -1 if the opponent wins."""
    return (value > 0) - (value < 0)


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move in a game, and the best move instead, both with values from the mover's point of view."""

    ply: int
    """Number of moves and passes before the move."""

    side: Colour
    """Side that moved."""

    n_empties: int
    """Number of empty squares before the move."""

    best: MoveValue
    """The best move, which is the move itself if no other is better."""

    played: MoveValue
    """The move itself."""

    kinds: tuple[str, ...] = ()
    """Kinds of mistake, by their names in `mistakes.KINDS`; only for Othello."""

    @property
    def move(self) -> str:
        """Name of the move."""
        return self.played.move

    @property
    def loss(self) -> float:
        """Discs lost compared with the best move."""
        return max(0.0, (self.best.value or 0) - (self.played.value or 0))

    @property
    def is_proven(self) -> bool:
        """True if both values are exact scores."""
        return self.best.is_proven and self.played.is_proven

    @property
    def badge(self) -> Badge:
        """Grade of the loss.

        If both values are proven, a move that turns a win into a draw or a loss, or a draw into a loss, is a blunder,
        however few discs it costs. Estimates do not prove who wins, so only the discs count.
        """
        loss, is_proven = self.loss, self.is_proven
        changes_result = is_proven and winner(self.played.value or 0) < winner(self.best.value or 0)
        grade: Grade = "good" if loss else "best"
        if changes_result or loss >= BLUNDER:
            grade = "blunder"
        elif loss >= MISTAKE:
            grade = "mistake"
        elif loss >= INACCURACY:
            grade = "inaccuracy"
        return Badge(grade, is_proven)

    @property
    def value_for_black(self) -> float:
        """Value of the game after the move, from Black's point of view."""
        value = self.played.value or 0
        return value if self.side is BLACK else -value

    def to_json(self) -> dict[str, Any]:
        """Return the fields by name."""
        return {
            "ply": self.ply,
            "side": str(self.side),
            "move": self.move,
            "loss": self.loss,
            "badge": self.badge.sign,
            "grade": self.badge.grade,
            "proven": self.is_proven,
            "kinds": list(self.kinds),
            "value_for_black": self.value_for_black,
            "best": self.best.to_json(),
            "played": self.played.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], n_empties: int) -> "JudgedMove":
        """Restore a move from `to_json` data, which omits the number of empties. Raises ParseError or KeyError."""
        side = WHITE if data["side"] == str(WHITE) else BLACK
        best, played = (MoveValue.from_json(data[name]) for name in ("best", "played"))
        return cls(data["ply"], side, n_empties, best, played, tuple(data.get("kinds") or ()))
