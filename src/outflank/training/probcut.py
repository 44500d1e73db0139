"""Measure how shallow searches differ from deep ones on positions from games, and fit multi-ProbCut to these errors.

Each position is searched to all depths without selective cut-offs. The model assumes that the error between two depths
is normally distributed, and that the logarithm of its standard deviation is linear in a few terms
(`search.probcut.terms`). This is a gamma regression of the squared errors, which is solved by iterated least squares
(McCullagh and Nelder 1989).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from outflank.evaluation.weights import Weights
from outflank.search.midgame import settle
from outflank.search.probcut import END_SLOPE, PROBCUT_FROM, end_terms, reduced_depth, terms
from outflank.search.state import SearchState
from outflank.search.table import EXACT, Table

ERROR = np.dtype([("n_empties", "u1"), ("depth", "u1"), ("error", "i1")])
"""Data type of an error. The error is the result of a deep search minus what ProbCut's shallow search predicts for it,
in discs.
"""

_PRIOR = 4.0  # errors that the prior counts for: just enough for terms without measurements
_ROUNDS = 25


def measure(weights: Weights, positions: Any, depth: int, solve_from: int, megabytes: int = 64) -> Any:
    """Measure the errors of searches to depths from PROBCUT_FROM to `depth`, and return them as an array of ERROR.

    `positions` is an array of POSITION in which every mover has a legal move. Positions with up to `solve_from` empties
    are also solved, and the errors for that are included.
    """
    table = Table(megabytes)
    state = SearchState(table, weights)
    errors = []
    for position in positions:
        player, opponent, n_empties = (int(position[name]) for name in ("player", "opponent", "n_empties"))
        table.clear()
        state.begin()
        state.place(player, opponent)
        depths = [*range(1, min(depth, n_empties - 1) + 1), *([n_empties] if n_empties <= solve_from else [])]
        values: dict[int, int] = {}
        guess = 0
        for to in depths:
            guess = values[to] = settle(player, opponent, guess, to, EXACT, n_empties, state.record)[0]
        for to in depths:
            if to >= PROBCUT_FROM and reduced_depth(to) in values:
                error = values[to] - round((END_SLOPE if to == n_empties else 1) * values[reduced_depth(to)])
                errors.append((n_empties, to, min(max(error, -127), 127)))
    return np.array(errors, ERROR)


def fit(errors: Any, prior: Sequence[float]) -> tuple[float, ...]:
    """Find the likeliest parameters for `search.probcut.margins`, given the errors.

    They are pulled slightly towards `prior`.
    """
    is_end = errors["depth"] == errors["n_empties"]
    midgame, end = errors[~is_end], errors[is_end]
    n_terms = len(terms(1, 2))
    return (
        *_deviations([terms(int(e["depth"]), int(e["n_empties"])) for e in midgame], midgame["error"], prior[:n_terms]),
        *_deviations([end_terms(int(e["depth"])) for e in end], end["error"], prior[n_terms:]),
    )


def _deviations(rows: Any, errors: Any, prior: Any) -> list[float]:
    """Find parameters p for which exp(row · p) is the standard deviation of the error in each row."""
    parameters = np.array(prior, float)
    if not len(rows):
        return [float(parameter) for parameter in parameters]
    rows, squares = np.array(rows), errors.astype(float) ** 2 + 1 / 12  # plus the variance of rounding to whole discs
    ridge = _PRIOR * np.eye(len(parameters))
    for _ in range(_ROUNDS):
        excess = squares / np.exp(2 * rows @ parameters) - 1
        gradient = rows.T @ excess - ridge @ (parameters - prior)
        step = np.linalg.solve(2 * rows.T @ rows + ridge, gradient)
        parameters += np.clip(step, -0.5, 0.5)
    return [float(parameter) for parameter in parameters]
