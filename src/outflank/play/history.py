"""The history of a game: a start position and the moves made from it, with undo and redo, for any game."""

from collections.abc import Collection, Iterable
from typing import Generic, Self, TypeVar

from outflank.errors import IllegalMoveError
from outflank.play.position import Move, Position

P = TypeVar("P", bound=Position)


class History(Generic[P]):
    """A game that is being played, or was: `start`, and the moves from there."""

    def __init__(self, start: P, moves: Iterable[Move] = ()):
        """A game from `start` with `moves` played. Raises IllegalMoveError at the first that is not legal."""
        self.start: P = start
        self._positions = [start]
        self._moves: list[Move] = []
        self._undone: list[Move] = []
        self.extend(moves)

    @property
    def position(self) -> P:
        """The position on the board now."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[P, ...]:
        """All positions from the start to now: one more than there are moves."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, passes included."""
        return tuple(self._moves)

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves that `redo` would play, the next one first."""
        return tuple(reversed(self._undone))

    @property
    def is_over(self) -> bool:
        """Whether nobody can move any more."""
        return self.position.is_over

    def push(self, move: Move) -> None:
        """Play a move. Raises IllegalMoveError and changes nothing if it is not legal; forgets what was undone."""
        self._positions.append(self.position.play(move))
        self._moves.append(move)
        self._undone.clear()

    def extend(self, moves: Iterable[Move]) -> None:
        """Play moves. Raises IllegalMoveError at the first bad one; those before it stay played."""
        for move in moves:
            self.push(move)

    def undo(self) -> Move:
        """Take the last move back and return it."""
        if not self._moves:
            raise IllegalMoveError("there is no move to take back")
        self._positions.pop()
        self._undone.append(self._moves.pop())
        return self._undone[-1]

    pop = undo

    def redo(self) -> Move:
        """Play the last move that was taken back and return it."""
        if not self._undone:
            raise IllegalMoveError("there is no move to play again")
        undone = self._undone.copy()
        move = undone.pop()
        self.push(move)
        self._undone = undone
        return move

    def undo_to(self, seats: Collection[int]) -> tuple[Move, ...]:
        """Take back the last move that one of `seats` chose and all moves after it; return them in their order.

        A forced pass is no choice. Raises IllegalMoveError if there is no such move.
        """
        choices = [i for i in range(len(self._moves)) if chooses(self._positions[i], seats)]
        if not choices:
            raise IllegalMoveError("there is no move of yours to take back")
        taken = self.moves[choices[-1] :]
        for _ in taken:
            self.undo()
        return taken

    def redo_to(self, seats: Collection[int]) -> None:
        """Play what was undone again, until one of `seats` has a choice. Raises IllegalMoveError if nothing was."""
        self.redo()
        while self._undone and not chooses(self.position, seats):
            self.redo()

    def restarted(self) -> Self:
        """A new game from the same start."""
        return type(self)(self.start)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History) or type(other) is not type(self):
            return NotImplemented
        return bool(self.start == other.start and self._moves == other._moves)

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.start!r}, {self._moves!r})"


def chooses(position: Position, seats: Collection[int]) -> bool:
    """Whether one of `seats` is to move in a position, and has more to do than to pass."""
    return position.turn in seats and not position.is_over and not getattr(position, "must_pass", False)
