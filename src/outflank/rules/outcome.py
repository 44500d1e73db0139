"""The result of a game."""

from dataclasses import dataclass
from enum import IntEnum

from outflank.text import Text


class Colour(IntEnum):
    """A side. Black moves first. The numeric value is the player's seat."""

    BLACK = 0
    """The side that moves first."""

    WHITE = 1
    """The side that moves second."""

    @property
    def opponent(self) -> "Colour":
        """The other side."""
        return WHITE if self is BLACK else BLACK

    @property
    def symbol(self) -> str:
        """``X`` for Black and ``O`` for White, as in board strings."""
        return "XO"[self]

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> Text:
        return Text(self.name.lower())

    @property
    def title(self) -> Text:
        """The name with a capital letter, for use at the start of a sentence."""
        return Text(self.name.capitalize())


BLACK = Colour.BLACK
"""The side that moves first; its seat number is 0."""

WHITE = Colour.WHITE
"""The side that moves second; its seat number is 1."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game: the disc counts and the winner."""

    black: int
    """Number of black discs."""

    white: int
    """Number of white discs."""

    empties: int = 0
    """Number of empty squares."""

    resigned: Colour | None = None
    """The side that resigned, which loses no matter what the board looks like; None if nobody resigned."""

    fewest_win: bool = False
    """True if the side with fewer discs wins."""

    @property
    def difference(self) -> int:
        """Black's margin in discs. Empty squares go to the winner; a side that resigns loses all squares."""
        if self.resigned is not None:
            squares = self.black + self.white + self.empties
            return -squares if self.resigned is BLACK else squares
        difference = self.white - self.black if self.fewest_win else self.black - self.white
        return difference + self.empties * ((difference > 0) - (difference < 0))

    @property
    def winner(self) -> Colour | None:
        """The winning side, or None for a draw."""
        return BLACK if self.difference > 0 else WHITE if self.difference < 0 else None

    def __str__(self) -> str:
        if self.resigned is not None:
            winner = self.resigned.opponent.title
            return Text(
                "{winner} wins: {resigned} resigned at {black}–{white}",
                winner=winner,
                resigned=self.resigned,
                black=self.black,
                white=self.white,
            )
        if self.winner is None:
            return Text("draw {black}–{white}", black=self.black, white=self.white)
        counts = (self.black, self.white) if self.winner is BLACK else (self.white, self.black)
        score = Text("{winner} wins {own}–{other}", winner=self.winner.title, own=counts[0], other=counts[1])
        if not self.empties:
            return score
        lead = f"{abs(self.difference):+d}"
        if self.empties == 1:
            return Text("{score} (1 empty square to the winner: {lead})", score=score, lead=lead)
        return Text(
            "{score} ({empties} empty squares to the winner: {lead})", score=score, empties=self.empties, lead=lead
        )
