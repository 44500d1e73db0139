"""Anti-Othello: the moves of Othello, and whoever has *fewer* discs at the end wins."""

from outflank.rules.discs import DiscPosition
from outflank.rules.kinds import DiscGame


class AntiPosition(DiscPosition):
    """A position of anti-Othello; see `DiscPosition`. Empty squares at the end add to the winner's lead."""

    __slots__ = ()

    game = "anti-othello"
    fewest_win = True


ANTI_OTHELLO = DiscGame("anti-othello", "Anti-Othello", AntiPosition, hinter="max_n:depth=4", opponent="max_n")
"""The kind of game."""
