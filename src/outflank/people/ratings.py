"""Ratings of players from their games: one number for each player and year, on one scale for all times.

The model is Bradley and Terry's (1952): a player scores 10/11 against somebody 400 points weaker. Strength drifts from
year to year as a random walk, as in Coulom's Whole-History Rating (2008), and all ratings are found together, as those
that make the results of all games likeliest. A weak prior keeps players with few games near the average.

Points are relative: 0 is the mean over all games, where each player counts once for each game.
"""

import math
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from outflank.jit import kernel

DRIFT = 55.0
"""Standard deviation of the change in strength over a year, in points.

Chosen from 1 to 90 for the best prediction of held-out games of the WTHOR archive (cross-entropy of a result 0.555).
"""

PRIOR = 350.0
"""Standard deviation of strengths around the mean before any game, in points."""

_POINT = math.log(10) / 400  # natural units per point
_MOST_STEPS, _SETTLED = 3000, 1e-4  # steps, and natural units
_STEP = 0.6  # of a Newton step that treats opponents as fixed
_SURE = 1.96  # standard deviations of a 95% interval

_types = numba.types
_Doubles = _types.Array(_types.float64, 1, "C")

Integers = npt.NDArray[np.int64]
Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Ratings:
    """Ratings by player and year, sorted by both. All arrays have the same length."""

    players: Integers
    """Player numbers."""

    years: Integers
    """Years in which the player has games."""

    games: Integers
    """The player's games in that year."""

    points: Doubles
    """Ratings in Elo points."""

    errors: Doubles
    """Half the width of the 95% interval, in points; opponents' ratings count as known."""

    def at(self, players: Any, years: Any) -> Doubles:
        """Ratings of players in years in which they have games; NaN for all others."""
        rows = np.minimum(np.searchsorted(self._keys(), _key(players, years)), len(self.players) - 1)
        is_there = (self.players[rows] == players) & (self.years[rows] == years)
        return np.where(is_there, self.points[rows], np.nan)

    def _keys(self) -> Integers:
        return _key(self.players, self.years)


def rate(black: Any, white: Any, points: Any, years: Any, *, drift: float = DRIFT) -> Ratings:
    """Rate players from their games.

    `black` and `white` are player numbers, `points` are Black's: 1 for a win, 0.5 for a draw, 0 for a loss. `years` are
    those of the games; games of the same year are simultaneous.
    """
    black, white, years = (np.asarray(each, np.int64) for each in (black, white, years))
    points = np.asarray(points, np.float64)
    if not len(black):
        none = np.zeros(0, np.int64)
        return Ratings(none, none, none, np.zeros(0), np.zeros(0))
    keys, places = np.unique(np.concatenate([_key(black, years), _key(white, years)]), return_inverse=True)
    at_black, at_white = places[: len(black)], places[len(black) :]
    players, of_years = np.divmod(keys, _YEARS)
    follows = np.append(players[1:] == players[:-1], False)
    gaps = np.append(np.diff(of_years), 1)
    bonds = np.where(follows, 1 / ((drift * _POINT) ** 2 * np.maximum(gaps, 1)), 0.0)
    strengths = np.zeros(len(keys))
    for _ in range(_MOST_STEPS):
        expected = 1 / (1 + np.exp(strengths[at_white] - strengths[at_black]))
        slope, curve = (
            _sums(points - expected, at_black, at_white, len(keys)),
            _curve(expected, at_black, at_white, keys),
        )
        pulls = np.append(np.diff(strengths), 0.0) * bonds
        slope += pulls - strengths / (PRIOR * _POINT) ** 2
        slope[1:] -= pulls[:-1]
        curve += bonds + 1 / (PRIOR * _POINT) ** 2
        curve[1:] += bonds[:-1]
        step = np.empty_like(slope)
        solve_chain(curve, -bonds, slope, step)
        strengths += _STEP * step
        if np.abs(step).max() < _SETTLED:
            break
    games = np.bincount(places, minlength=len(keys))
    errors = _SURE * np.sqrt(_variances(curve, bonds)) / _POINT
    elo = strengths / _POINT
    return Ratings(players, of_years, games, elo - np.average(elo, weights=games), errors)


_YEARS = 100_000  # more than any year


def _key(players: Any, years: Any) -> Integers:
    return np.asarray(players, np.int64) * _YEARS + np.asarray(years, np.int64)


def _sums(surplus: Doubles, at_black: Integers, at_white: Integers, n: int) -> Doubles:
    return np.bincount(at_black, surplus, n).astype(np.float64) - np.bincount(at_white, surplus, n)


def _curve(expected: Doubles, at_black: Integers, at_white: Integers, keys: Integers) -> Doubles:
    doubt = expected * (1 - expected)
    return np.bincount(at_black, doubt, len(keys)).astype(np.float64) + np.bincount(at_white, doubt, len(keys))


@kernel(_types.void(_Doubles, _Doubles, _Doubles, _Doubles))
def solve_chain(diagonal: Any, beside: Any, right: Any, solution: Any) -> None:
    """Solve a symmetric tridiagonal system (Thomas algorithm); `beside[i]` couples unknowns `i` and `i + 1`."""
    n = len(diagonal)
    ratios = np.empty(n)
    pivot = diagonal[0]
    solution[0] = right[0] / pivot
    for i in range(1, n):
        ratios[i - 1] = beside[i - 1] / pivot
        pivot = diagonal[i] - beside[i - 1] * ratios[i - 1]
        solution[i] = (right[i] - beside[i - 1] * solution[i - 1]) / pivot
    for i in range(n - 2, -1, -1):
        solution[i] -= ratios[i] * solution[i + 1]


def _variances(diagonal: Doubles, bonds: Doubles) -> Doubles:
    """The diagonal of the inverse of the chain's matrix, from the pivots of both directions."""
    n = len(diagonal)
    forward, backward = diagonal.copy(), diagonal.copy()
    for i in range(1, n):
        forward[i] -= bonds[i - 1] ** 2 / forward[i - 1]
        j = n - 1 - i
        backward[j] -= bonds[j] ** 2 / backward[j + 1]
    return 1 / (forward + backward - diagonal)
