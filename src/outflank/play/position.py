"""What a game must offer so that players, referee and searches can work with it."""

from collections.abc import Sequence
from typing import Protocol, Self

Move = str
"""The name of a move, such as ``"f5"`` or ``"pass"``."""


class GamePosition(Protocol):
    """A position of any turn-based game of perfect information, for any number of players.

    Players are numbered by seat, from 0; the cells of the board row by row from the top left. Positions never change:
    `play` makes a new one.
    """

    @property
    def game(self) -> str:
        """The name of the kind of game, as `play.game.kind_of` knows it."""
        ...

    @property
    def n_players(self) -> int:
        """How many players the game has."""
        ...

    @property
    def turn(self) -> int:
        """The seat of the player to move."""
        ...

    @property
    def legal_moves(self) -> Sequence[Move]:
        """Every move the player to move may make, a forced pass included; none when the game is over."""
        ...

    @property
    def must_pass(self) -> bool:
        """Whether the only legal move is to pass."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether nobody can move any more."""
        ...

    @property
    def scores(self) -> Sequence[float]:
        """For each seat, what the position is worth if the game ends here; the highest wins."""
        ...

    def play(self, move: Move) -> Self:
        """The position after a legal move. Raises IllegalMoveError, which says why, for any other."""
        ...

    # --- what interfaces draw -------------------------------------------------------------------------------------

    @property
    def width(self) -> int:
        """The number of columns."""
        ...

    @property
    def height(self) -> int:
        """The number of rows."""
        ...

    @property
    def cells(self) -> str:
        """What stands on each cell, a character each."""
        ...

    @property
    def counts(self) -> tuple[int, ...]:
        """How many pieces each seat has on the board."""
        ...

    def turned(self, move: Move) -> tuple[int, ...]:
        """The cells that change hands by a legal move; none for a pass."""
        ...

    def skipped(self, before: Self) -> tuple[int, ...]:
        """The seats that were passed over, without a move of their own, since the position one move earlier."""
        ...
