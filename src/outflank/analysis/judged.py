"""Judged moves, which compare the move played with the best move and grade the loss."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from outflank.engine.calibration import loss_spread
from outflank.play import MoveValue
from outflank.rules import BLACK, WHITE, Colour

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

SIGNS: dict[Grade, str] = {"best": "", "good": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
INACCURACY, MISTAKE, BLUNDER = 2, 4, 8
"""Minimum losses for these grades, in discs; an estimated loss must also exceed its doubt."""


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

    n_passes: int = 0
    """Number of passes that precede the move."""

    why: str = ""
    """A sentence that explains a mistake; empty for other moves, and in reviews stored in a library."""

    @property
    def move(self) -> str:
        """The move's name."""
        return self.played.move

    @property
    def number(self) -> int:
        """The move's number in the game, starting at 1. Passes have no number."""
        return self.ply - self.n_passes + 1

    @property
    def loss(self) -> float:
        """Number of discs that the move loses compared with the best move."""
        return max(0.0, (self.best.value or 0) - (self.played.value or 0))

    @property
    def is_proven(self) -> bool:
        """True if both values are exact scores."""
        return self.best.is_proven and self.played.is_proven

    @property
    def doubt(self) -> float:
        """Standard deviation of the true loss around `loss`, in discs; 0 for a proven loss and for the best move."""
        if self.is_proven or self.best.move == self.played.move:
            return 0.0
        found = (each for each in (self.best, self.played) if not each.is_proven)
        return max(loss_spread(self.n_empties, each.depth, each.selectivity) for each in found)

    @property
    def shown_loss(self) -> str:
        """The loss in discs, such as ``4`` if it is proven and ``4 ±2`` if it is an estimate; empty for no loss."""
        if not self.loss:
            return ""
        return f"{self.loss:g}" if self.is_proven else f"{self.loss:g} ±{max(1, round(self.doubt))}"

    @property
    def is_mistake(self) -> bool:
        """True if the move gets a sign: it lost at least `INACCURACY` discs and more than its doubt, or the result."""
        return bool(self.badge.sign)

    @property
    def badge(self) -> Badge:
        """The grade of the loss.

        If both values are proven, any move that throws away a win or a draw is a blunder, even if it costs few discs.
        If not, only the number of discs counts, because estimates do not prove who wins, and a loss within its doubt
        counts as none.
        """
        loss, is_proven = self.loss, self.is_proven
        grade: Grade = "good" if loss else "best"
        if not is_proven and loss <= self.doubt:
            return Badge(grade, is_proven)
        changes_result = is_proven and winner(self.played.value or 0) < winner(self.best.value or 0)
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
            "number": self.number,
            "side": str(self.side),
            "move": self.move,
            "loss": self.loss,
            "badge": self.badge.sign,
            "grade": self.badge.grade,
            "proven": self.is_proven,
            "doubt": self.doubt,
            "kinds": list(self.kinds),
            "why": self.why,
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
        n_passes = data["ply"] + 1 - (data.get("number") or data["ply"] + 1)
        kinds, why = tuple(data.get("kinds") or ()), data.get("why") or ""
        return cls(data["ply"], side, n_empties, best, played, kinds, n_passes, why)
