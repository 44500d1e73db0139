"""The player that every other must beat."""

import random

from outflank.play.clock import TimeLeft
from outflank.play.player import Decision
from outflank.play.position import Position


class RandomPlayer:
    """Plays any legal move, each as likely as the others."""

    def __init__(self, seed: int | None = None):
        self._random = random.Random(seed)

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Decision:  # noqa: ARG002
        """Draw a move."""
        return Decision(self._random.choice(position.legal_moves))
