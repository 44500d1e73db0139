"""The interface of a position, through which players, the referee and searches handle any game."""

from collections.abc import Sequence
from typing import Protocol, Self

Move = str
"""Name of a move, such as ``"f5"`` or ``"pass"``."""


class GamePosition(Protocol):
    """Interface of a position in any turn-based game of perfect information, for any number of players.

    Seats are numbered from 0, and cells row by row from the top left. Positions are immutable: `play` returns a new
    position.
    """

    @property
    def game(self) -> str:
        """Name of the kind of game, which `play.game.kind_of` accepts."""
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
        """Legal moves of the player to move. A forced pass is included; when the game is over, there are none."""
        ...

    @property
    def must_pass(self) -> bool:
        """True if the only legal move is to pass."""
        ...

    @property
    def is_over(self) -> bool:
        """True if no player can move."""
        ...

    @property
    def scores(self) -> Sequence[float]:
        """Score of each seat if the game ended in this position. The highest score wins."""
        ...

    def play(self, move: Move) -> Self:
        """Return the position after a move. Raises IllegalMoveError, with the reason, if the move is illegal."""
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
        """Contents of the board, one character per cell."""
        ...

    @property
    def counts(self) -> tuple[int, ...]:
        """Number of pieces that each seat has on the board."""
        ...

    def turned(self, move: Move) -> tuple[int, ...]:
        """Cells that a legal move flips; empty for a pass."""
        ...

    def skipped(self, before: Self) -> tuple[int, ...]:
        """Seats that were skipped because they had no legal move. `before` is the position one move earlier."""
        ...
