"""What a game must offer so that players, referee and searches can work with it."""

from collections.abc import Sequence
from typing import Any, Protocol, Self

Move = Any
"""A move: whatever the game says it is; hashable, comparable for equality, and `str` makes it readable."""


class Position(Protocol):
    """A position of any turn-based game of perfect information, for any number of players.

    Players are numbered by seat, from 0. Positions never change: `play` makes a new one.
    """

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
    def is_over(self) -> bool:
        """Whether nobody can move any more."""
        ...

    @property
    def scores(self) -> Sequence[float]:
        """For each seat, what the position is worth if the game ends here; the highest wins."""
        ...

    def play(self, move: Move) -> Self:
        """The position after a legal move. Raises IllegalMoveError for any other."""
        ...
