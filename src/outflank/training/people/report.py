"""Measures the accuracy of a network on the moves of people who were held out."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from outflank.people.network import MoveNetwork, inputs_of
from outflank.training.people.games import Choices, StoredGlances

BANDS = (-np.inf, -400, -200, 0, 200, 400, np.inf)
"""Limits of the bands of ratings."""

TOLD = (-480, -240, 0, 240, 480)
"""Ratings that the network is told instead of the right ones, as a test."""

_AT_ONCE = 10_000
_LEAST = 1e-9


@dataclass(frozen=True, slots=True)
class Predicted:
    """The accuracy of predictions."""

    n: int
    """Number of choices."""

    share: float
    """Share of choices that had the highest probability."""

    nats: float
    """Mean logarithm of the probability of the choice."""

    def to_json(self) -> dict[str, float | None]:
        """Return the fields as a JSON object; numbers are None if there is no choice."""
        return {"n": self.n, "share": _finite(self.share), "nats": _finite(self.nats)}


@dataclass(frozen=True, slots=True)
class Band:
    """Players whose ratings lie in one band."""

    low: float
    high: float
    right: Predicted
    """Predictions by the right rating."""

    told: tuple[Predicted, ...]
    """Predictions by the ratings in `TOLD`."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object; the outer ends of the outer bands are None."""
        told = {str(rating): each.to_json() for rating, each in zip(TOLD, self.told, strict=True)}
        return {"low": _finite(self.low), "high": _finite(self.high), "right": self.right.to_json(), "told": told}


def _finite(number: float) -> float | None:
    return round(number, 4) if np.isfinite(number) else None


def rows_of(choices: Choices, glances: StoredGlances, held_out: int, most: int, seed: int = 1) -> Any:
    """Choose at most `most` held-out choices at random; `held_out` is 1 for games, 2 for players."""
    rows = np.flatnonzero((choices.held_out == held_out) & (np.bitwise_count(glances.legal) > 1))
    if len(rows) > most:
        rows = np.sort(np.random.default_rng(seed).choice(rows, most, replace=False))
    return rows


def probabilities(
    network: MoveNetwork, choices: Choices, glances: StoredGlances, rows: Any, rating: float | None = None
) -> Any:
    """The probabilities of all moves; `rating` replaces the ratings of all players."""
    starts, parts = glances.starts, []
    for first in range(0, len(rows), _AT_ONCE):
        these = rows[first : first + _AT_ONCE]
        ratings = choices.ratings[these] if rating is None else rating
        inputs = inputs_of(
            choices.players[these], choices.opponents[these], glances.at(these, starts), ratings, choices.rivals[these]
        )
        parts.append(network.averaged(inputs))
    return np.concatenate(parts)


def predicted(shares: Any, squares: Any) -> Predicted:
    """Compare the probabilities of moves with the squares that were chosen."""
    if not len(shares):
        return Predicted(0, np.nan, np.nan)
    own = shares[np.arange(len(shares)), squares]
    best = shares.argmax(axis=1) == squares
    return Predicted(len(shares), float(best.mean()), float(np.log(own + _LEAST).mean()))


def bands(network: MoveNetwork, choices: Choices, glances: StoredGlances, rows: Any) -> tuple[Predicted, list[Band]]:
    """Measure the accuracy of predictions, overall and by rating band, with the correct ratings and with wrong ones."""
    squares, ratings = choices.squares[rows], choices.ratings[rows]
    right = probabilities(network, choices, glances, rows)
    told = [probabilities(network, choices, glances, rows, rating) for rating in TOLD]
    found = []
    for low, high in pairwise(BANDS):
        there = (ratings >= low) & (ratings < high)
        found.append(
            Band(
                low,
                high,
                predicted(right[there], squares[there]),
                tuple(predicted(each[there], squares[there]) for each in told),
            )
        )
    return predicted(right, squares), found
