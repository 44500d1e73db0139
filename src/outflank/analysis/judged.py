"""Judged moves, which compare the move played with the best move and grade the loss."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from outflank.play import MoveValue
from outflank.rules import BLACK, WHITE, Colour

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

SIGNS: dict[Grade, str] = {"best": "", "good": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
INACCURACY, MISTAKE, BLUNDER = 2, 4, 8
"""Minimum losses for these grades, in discs."""


@dataclass(frozen=True, slots=True)
class Badge:
    """The grade of a move, and whether it is proven."""

    grade: Grade
    """The grade of the move's loss."""

    proven: bool
    """True if the grade follows from exact scores, False if it is based on an estimate."""

    @property
    def sign(self) -> str:
        """The annotation ``?!``, ``?`` or ``??``, or an empty string for a good move."""
        return SIGNS[self.grade]


def winner(value: float) -> int:
    """Return the result that a value implies: 1 if the mover wins, 0 for a draw, and -1 if the opponent wins."""
    return (value > 0) - (value < 0)


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move in a game and the best move in its place, with values from the mover's point of view."""

    ply: int
    """Number of moves and passes that precede the move."""

    side: Colour
    """The side that made the move."""

    n_empties: int
    """Number of empty squares before the move."""

    best: MoveValue
    """The best move, which is the move played if there is no better one."""

    played: MoveValue
    """The move played, with its value."""

    kinds: tuple[str, ...] = ()
    """Kinds of mistake, by their names in `mistakes.KINDS`; always empty for games other than Othello."""

    @property
    def move(self) -> str:
        """The move's name."""
        return self.played.move

    @property
    def loss(self) -> float:
        """Number of discs that the move loses compared with the best move."""
        return max(0.0, (self.best.value or 0) - (self.played.value or 0))

    @property
    def is_proven(self) -> bool:
        """True if both values are exact scores."""
        return self.best.is_proven and self.played.is_proven

    @property
    def badge(self) -> Badge:
        """The grade of the loss.

        If both values are proven, any move that throws away a win or a draw is a blunder, even if it costs few discs.
        If not, only the number of discs counts, because estimates do not prove who wins.
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
        """The value of the game after the move, from Black's point of view."""
        value = self.played.value or 0
        return value if self.side is BLACK else -value

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
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
        """Restore a move from `to_json` data, which does not include the number of empties.

        Raises ParseError or KeyError if the data is not valid.
        """
        side = WHITE if data["side"] == str(WHITE) else BLACK
        best, played = (MoveValue.from_json(data[name]) for name in ("best", "played"))
        return cls(data["ply"], side, n_empties, best, played, tuple(data.get("kinds") or ()))
