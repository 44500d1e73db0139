"""Levels from 1 to 30: what each guarantees, and how the weaker ones err.

From level 10 on a level is a depth of search, and a number of empty squares from which play is perfect. Below, the
engine gives away a number of discs a move on average. It errs as people do: it prefers moves that look good at a
glance, which is a shallow search, and the sum of what a deeper one says against them comes to the loss that the level
is meant to have. Where all moves are good, or the only good one is plain to see, it errs little. The endgame is played
in the same way, so that no level is blind there.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

LEVELS = range(1, 31)
"""All levels."""

FIRST_SOUND = 10
"""The first level that plays the best move it finds."""

_DEEPER = 4  # plies that the number of a sound level is more than its depth
_LOSSES = (8.0, 6.0, 4.5, 3.3, 2.4, 1.7, 1.1, 0.7, 0.4)  # discs a move of the levels from 1 up


@dataclass(frozen=True, slots=True)
class Level:
    """A level of play: search to `depth` plies, and to the end from `exact_from` empty squares.

    `loss` is the average number of discs that a move gives away on purpose, by the level's own judgement.
    """

    number: int
    depth: int
    exact_from: int
    loss: float = 0.0

    @classmethod
    def of_depth(cls, depth: int, exact_from: int | None = None) -> "Level":
        """A search to a depth, which solves where the level with this depth does, unless `exact_from` says otherwise.

        This is the one rule for all who ask for a depth: players, analyses, reviews, books, protocols.
        """
        if exact_from is None:
            number = depth + _DEEPER
            exact_from = depth if number < FIRST_SOUND else level(min(number, LEVELS[-1])).exact_from
        return cls(0, depth, exact_from)

    @property
    def label(self) -> str:
        """What the level guarantees, for people."""
        if self.loss:
            return f"gives away {self.loss:g} disc{'s' * (self.loss != 1)} a move on average"
        return f"depth {self.depth}, exact from {self.exact_from} empties"


def level(number: int) -> Level:
    """The level of a number from 1 to 30."""
    if number < FIRST_SOUND:
        return Level(number, 4, 8 + number // 3, _LOSSES[number - 1])
    if number <= 20:
        return Level(number, number - _DEEPER, number + 2 if number < 16 else 18 + (number - 16) // 2)
    return Level(number, number - _DEEPER, number)


def erring(looks: Sequence[float], values: Sequence[float], loss: float, rng: random.Random) -> int:
    """Which of several moves to play so as to lose `loss` discs on average, or as near to it as these moves allow.

    `looks` are the values of the moves at a glance, `values` their values by a deeper search. A move is drawn with a
    probability that falls with how much worse it looks; how steeply, is chosen to make the mean loss come out.
    """
    best = max(values)
    losses = [best - value for value in values]
    steady = max(looks)

    def weights(temperature: float) -> list[float]:
        return [math.exp((look - steady) / temperature) for look in looks]

    def mean(temperature: float) -> float:
        shares = weights(temperature)
        return sum(share * lost for share, lost in zip(shares, losses, strict=True)) / sum(shares)

    # What looks best is not always what is best: a careful look, which mixes both, can lose less than a glance alone.
    care = 1.0
    if mean(0.05) > loss:
        looks = [value + 0.1 * look for look, value in zip(looks, values, strict=True)]
        steady = max(looks)
        care = 0.5
    low, high = 0.05 * care, 60.0
    for _ in range(40):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if mean(middle) < loss else (low, middle)
    return rng.choices(range(len(losses)), weights(low))[0]
