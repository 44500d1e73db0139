"""How a game ended."""

from dataclasses import dataclass
from enum import IntEnum


class Colour(IntEnum):
    """A side. Black moves first; the number is the seat in everything that counts players."""

    BLACK = 0
    WHITE = 1

    @property
    def opponent(self) -> "Colour":
        """The other side."""
        return WHITE if self is BLACK else BLACK

    @property
    def symbol(self) -> str:
        """`X` for black and `O` for white, as board strings write them."""
        return "XO"[self]

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self.name.lower()


BLACK, WHITE = Colour.BLACK, Colour.WHITE


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game: the discs that stand on the board, and who won."""

    black: int
    """Black discs on the board."""

    white: int
    """White discs on the board."""

    empties: int = 0
    """Empty squares on the board."""

    resigned: Colour | None = None
    """Side that gave up, and so loses whatever stands on the board; None if the game was played out."""

    fewest_win: bool = False
    """Tells whether the game is one in which the side with fewer discs wins."""

    @property
    def difference(self) -> int:
        """By how many discs Black wins, empties to the winner; a resignation counts as losing every square."""
        if self.resigned is not None:
            squares = self.black + self.white + self.empties
            return -squares if self.resigned is BLACK else squares
        difference = self.white - self.black if self.fewest_win else self.black - self.white
        return difference + self.empties * ((difference > 0) - (difference < 0))

    @property
    def winner(self) -> Colour | None:
        """The side that won; None for a draw."""
        return BLACK if self.difference > 0 else WHITE if self.difference < 0 else None

    def __str__(self) -> str:
        if self.resigned is not None:
            winner = self.resigned.opponent.name.capitalize()
            return f"{winner} wins: {self.resigned} resigned at {self.black}–{self.white}"
        if self.winner is None:
            return f"draw {self.black}–{self.white}"
        counts = (self.black, self.white) if self.winner is BLACK else (self.white, self.black)
        squares = f"{self.empties} empty square{'s' * (self.empties != 1)}"
        credit = f" ({squares} to the winner: {abs(self.difference):+d})" if self.empties else ""
        return f"{self.winner.name.capitalize()} wins {counts[0]}–{counts[1]}{credit}"
