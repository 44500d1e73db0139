"""The moves that led to a position, as far as they are known, for engines that cannot be given a board."""

from dataclasses import dataclass
from typing import Self

from outflank.play.game import History
from outflank.play.position import Move
from outflank.rules import Position

_MOST_PLIES = 4  # between two positions if the moves were not reported


@dataclass(frozen=True, slots=True)
class Line:
    """A start position, the moves from there (including forced passes), and the position that they lead to."""

    start: Position
    moves: tuple[Move, ...]
    position: Position

    @classmethod
    def of(cls, start: Position, moves: tuple[Move, ...] = ()) -> Self:
        """Create the line of `moves` from a start position. Raises IllegalMoveError."""
        return cls(start, moves, History(start, moves).position)

    def to(self, position: Position) -> "Line | None":
        """Extend this line by the few moves that lead to `position`; None if no such moves exist."""
        moves = _between(self.position, position, _MOST_PLIES)
        return None if moves is None else Line(self.start, self.moves + moves, position)

    def begins(self, other: "Line") -> bool:
        """Return whether `other` is this line or continues it."""
        return self.start == other.start and self.moves == other.moves[: len(self.moves)]

    @property
    def history(self) -> History[Position]:
        """The line as a game."""
        return History(self.start, self.moves)


def _between(here: Position, there: Position, n_plies: int) -> tuple[Move, ...] | None:
    """Find at most `n_plies` moves that lead from one position to another; None if there are none."""
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
