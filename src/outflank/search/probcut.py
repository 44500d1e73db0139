"""Multi-ProbCut: the margin by which a shallow search must exceed a bound to stand in for a deep search.

The results of a search to the `reduced_depth` and of the deep search differ by an error that is nearly normally
distributed. Its standard deviation was fitted to the project's own searches (`training.probcut`). A search's
*selectivity* determines how many standard deviations the margin is.
"""

import math
from functools import cache
from typing import Any

import numpy as np

from outflank.board.atomics import load
from outflank.board.bits import signed, unsigned
from outflank.evaluation.evaluate import UNIT
from outflank.jit import kernel

PROBCUT_FROM = 3
"""The smallest depth at which a search may be cut off."""

CONFIDENCE = (42, 58, 73, 87, 95, 98, 99, 100)
"""Reliability of a single cut-off in percent, indexed by selectivity; the most selective search comes first."""

_DEVIATIONS_128 = tuple(round(128 * deviations) for deviations in (0.55, 0.8, 1.1, 1.5, 2.0, 2.6, 3.3))


def selectivity_for(confidence: int) -> int:
    """The selectivity for cut-offs with at least this `confidence`, in percent."""
    return next(index for index, sure in enumerate(CONFIDENCE) if sure >= confidence)


MIDGAME = selectivity_for(73)
"""The default selectivity of searches to a fixed depth, and the selectivity of probes in every search to the end."""


@cache
def margins(parameters: tuple[float, ...]) -> Any:
    """The standard deviation of the error by number of empty squares and depth, in 1/`UNIT` disc: int64 [64, 64].

    The logarithm of the deviation is linear in `terms`, or in `end_terms` for a search to the end. `parameters`
    contains the coefficients of `terms`, then those of `end_terms`.
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
    """The terms that determine the error of a search to a fixed depth.

    The error grows roughly as depth ÷ √(reduced depth). It does not depend on the number of empty squares, except in
    the opening: above 36 empty squares the error shrinks, to two fifths at 54. Fitted and compared on 1,980 positions
    at depths 3 to 12; a straight line in the number of empty squares was worse, and additional terms were no better
    (2026-11-21).
    """
    return 1.0, math.log(depth), math.log(reduced_depth(depth)), max(n_empties - _OPENING, 0) / 10


def end_terms(depth: int) -> tuple[float, ...]:
    """The terms that determine the error of a search to the end; `depth` is the number of empty squares."""
    return 1.0, math.log(depth)


_OPENING = 36  # empty squares
_LEAST, _MOST = 0.5, 16.0  # discs; outside this range, no measurements support the formula


@kernel("int64(int64)")
def reduced_depth(depth: int) -> int:
    """The depth of the shallow search: about half of `depth`, with the same parity."""
    return 2 * (depth >> 2) + (depth & 1)


@kernel("int64(int64, int64, int64, uint64)")
def margin(depth: int, selectivity: int, n_empties: int, margins: int) -> int:
    """Discs by which the shallow search must exceed a bound; `margins` is the address of the `margins` table."""
    deviation = load(margins + unsigned(8 * (64 * n_empties + depth)))
    return (_DEVIATIONS_128[selectivity] * signed(deviation) + 64 * UNIT) // (128 * UNIT)
