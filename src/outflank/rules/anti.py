"""Anti-Othello: the same moves as Othello, but the side with *fewer* discs at the end wins."""

from outflank.rules.discs import DiscPosition
from outflank.rules.kinds import DiscGame


class AntiPosition(DiscPosition):
    """An anti-Othello position, with the API of `DiscPosition`.

    The winner receives the empty squares when the score is counted.
    """

    __slots__ = ()

    game = "anti-othello"
    """Identifier of the game."""

    fewest_win = True
    """Always True: the side with fewer discs wins."""


ANTI_OTHELLO = DiscGame("anti-othello", "Anti-Othello", AntiPosition, hinter="max_n:depth=4", opponent="max_n")
"""The anti-Othello game."""
