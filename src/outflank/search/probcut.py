"""Multi-ProbCut: by how much a shallow search must exceed a bound to make a deep one needless.

A search of `reduced_depth` and the deep one differ by an error that is close to normal, with a standard deviation that
was fitted to the project's own searches (`training.probcut`). A level of selectivity says how many deviations suffice.
"""

from functools import cache
from typing import Any

import numpy as np

from outflank.board.bits import signed, unsigned
from outflank.evaluation.evaluate import UNIT
from outflank.jit import kernel
from outflank.search.memory import load

PROBCUT_FROM = 3
"""The least depth of a search that may be cut off."""

CONFIDENCE = (73, 87, 95, 98, 99, 100)
"""The levels of selectivity in per cent: how often a single cut-off is right."""

_DEVIATIONS_128 = tuple(round(128 * deviations) for deviations in (1.1, 1.5, 2.0, 2.6, 3.3))


@cache
def margins(parameters: tuple[float, ...]) -> Any:
    """The standard deviation for each number of empty squares and depth, in 1/`UNIT` disc: int64 [64, 64].

    Of `parameters`, a, b, c, d, e and f: a search to a depth errs by a + b × empties + c × depth + d × reduced depth
    discs, a search to the end by e + f × depth.
    """
    a, b, c, d, e, f = parameters
    table = np.zeros((64, 64), np.int64)
    for n_empties in range(64):
        for depth in range(1, n_empties + 1):
            if depth == n_empties:
                deviation = e + f * depth
            else:
                deviation = a + b * n_empties + c * depth + d * reduced_depth(depth)
            table[n_empties, depth] = round(UNIT * max(deviation, 0.5))
    return table


@kernel("int64(int64)")
def reduced_depth(depth: int) -> int:
    """The depth of the shallow search: about half, of the same parity."""
    return 2 * (depth >> 2) + (depth & 1)


@kernel("int64(int64, int64, int64, uint64)")
def margin(depth: int, level: int, n_empties: int, margins: int) -> int:
    """How many discs the shallow search must be beyond a bound; `margins` is the address of the table of that name."""
    deviation = load(margins + unsigned(8 * (64 * n_empties + depth)))
    return (_DEVIATIONS_128[level] * signed(deviation) + 64 * UNIT) // (128 * UNIT)
