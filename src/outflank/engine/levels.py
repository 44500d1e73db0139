"""Descriptions of the levels from 1 to 30, and the deliberate errors of the weaker ones.

From level 10 up, a level is a search depth and a number of empty squares from which play is perfect. On lower levels,
the engine gives away a certain number of discs per move on average. It errs as people do: it prefers moves that look
good at a glance, that is, in a shallow search. A deeper search measures how much each move loses, and the level sets
the mean loss. If all moves are good, or if the only good move is obvious, the engine errs little. It plays the endgame
in the same way, so no level plays it blindly. The numbers are in `play.limit`.
"""

import math
import random
from collections.abc import Sequence

from outflank.play.limit import Limit


def label(level: int) -> str:
    """A description of a level for users."""
    limit = Limit.at_level(level)
    if limit.loss:
        return f"gives away {limit.loss:g} disc{'s' * (limit.loss != 1)} a move on average"
    return f"depth {limit.depth}, exact from {limit.exact_from} empties"


def erring(looks: Sequence[float], values: Sequence[float], loss: float, rng: random.Random) -> int:
    """Choose a move that loses `loss` discs on average, or as close to that as the moves allow; return its index.

    `looks` has the moves' values at a glance, `values` their values from a deeper search. The better a move looks, the
    more likely it is to be chosen; how much more likely is adjusted to give the mean loss.
    """
    best = max(values)
    losses = [best - value for value in values]
    steady = max(looks)

    def weights(temperature: float) -> list[float]:
        return [math.exp((look - steady) / temperature) for look in looks]

    def mean(temperature: float) -> float:
        shares = weights(temperature)
        return sum(share * lost for share, lost in zip(shares, losses, strict=True)) / sum(shares)

    # The best-looking move is not always the best. A careful look, which mixes both values, can lose less than a
    # glance.
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
