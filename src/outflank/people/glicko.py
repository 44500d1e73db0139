"""Glicko-2: a person's rating with its uncertainty, updated after every result.

The rules are those of Glickman's paper "Example of the Glicko-2 system" (2013). A rating period is a day: uncertainty
grows with the days that pass between results, and results of one day are processed one after another. All ratings are
in Elo points.

>>> newcomer = GlickoRating(1500.0, 200.0)
>>> after = updated(newcomer, [Encounter(1400.0, 30.0, 1.0)])
>>> f"{after.rating:.0f} ± {after.error_95:.0f}"
'1564 ± 344'
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from outflank.people.curve import POINTS

TAU = 0.5
"""Limits the change in volatility; the paper suggests 0.3 to 1.2."""

VOLATILITY = 0.06
"""Volatility before any result, as in the paper."""

MOST_DEVIATION = 350.0
"""Deviation of an unrated player, as in the paper; no deviation is larger."""

SURE = 1.96
"""Deviations in half a 95% interval."""

FEWEST_RESULTS = 3
"""A rating from fewer results is not shown: one game moves it by hundreds of points."""

FEW_RESULTS = 5
"""A rating from fewer results is provisional."""

WIDE_ERROR = 300.0
"""A rating with a larger `error_95` is provisional."""

_DAY = 86400.0  # seconds
_SETTLED = 1e-6


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """A rating in Elo points, with its uncertainty."""

    rating: float
    """The likeliest strength."""

    deviation: float = MOST_DEVIATION
    """Standard deviation of the strength."""

    volatility: float = VOLATILITY
    """Expected fluctuation of the strength in one period, on the paper's inner scale."""

    results: int = 0
    """Number of results that the rating is based on."""

    @property
    def error_95(self) -> float:
        """Half the width of the 95% interval."""
        return SURE * self.deviation

    @property
    def is_shown(self) -> bool:
        """True once there are enough results for people to see the rating."""
        return self.results >= FEWEST_RESULTS

    @property
    def is_provisional(self) -> bool:
        """True while a few results could change the rating much."""
        return self.results < FEW_RESULTS or self.error_95 > WIDE_ERROR

    def to_json(self) -> dict[str, int]:
        """Return the rating, the half-width of its 95% interval and the number of results as a JSON object."""
        return {"rating": round(self.rating), "error_95": round(self.error_95), "results": self.results}


@dataclass(frozen=True, slots=True)
class Encounter:
    """A result against a rated opponent."""

    rating: float
    """The opponent's rating."""

    deviation: float
    """Standard deviation of the opponent's rating."""

    score: float
    """1 for a win, 0.5 for a draw, 0 for a loss."""


def expected(rating: float, opponent: float, deviation: float = 0.0) -> float:
    """The expected score against an opponent with a rating and its deviation."""
    return 1 / (1 + math.exp(-_g(deviation / POINTS) * (rating - opponent) / POINTS))


def deviation_of(slope: float) -> float:
    """The deviation of an opponent against whom the expected score rises with this slope.

    The slope, from 0 to 1, is relative to an Elo curve; 1 means a deviation of 0.
    """
    return POINTS * math.pi * math.sqrt((1 / slope**2 - 1) / 3)


def rested(before: GlickoRating, periods: float) -> GlickoRating:
    """Let time pass without results: the uncertainty grows."""
    phi = math.hypot(before.deviation / POINTS, before.volatility * math.sqrt(max(0.0, periods)))
    return replace(before, deviation=min(phi * POINTS, MOST_DEVIATION))


def updated(before: GlickoRating, games: Sequence[Encounter], periods: float = 1.0) -> GlickoRating:
    """Process results that count as simultaneous, after a number of periods since the last ones."""
    if not games:
        return rested(before, periods)
    weights = [_g(game.deviation / POINTS) for game in games]
    scores = [expected(before.rating, game.rating, game.deviation) for game in games]
    information = sum(g**2 * score * (1 - score) for g, score in zip(weights, scores, strict=True))
    surplus = sum(g * (game.score - score) for g, game, score in zip(weights, games, scores, strict=True))
    phi = before.deviation / POINTS
    volatility = _volatility(phi, before.volatility, 1 / information, surplus / information)
    phi = rested(replace(before, volatility=volatility), periods).deviation / POINTS
    phi = 1 / math.sqrt(1 / phi**2 + information)
    return GlickoRating(
        before.rating + phi**2 * surplus * POINTS, phi * POINTS, volatility, before.results + len(games)
    )


def history(before: GlickoRating, results: Iterable[tuple[Encounter, float]], now: float) -> list[GlickoRating]:
    """The rating after each result, and then the rating `now`, whose uncertainty has grown since the last result.

    Each result comes with its time, oldest first. Times are in seconds.
    """
    rating, last, found = before, None, list[GlickoRating]()
    for game, at in results:
        rating, last = updated(rating, [game], _days(last, at)), at
        found.append(rating)
    return [*found, rested(rating, _days(last, now))]


def _days(since: float | None, until: float) -> float:
    return 0.0 if since is None else max(0.0, until - since) / _DAY


def _g(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """The new volatility, by the Illinois algorithm in step 5 of the paper."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        total = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - total) / (2 * total**2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _SETTLED:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
