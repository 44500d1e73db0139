"""A game: a start position and the moves made from it.

>>> game = Game(moves=["f5", "d6"])
>>> game.push("c3")
>>> game.transcript
'f5d6c3'
"""

from collections.abc import Iterable

from outflank.errors import IllegalMoveError
from outflank.play.history import History
from outflank.rules.outcome import Colour, Outcome
from outflank.rules.position import PASS, Position


class Game(History[Position]):
    """The history of a game, with undo and redo.

    Moves are names of squares or `PASS`. `resigned` names the side that gave up, if one did.
    """

    def __init__(self, start: Position | None = None, moves: Iterable[str] = ()):
        """A game from `start` (the usual start if None) with `moves` played; passes may be left out."""
        self.resigned: Colour | None = None
        super().__init__(Position.start() if start is None else start, moves)

    @property
    def transcript(self) -> str:
        """The moves in the field's short form: lower case, no separators, passes left out."""
        return "".join(move for move in self._moves if move != PASS)

    def push(self, move: str) -> None:
        """Play a move. Raises IllegalMoveError and changes nothing if it is not legal; forgets what was undone."""
        if self.resigned is not None:
            raise IllegalMoveError(f"{move} is not legal: the game is over, {self.resigned} resigned")
        super().push(move)

    def extend(self, moves: Iterable[str]) -> None:
        """Play moves in which forced passes may have been left out. Raises IllegalMoveError at the first bad one."""
        for move in moves:
            if move != PASS and self.position.must_pass:
                self.push(PASS)
            self.push(move)

    def undo(self) -> str:
        """Take the last move back and return it, and with it a resignation."""
        move: str = super().undo()
        self.resigned = None
        return move

    pop = undo

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
        same = super().__eq__(other)
        return same and isinstance(other, Game) and self.resigned == other.resigned if same is True else same
