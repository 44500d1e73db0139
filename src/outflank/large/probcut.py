"""The margins of ProbCut on 10×10: the number of discs by which a shallow search must exceed a bound.

They are multiples of the standard deviation of the difference between a shallow search and a deep one. It was measured
for each of the two games on 270 positions at depths 3 to 7, and on 90 exact scores (2026-11-28).
"""

from functools import cache
from typing import Any

import numpy as np

from outflank.large.board import N_SQUARES
from outflank.search.probcut import PROBCUT_FROM
from outflank.search.selectivity import DEVIATIONS

PHASE = 20
"""Number of empty squares in a phase."""

N_PHASES = N_SQUARES // PHASE
N_DEPTHS = N_SQUARES + 1

# For the side with more discs as the winner and for the side with fewer: the deviations in discs at the smallest depth,
# by phase from the end of the game, and in searches to the end.
_DEVIATIONS = {False: (5.0, 3.6, 1.9, 1.5, 1.2), True: (3.3, 1.8, 1.8, 3.5, 2.4)}
_TO_THE_END = {False: 12.0, True: 8.0}
_GROWTH = 0.14  # for each further ply


@cache
def margins(fewest_win: bool) -> Any:
    """The margins for each selectivity, phase and depth, in this order: int64, flat."""
    growth = 1 + _GROWTH * np.maximum(np.arange(N_DEPTHS) - PROBCUT_FROM, 0)
    deviations = np.multiply.outer(_DEVIATIONS[fewest_win], growth)
    return np.rint(np.multiply.outer(DEVIATIONS, deviations)).astype(np.int64).ravel()


@cache
def end_margins(fewest_win: bool) -> Any:
    """The margins of searches to the end for each selectivity: int64."""
    return np.rint(np.multiply(DEVIATIONS, _TO_THE_END[fewest_win])).astype(np.int64)
