"""A game: a start position and the moves made from it.

>>> game = Game(moves=["f5", "d6"])
>>> game.push("c3")
>>> game.transcript
'f5d6c3'
"""

from collections.abc import Iterable

from outflank.errors import IllegalMoveError
from outflank.rules.outcome import Colour, Outcome
from outflank.rules.position import PASS, Position


class Game:
    """The history of a game, with undo and redo.

    Moves are names of squares or `PASS`. `resigned` names the side that gave up, if one did.
    """

    def __init__(self, start: Position | None = None, moves: Iterable[str] = ()):
        """A game from `start` (the usual start if None) with `moves` played; passes may be left out."""
        self.start = Position.start() if start is None else start
        self.resigned: Colour | None = None
        self._positions = [self.start]
        self._moves: list[str] = []
        self._undone: list[str] = []
        self.extend(moves)

    @property
    def position(self) -> Position:
        """The position on the board now."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions from the start to now: one more than there are moves."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves played, passes included."""
        return tuple(self._moves)

    @property
    def undone(self) -> tuple[str, ...]:
        """The moves that `redo` would play, the next one first."""
        return tuple(reversed(self._undone))

    @property
    def transcript(self) -> str:
        """The moves in the field's short form: lower case, no separators, passes left out."""
        return "".join(move for move in self._moves if move != PASS)

    def push(self, move: str) -> None:
        """Play a move. Raises IllegalMoveError and changes nothing if it is not legal; forgets what was undone."""
        if self.resigned is not None:
            raise IllegalMoveError(f"{move} is not legal: the game is over, {self.resigned} resigned")
        self._positions.append(self.position.play(move))
        self._moves.append(move)
        self._undone.clear()

    def extend(self, moves: Iterable[str]) -> None:
        """Play moves in which forced passes may have been left out. Raises IllegalMoveError at the first bad one."""
        for move in moves:
            if move != PASS and self.position.must_pass:
                self.push(PASS)
            self.push(move)

    def undo(self) -> str:
        """Take the last move back and return it, and with it a resignation."""
        if not self._moves:
            raise IllegalMoveError("there is no move to take back")
        self.resigned = None
        self._positions.pop()
        self._undone.append(self._moves.pop())
        return self._undone[-1]

    pop = undo

    def redo(self) -> str:
        """Play the last move that was taken back and return it."""
        if not self._undone:
            raise IllegalMoveError("there is no move to play again")
        undone = self._undone.copy()
        move = undone.pop()
        self.push(move)
        self._undone = undone
        return move

    def resign(self, colour: Colour) -> None:
        """End the game as lost for `colour`. Raises IllegalMoveError if it is over already."""
        if self.is_over:
            raise IllegalMoveError("nobody can resign: the game is over")
        self.resigned = colour

    @property
    def is_over(self) -> bool:
        """Whether neither side can move, or one has resigned."""
        return self.resigned is not None or self.position.is_over

    @property
    def outcome(self) -> Outcome | None:
        """The result, None while the game goes on."""
        if not self.is_over:
            return None
        outcome = self.position.outcome
        return Outcome(outcome.black, outcome.white, outcome.empties, self.resigned)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.start, self._moves, self.resigned) == (other.start, other._moves, other.resigned)

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __repr__(self) -> str:
        return f"Game({self.start!r}, {self._moves!r})"
