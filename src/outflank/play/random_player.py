"""The player that every other must beat."""

import random
from typing import Annotated

from outflank.play.analysis import Analysis
from outflank.play.clock import TimeLeft
from outflank.play.options import About, checked
from outflank.play.player import Player, check_not_over
from outflank.play.position import GamePosition


class RandomPlayer(Player):
    """Plays any legal move, each as likely as the others."""

    label = "Random"
    promise = "any legal move, for the very first games"
    group = "Beginners"

    @checked
    def __init__(self, seed: Annotated[int | None, About(private=True)] = None):
        self._random = random.Random(seed)

    def choose(self, position: GamePosition, time_left: TimeLeft | None = None) -> Analysis:  # noqa: ARG002
        """Draw a move."""
        check_not_over(position)
        return Analysis(self._random.choice(position.legal_moves))
