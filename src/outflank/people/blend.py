"""Blends the model of people's moves with the values of a deeper search.

The model sees two plies ahead; strong players see more. So the probability of a move is a power of the model's, times
``exp(-weight × loss)``, where the loss comes from a search: a logistic choice (McFadden 1974), whose weight grows with
the player's rating and with the number of empty squares. The four constants were fitted to 4,000 choices of people in
the WTHOR archive with searches of eight plies; see benchmarks/people.md.
"""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from outflank.people.model import within_ratings
from outflank.people.network import RATING_SCALE
from outflank.play.position import Move

POWER = 0.83
"""Exponent of the model's probability."""

WEIGHT = (-1.89, 1.16, 0.31)
"""Weight of a disc before the softplus: a constant, and factors of the rating and of the phase."""

_MOST_LOSS = 40.0  # discs


def weight_of(rating: float, n_empties: int) -> float:
    """The weight of a disc for a player with a `rating`, with a number of empty squares left."""
    return float(np.logaddexp(0, factors_of(rating, n_empties) @ np.asarray(WEIGHT)))


def factors_of(ratings: Any, empties: Any) -> Any:
    """The factors of the constants in `WEIGHT`, as the last axis of an array."""
    rating, phase = np.broadcast_arrays(within_ratings(ratings) / RATING_SCALE, np.asarray(empties) / 30 - 1)
    return np.stack([np.ones_like(rating), rating, phase], axis=-1)


def blended(
    shares: Mapping[Move, float], values: Mapping[Move, float], rating: float, n_empties: int
) -> dict[Move, float]:
    """Blend the model's probabilities with values of the moves from the mover's point of view, in discs.

    Returns the probabilities in the order of `shares`. `values` must contain all moves.
    """
    best, weight = max(values.values()), weight_of(rating, n_empties)
    found = {
        move: share**POWER * math.exp(-weight * min(best - values[move], _MOST_LOSS)) for move, share in shares.items()
    }
    total = sum(found.values())
    return {move: share / total for move, share in found.items()} if total else dict(shares)
