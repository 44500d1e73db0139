"""Levels from 1 to 30 in words, and how the weaker ones err.

From level 10 on a level is a depth of search, and a number of empty squares from which play is perfect. Below, the
engine gives away a number of discs a move on average. It errs as people do: it prefers moves that look good at a
glance, which is a shallow search, and the sum of what a deeper one says against them comes to the loss that the level
is meant to have. Where all moves are good, or the only good one is plain to see, it errs little. The endgame is played
in the same way, so that no level is blind there. `play.limit` has the numbers.
"""

import math
import random
from collections.abc import Sequence

from outflank.play.limit import Limit


def label(level: int) -> str:
    """The guarantees of a level, for people."""
    limit = Limit.at_level(level)
    if limit.loss:
        return f"gives away {limit.loss:g} disc{'s' * (limit.loss != 1)} a move on average"
    return f"depth {limit.depth}, exact from {limit.exact_from} empties"


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
