"""The moves up to a position, as far as a player knows them, for engines that cannot be given a board."""

from dataclasses import dataclass
from typing import Self

from outflank.play.game import History
from outflank.play.position import Move
from outflank.rules import Position

_MOST_PLIES = 4  # between two positions without reported moves


@dataclass(frozen=True, slots=True)
class Line:
    """A start, the moves from there (with forced passes), and the position they lead to."""

    start: Position
    moves: tuple[Move, ...]
    position: Position

    @classmethod
    def of(cls, start: Position, moves: tuple[Move, ...] = ()) -> Self:
        """The line of `moves` from a start. Raises IllegalMoveError."""
        return cls(start, moves, History(start, moves).position)

    def to(self, position: Position) -> "Line | None":
        """This line, extended by the few moves that lead to `position`; None if none do."""
        moves = _between(self.position, position, _MOST_PLIES)
        return None if moves is None else Line(self.start, self.moves + moves, position)

    def begins(self, other: "Line") -> bool:
        """Return whether `other` continues this line."""
        return self.start == other.start and self.moves == other.moves[: len(self.moves)]

    @property
    def history(self) -> History[Position]:
        """The line as a game."""
        return History(self.start, self.moves)


def _between(here: Position, there: Position, n_plies: int) -> tuple[Move, ...] | None:
    """The moves from one position to another, at most `n_plies`; None if there are none."""
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
