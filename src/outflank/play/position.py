"""The interface of game positions for players, the referee and searches."""

from collections.abc import Sequence
from typing import Protocol, Self

Move = str
"""The name of a move, such as ``"f5"`` or ``"pass"``."""


class GamePosition(Protocol):
    """A position of any turn-based game of perfect information, for any number of players.

    Seats number the players from 0; cells run row by row from the top left. Positions are immutable: `play` returns a
    new one.
    """

    @property
    def game(self) -> str:
        """Name of the kind of game, as accepted by `play.game.kind_of`."""
        ...

    @property
    def n_players(self) -> int:
        """Number of players."""
        ...

    @property
    def turn(self) -> int:
        """Seat of the player to move."""
        ...

    @property
    def legal_moves(self) -> Sequence[Move]:
        """Legal moves of the player to move, including a forced pass; empty when the game is over."""
        ...

    @property
    def must_pass(self) -> bool:
        """True if the only legal move is to pass."""
        ...

    @property
    def is_over(self) -> bool:
        """True if nobody can move."""
        ...

    @property
    def scores(self) -> Sequence[float]:
        """Score that each seat would have if the game ended here; the highest score wins."""
        ...

    def play(self, move: Move) -> Self:
        """Return the position after a legal move. Raises IllegalMoveError, with the reason, if the move is illegal."""
        ...

    # --- drawing --------------------------------------------------------------------------------------------------

    @property
    def width(self) -> int:
        """Number of columns."""
        ...

    @property
    def height(self) -> int:
        """Number of rows."""
        ...

    @property
    def cells(self) -> str:
        """Contents of the cells, one character each."""
        ...

    @property
    def counts(self) -> tuple[int, ...]:
        """Number of pieces that each seat has on the board."""
        ...

    def turned(self, move: Move) -> tuple[int, ...]:
        """Cells that a legal move flips; none for a pass."""
        ...

    def skipped(self, before: Self) -> tuple[int, ...]:
        """Seats skipped for lack of a legal move since the position `before`, which is one move earlier."""
        ...
