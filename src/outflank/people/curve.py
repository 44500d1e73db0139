"""The chance to find the best move of a position, as a logistic curve of the player's rating."""

import math
from dataclasses import dataclass

POINTS = 400 / math.log(10)
"""Elo points for a factor e in the odds of success, as in every Elo rating."""

SLOPES = (0.1, 1.0)
"""Limits of a curve's slope."""


@dataclass(frozen=True, slots=True)
class Curve:
    """The chance to find a best move as a logistic curve of the player's rating: a position's own rating.

    A curve continues beyond `RATINGS`, where the model has seen no players.
    """

    rating: float
    """Rating at which half of the players find a best move, in Elo points on the archive's scale."""

    slope: float
    """Slope relative to an Elo curve: 1 if 400 points multiply the odds by ten; within `SLOPES`."""

    def chance(self, rating: float) -> float:
        """The chance that a player with a rating finds a best move."""
        return 1 / (1 + math.exp(-self.slope * (rating - self.rating) / POINTS))
