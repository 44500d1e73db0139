"""The difficulty of a position for people: how many find the best move, what a move costs them, and the trap.

The chances come from the model of people's moves, blended with the values of a search of all moves. Moves that lead to
equal or symmetric positions count as one move.

>>> from outflank import Position
>>> from outflank.people.difficulty import difficulty
>>> found = difficulty(Position.start().play("f5"), {"d6": 0.0, "f6": -0.3, "f4": -9.0}, rating=0)
>>> found.best, found.finds > 0.3, found.trap
('d6', True, None)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outflank.board.canonical import canonical
from outflank.errors import OptionError
from outflank.people.blend import blended
from outflank.people.curve import POINTS, SLOPES, Curve
from outflank.people.model import PeopleModel, chance_within, check_known, expected_loss, within_ratings
from outflank.people.scale import RATINGS
from outflank.play.analysis import Analysis
from outflank.play.position import Move
from outflank.rules import Position

EQUAL = 0.5
"""Moves at most this much worse than the best one, in discs, are best moves too: searches do not tell them apart."""

NEAR = 2.0
"""A move at most this much worse than the best one, in discs, is nearly as good."""

TRAP = 0.25
"""Least share of players who fall for a trap."""

GRID = tuple(range(RATINGS[0], RATINGS[1] + 1, 100))
"""The ratings at which a curve is sampled."""

_LEAST = 1e-4  # chances closer to 0 or 1 count as this close
_STEPS, _SETTLED = 50, 1e-6


@dataclass(frozen=True, slots=True)
class Trap:
    """A move that many players choose although it loses discs."""

    move: Move
    share: float
    """Share of players who choose the move, or one like it."""

    loss: float
    """Discs that the move loses against the best one."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {"move": self.move, "share": round(self.share, 3), "loss": round(self.loss, 1)}


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The difficulty of a position for players of one rating."""

    rating: float
    """Rating of the players, in Elo points on the archive's scale, within `RATINGS`."""

    bests: tuple[Move, ...]
    """The best moves, those at most `EQUAL` discs worse than the best one; likeliest first."""

    finds: float
    """Share of players who find a best move."""

    near: float
    """Share of players who find a move at most `NEAR` discs worse."""

    loss: float
    """Discs that these players lose on average."""

    trap: Trap | None
    """The likeliest move among those that lose more than `NEAR` discs, if at least `TRAP` of the players choose it."""

    @property
    def best(self) -> Move:
        """The best move; of equally good moves, the likeliest."""
        return self.bests[0]

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "rating": round(self.rating),
            "best": self.best,
            "also": list(self.bests[1:]),
            "finds": round(self.finds, 3),
            "near": round(self.near, 3),
            "loss": round(self.loss, 2),
            "trap": None if self.trap is None else self.trap.to_json(),
        }


def values_of(analysis: Analysis) -> dict[Move, float]:
    """The values of the moves that a search has valued, in discs from the mover's point of view."""
    return {each.move: each.value for each in analysis.moves if each.value is not None}


def shares(
    position: Position,
    values: Mapping[Move, float],
    rating: float,
    rival: float | None = None,
    model: PeopleModel | None = None,
) -> dict[Move, float]:
    """The share of players with a `rating` who choose each move; likeliest first.

    `values` are those of all legal moves from the mover's point of view, in discs; `rival` is the opponent's rating,
    by default the same. Raises OptionError if a value is missing or the model does not know the game.
    """
    return _likeliest_first(position, levelled(position, values), rating, rival, model)


def _likeliest_first(
    position: Position, values: Mapping[Move, float], rating: float, rival: float | None, model: PeopleModel | None
) -> dict[Move, float]:
    [found] = _shares(position, values, [(rating, rating if rival is None else rival)], model)
    return dict(sorted(found.items(), key=lambda each: -each[1]))


def difficulty(
    position: Position,
    values: Mapping[Move, float],
    rating: float,
    rival: float | None = None,
    model: PeopleModel | None = None,
) -> Difficulty:
    """Determine how difficult a position is for players with a `rating`; the arguments are those of `shares`."""
    values = levelled(position, values)
    found = _likeliest_first(position, values, rating, rival, model)
    most = max(values.values())
    bests = tuple(move for move in found if values[move] >= most - EQUAL)
    return Difficulty(
        float(within_ratings(rating)),
        bests,
        chance_within(found, values, EQUAL),
        chance_within(found, values, NEAR),
        expected_loss(found, values),
        _trap(position, found, values),
    )


def _trap(position: Position, found: Mapping[Move, float], values: Mapping[Move, float]) -> Trap | None:
    most, traps = max(values.values()), list[Trap]()
    for alike in _alike(position):
        loss, share = most - values[alike[0]], sum(found[move] for move in alike)
        if loss > NEAR and share >= TRAP:
            traps.append(Trap(max(alike, key=lambda move: found[move]), share, loss))
    return max(traps, key=lambda trap: trap.share, default=None)


def levelled(position: Position, values: Mapping[Move, float], *, known: Sequence[Move] = ()) -> dict[Move, float]:
    """Give moves that lead to equal or symmetric positions the same value, which a search may value differently.

    It is the value of the first `known` move among them, or else the greatest. Raises OptionError if a value is missing
    or the model does not know the game.
    """
    check_known(position)
    for move in position.legal_moves:
        if move not in values:
            raise OptionError("expected a value for each legal move, got none for {move}", move=move)
    level = {
        move: values[next((each for each in known if each in alike), max(alike, key=lambda each: values[each]))]
        for alike in _alike(position)
        for move in alike
    }
    return {move: level[move] for move in position.legal_moves}


def _alike(position: Position) -> list[list[Move]]:
    """Group the legal moves; those of a group lead to equal or symmetric positions."""
    groups: dict[tuple[int, int], list[Move]] = {}
    for move in position.legal_moves:
        after = position.play(move)
        groups.setdefault(canonical(after.player, after.opponent), []).append(move)
    return list(groups.values())


def chances(
    position: Position, values: Mapping[Move, float], ratings: Sequence[float] = GRID, model: PeopleModel | None = None
) -> list[float]:
    """The chance to find a best move for players with each of some ratings, against equally strong opponents."""
    values = levelled(position, values)
    found = _shares(position, values, [(rating, rating) for rating in ratings], model)
    return [chance_within(each, values, EQUAL) for each in found]


def curve(position: Position, values: Mapping[Move, float], model: PeopleModel | None = None) -> Curve:
    """Fit a logistic curve to the chances at all ratings that the model knows."""
    return fitted(GRID, chances(position, values, GRID, model))


def fitted(ratings: Sequence[float], found: Sequence[float]) -> Curve:
    """Fit a logistic curve to chances at some ratings, as the one that makes them likeliest (logistic regression).

    If the slope is outside `SLOPES`, its limit is used.
    """
    x = np.asarray(ratings, np.float64) / POINTS
    y = np.clip(np.asarray(found, np.float64), _LEAST, 1 - _LEAST)
    slope, shift = _newton(x, y, None)
    if not SLOPES[0] <= slope <= SLOPES[1]:
        slope = min(max(slope, SLOPES[0]), SLOPES[1])
        slope, shift = _newton(x, y, slope)
    return Curve(-shift / slope * POINTS, slope)


def _newton(x: Any, y: Any, slope: float | None) -> tuple[float, float]:
    """Slope and shift of the log-odds that make `y` likeliest, by Newton's method; a given slope stays as it is."""
    columns = np.stack([x, np.ones_like(x)] if slope is None else [np.ones_like(x)], axis=1)
    fixed = np.zeros_like(x) if slope is None else slope * x
    weights = np.zeros(columns.shape[1])
    for _ in range(_STEPS):
        p = 1 / (1 + np.exp(-(columns @ weights + fixed)))
        curvature = columns.T @ (columns * (p * (1 - p))[:, None])
        step = np.linalg.solve(curvature, columns.T @ (y - p))
        weights = weights + np.clip(step, -1, 1)  # far from the optimum, a whole step may overshoot
        if np.abs(step).max() < _SETTLED:
            break
    return (float(weights[0]), float(weights[1])) if slope is None else (slope, float(weights[0]))


def _shares(
    position: Position,
    values: Mapping[Move, float],
    pairs: Sequence[tuple[float, float]],
    model: PeopleModel | None,
) -> list[dict[Move, float]]:
    """The share of players who choose each move, for each pair of a rating and the opponent's rating."""
    if position.must_pass:
        return [dict.fromkeys(position.legal_moves, 1.0)] * len(pairs)
    model = PeopleModel.shipped() if model is None else model
    return [
        blended(found, values, rating, position.n_empties)
        for (rating, _), found in zip(pairs, model.at_pairs(position, pairs), strict=True)
    ]
