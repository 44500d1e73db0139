"""Anti-Othello: the same moves as Othello, but the side with *fewer* discs at the end wins."""

from outflank.rules.discs import DiscPosition
from outflank.rules.kinds import DiscGame


class AntiPosition(DiscPosition):
    """An anti-Othello position; see `DiscPosition`. The winner's lead includes the empty squares."""

    __slots__ = ()

    game = "anti-othello"
    """Name of the kind of game."""

    fewest_win = True
    """True: the side with fewer discs wins."""


ANTI_OTHELLO = DiscGame("anti-othello", "Anti-Othello", AntiPosition, hinter="max_n:depth=4", opponent="max_n")
"""Anti-Othello as a kind of game."""
