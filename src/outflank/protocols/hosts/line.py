"""Lines of play: the moves that led to a position, for engines that accept moves but not boards."""

from dataclasses import dataclass
from typing import Self

from outflank.play.game import History
from outflank.play.position import Move
from outflank.rules import Position

_MOST_PLIES = 4  # between two positions if the moves were not reported


@dataclass(frozen=True, slots=True)
class Line:
    """A start position, the moves played from it (including forced passes), and the position after the moves."""

    start: Position
    moves: tuple[Move, ...]
    position: Position

    @classmethod
    def of(cls, start: Position, moves: tuple[Move, ...] = ()) -> Self:
        """Create a line by playing `moves` from a start position. Raises IllegalMoveError."""
        return cls(start, moves, History(start, moves).position)

    def to(self, position: Position) -> "Line | None":
        """Extend this line by the moves that lead to `position`. Returns None if no short sequence of moves does."""
        moves = _between(self.position, position, _MOST_PLIES)
        return None if moves is None else Line(self.start, self.moves + moves, position)

    def begins(self, other: "Line") -> bool:
        """Return whether `other` is this line or continues it."""
        return self.start == other.start and self.moves == other.moves[: len(self.moves)]

    @property
    def history(self) -> History[Position]:
        """The moves as a game from the start position."""
        return History(self.start, self.moves)


def _between(here: Position, there: Position, n_plies: int) -> tuple[Move, ...] | None:
    """Search for a sequence of at most `n_plies` moves from one position to another. Returns None if there is none."""
    if here == there:
        return ()
    if n_plies == 0 or here.occupied & ~there.occupied or here.n_empties - there.n_empties > n_plies:
        return None
    for move in here.legal_moves:
        after = here.play(move)
        if not after.occupied & ~there.occupied:
            rest = _between(after, there, n_plies - 1)
            if rest is not None:
                return (move, *rest)
    return None
