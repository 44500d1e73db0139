"""Descriptions of levels 1 to 30, and the deliberate mistakes of the weaker levels.

Level 10 and above are defined by a search depth and by the number of empty squares from which play is perfect. Below
level 10, the engine loses a set number of discs per move on average. Like a human player, it prefers moves that look
good at first glance, which is a shallow search. A deeper search then measures how much each move loses, so that the
mean loss can be adjusted to the level. The engine makes few mistakes if all moves are good or if the only good move is
obvious. It plays endgames in the same way, so no level plays them blindly. The numbers are in `play.limit`.
"""

import math
import random
from collections.abc import Sequence

from outflank.play.limit import Limit


def label(level: int) -> str:
    """Describe a level to users."""
    limit = Limit.at_level(level)
    if limit.loss:
        return f"gives away {limit.loss:g} disc{'s' * (limit.loss != 1)} a move on average"
    return f"depth {limit.depth}, exact from {limit.exact_from} empties"


def erring(looks: Sequence[float], values: Sequence[float], loss: float, rng: random.Random) -> int:
    """Choose a move that loses `loss` discs on average, as nearly as the legal moves permit. Returns its index.

    `looks` contains the moves' values at first glance, and `values` their values from a deeper search. Moves that look
    better are more likely to be chosen. The strength of this preference is adjusted to achieve the mean loss.
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
