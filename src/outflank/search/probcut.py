"""Multi-ProbCut: a shallow search replaces a deep one if its result exceeds a bound by a sufficient margin.

The shallow search goes to the `reduced_depth`. Its result differs from the deep search's result by an error that is
almost normally distributed. The standard deviation of this error was fitted to the engine's own searches
(`training.probcut`), and the margin is a multiple of it. A search's *selectivity* determines the multiple.

Shallow searches understate a lead, because the evaluation does so when it is unsure. Before a shallow search stands in
for one to the end of the game, its result is therefore multiplied by a slope, as in the original ProbCut (Buro 1995).
"""

import math
from functools import cache
from typing import Any

import numpy as np

from outflank.board.atomics import load
from outflank.board.bits import signed, unsigned
from outflank.evaluation.evaluate import UNIT
from outflank.jit import kernel
from outflank.search.score import HIGHEST, LOWEST
from outflank.search.selectivity import DEVIATIONS

PROBCUT_FROM = 3
"""The smallest depth at which ProbCut is used."""

END_SLOPE = 1.15
"""The score of a game, on average, divided by the result of the shallow search."""

_DEVIATIONS_128 = tuple(round(128 * deviations) for deviations in DEVIATIONS)


@cache
def margins(parameters: tuple[float, ...]) -> Any:
    """The error's standard deviation by number of empty squares and depth, in 1/`UNIT` disc: int64 [64, 64].

    The logarithm of the deviation is linear in `terms` or, for a search to the end, in `end_terms`. `parameters`
    contains the coefficients of `terms`, followed by those of `end_terms`.
    """
    table = np.zeros((64, 64), np.int64)
    for n_empties in range(64):
        for depth in range(PROBCUT_FROM, n_empties + 1):
            row = end_terms(depth) if depth == n_empties else terms(depth, n_empties)
            of_row = parameters[-len(row) :] if depth == n_empties else parameters[: len(row)]
            deviation = math.exp(sum(parameter * term for parameter, term in zip(of_row, row, strict=True)))
            table[n_empties, depth] = round(UNIT * min(max(deviation, _LEAST), _MOST))
    return table


def terms(depth: int, n_empties: int) -> tuple[float, ...]:
    """The terms that predict the error of a search to a fixed depth.

    The error is roughly proportional to depth ÷ √(reduced depth). Up to 36 empty squares, it does not depend on their
    number. Above 36, it shrinks, to two fifths at 54. The formula was fitted to 1,980 positions at depths 3 to 12. A
    straight line in the number of empty squares was less accurate, and additional terms were no more accurate
    (2026-11-21).
    """
    return 1.0, math.log(depth), math.log(reduced_depth(depth)), max(n_empties - _OPENING, 0) / 10


def end_terms(depth: int) -> tuple[float, ...]:
    """The terms that predict the error of a search to the end, whose depth is the number of empty squares."""
    return 1.0, math.log(depth)


_OPENING = 36  # empty squares
_LEAST, _MOST = 0.5, 16.0  # discs; outside this range, no measurements support the formula


_END_SLOPE_128 = round(128 * END_SLOPE)
_SLOPED_TO = 20  # discs; a larger lead is understated by as much as this one


@kernel("int64(int64)")
def before_slope(score: int) -> int:
    """The result of a shallow search that predicts this final score, rounded.

    Scores beyond a wipe-out stay there, because no shallow search predicts one.
    """
    if score >= HIGHEST or score < LOWEST:
        return score
    sloped = min(max(score, -_SLOPED_TO), _SLOPED_TO)
    return score - sloped + (128 * sloped + _END_SLOPE_128 // 2) // _END_SLOPE_128


@kernel("int64(int64)")
def reduced_depth(depth: int) -> int:
    """The depth of the shallow search, which is about half of `depth` and has the same parity."""
    return 2 * (depth >> 2) + (depth & 1)


@kernel("int64(int64, int64, int64, uint64)")
def margin(depth: int, selectivity: int, n_empties: int, margins: int) -> int:
    """The number of discs by which the shallow search must exceed a bound. `margins` is the address of the table."""
    deviation = load(margins + unsigned(8 * (64 * n_empties + depth)))
    return (_DEVIATIONS_128[selectivity] * signed(deviation) + 64 * UNIT) // (128 * UNIT)
