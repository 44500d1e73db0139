"""Multi-ProbCut: the margin by which a shallow search must exceed a bound to replace a deep one.

The results of a `reduced_depth` search and the deep one differ by a nearly normal error. Its standard deviation was
fitted to the project's own searches (`training.probcut`). The *selectivity* of a search is the number of deviations it
requires.
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
"""The least depth of a search that may be cut off."""

CONFIDENCE = (42, 58, 73, 87, 95, 98, 99, 100)
"""Reliability of a single cut-off in percent, by selectivity, the most selective first."""

_DEVIATIONS_128 = tuple(round(128 * deviations) for deviations in (0.55, 0.8, 1.1, 1.5, 2.0, 2.6, 3.3))


def selectivity_for(confidence: int) -> int:
    """The selectivity of searches whose cut-offs have at least this `confidence`, in percent."""
    return next(index for index, sure in enumerate(CONFIDENCE) if sure >= confidence)


MIDGAME = selectivity_for(73)
"""The default selectivity of searches to a depth, and of the probes of every search to the end."""


@cache
def margins(parameters: tuple[float, ...]) -> Any:
    """The standard deviation by number of empty squares and depth, in 1/`UNIT` disc: int64 [64, 64].

    Its logarithm is linear in `terms`, or in `end_terms` for a search to the end; `parameters` are those of the former,
    then of the latter.
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
    """The terms of the error of a search to a depth.

    The error grows about as depth ÷ √(reduced depth), whatever the number of empty squares, except in the opening: from
    36 empty squares up it falls, to two fifths at 54. Fitted and compared on 1,980 positions, depths 3 to 12; a
    straight line in the number of empty squares was worse, further terms were no better (2026-11-21).
    """
    return 1.0, math.log(depth), math.log(reduced_depth(depth)), max(n_empties - _OPENING, 0) / 10


def end_terms(depth: int) -> tuple[float, ...]:
    """The terms of the error of a search to the end; `depth` is the number of empty squares."""
    return 1.0, math.log(depth)


_OPENING = 36  # empty squares
_LEAST, _MOST = 0.5, 16.0  # discs; beyond these, the formula is not backed by measurements


@kernel("int64(int64)")
def reduced_depth(depth: int) -> int:
    """The depth of the shallow search: about half, with the same parity."""
    return 2 * (depth >> 2) + (depth & 1)


@kernel("int64(int64, int64, int64, uint64)")
def margin(depth: int, selectivity: int, n_empties: int, margins: int) -> int:
    """Discs by which the shallow search must exceed a bound; `margins` is the address of that table."""
    deviation = load(margins + unsigned(8 * (64 * n_empties + depth)))
    return (_DEVIATIONS_128[selectivity] * signed(deviation) + 64 * UNIT) // (128 * UNIT)
