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
        """Name of the kind of game, as `play.game.kind_of` takes it."""
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
        """Moves that the player to move may make, including a forced pass; none when the game is over."""
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
        """Score of each seat if the game ended here; the highest wins."""
        ...

    def play(self, move: Move) -> Self:
        """Position after a legal move. Raises IllegalMoveError, with the reason, for an illegal one."""
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
        """Number of pieces of each seat on the board."""
        ...

    def turned(self, move: Move) -> tuple[int, ...]:
        """Cells that a legal move flips; none for a pass."""
        ...

    def skipped(self, before: Self) -> tuple[int, ...]:
        """Seats that were skipped for lack of a move since the position one move earlier."""
        ...
