"""The three colours and the result of a game."""

from dataclasses import dataclass
from enum import IntEnum

from outflank.text import Text


class TriboloColour(IntEnum):
    """A player's colour. Blue moves first, followed by red and green. The numeric value is the player's seat."""

    BLUE = 0
    RED = 1
    GREEN = 2

    @property
    def next(self) -> "TriboloColour":
        """The next colour in turn order."""
        return TriboloColour((self + 1) % 3)

    @property
    def others(self) -> "tuple[TriboloColour, TriboloColour]":
        """The other two colours, in turn order."""
        return self.next, self.next.next

    @property
    def symbol(self) -> str:
        """``B``, ``R`` or ``G``."""
        return "BRG"[self]

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> Text:
        return Text(self.name.lower())

    @property
    def title(self) -> Text:
        """The name with a capital letter, for use at the start of a sentence."""
        return Text(self.name.capitalize())


BLUE, RED, GREEN = TriboloColour.BLUE, TriboloColour.RED, TriboloColour.GREEN


@dataclass(frozen=True, slots=True)
class TriboloOutcome:
    """The result of a game: the number of blue, red and green cells. The colour with the most cells wins.

    If several colours have the most cells, the game is a tie.
    """

    scores: tuple[int, int, int]

    @property
    def best(self) -> tuple[TriboloColour, ...]:
        """The colours with the most cells: the winner, or the colours that tied."""
        return tuple(colour for colour in TriboloColour if self.scores[colour] == max(self.scores))

    @property
    def winner(self) -> TriboloColour | None:
        """The winning colour, or None for a tie."""
        return self.best[0] if len(self.best) == 1 else None

    def __str__(self) -> str:
        names = [colour.title for colour in self.best]
        counts = "–".join(map(str, self.scores))
        if len(names) == 1:
            return Text("{winner} wins {counts}", winner=names[0], counts=counts)
        *others, last = names
        first = others[0] if len(others) == 1 else Text("{first}, {second}", first=others[0], second=others[1])
        return Text("tie of {first} and {last} {counts}", first=first, last=last, counts=counts)
