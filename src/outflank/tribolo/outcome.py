"""The three colours, and how a game of theirs ended."""

from dataclasses import dataclass
from enum import IntEnum


class TriboloColour(IntEnum):
    """A player's colour. Blue, red, green is the order of turns; the number is the seat."""

    BLUE = 0
    RED = 1
    GREEN = 2

    @property
    def next(self) -> "TriboloColour":
        """Whose turn comes after this one's: blue, red, green, blue."""
        return TriboloColour((self + 1) % 3)

    @property
    def others(self) -> "tuple[TriboloColour, TriboloColour]":
        """The other two, in the order of turns."""
        return self.next, self.next.next

    @property
    def symbol(self) -> str:
        """`B`, `R` or `G`."""
        return "BRG"[self]

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self.name.lower()


BLUE, RED, GREEN = TriboloColour.BLUE, TriboloColour.RED, TriboloColour.GREEN


@dataclass(frozen=True, slots=True)
class TriboloOutcome:
    """The result of a game: the cells of blue, red and green. Most cells win; equal best scores are a tie."""

    scores: tuple[int, int, int]

    @property
    def best(self) -> tuple[TriboloColour, ...]:
        """The colours with the most cells: one, or those that tie."""
        return tuple(colour for colour in TriboloColour if self.scores[colour] == max(self.scores))

    @property
    def winner(self) -> TriboloColour | None:
        """The colour that won; None for a tie."""
        return self.best[0] if len(self.best) == 1 else None

    def __str__(self) -> str:
        names = [colour.name.capitalize() for colour in self.best]
        counts = "–".join(map(str, self.scores))
        if len(names) == 1:
            return f"{names[0]} wins {counts}"
        return f"tie of {', '.join(names[:-1])} and {names[-1]} {counts}"
