"""The patterns of the 6×6 board, which lies in the middle of 8×8: see `evaluation.patterns`.

Its squares are named as on 8×8: b2 is a corner, and c3 an X-square.
"""

from functools import cache
from typing import Any

from outflank.evaluation.patterns import N_LANES, classes_of, increments_of, laid_out

SIZE = 6
"""The size of the board."""

FEWEST = 9
"""The smallest number of empty squares with weights. Nearer to the end, mobility and parity order the moves."""

PHASES = 12
"""Number of game phases with separate weights. Each covers two discs, from 9 and 10 empty squares to 31 and 32."""

PATTERNS = laid_out(
    {
        "edge and X-squares": "b2 c2 d2 e2 f2 g2 c3 f3",
        "corner 3×3": "b2 c2 d2 b3 c3 d3 b4 c4 d4",
        "corner 5×2": "b2 c2 d2 e2 f2 b3 c3 d3 e3 f3",
        "corner triangle": "b2 c2 d2 e2 b3 c3 d3 b4 c4 b5",
        "row 2": "b3 c3 d3 e3 f3 g3",
        "row 3": "b4 c4 d4 e4 f4 g4",
        "diagonal of 6": "b2 c3 d4 e5 f6 g7",
        "diagonal of 5": "b3 c4 d5 e6 f7",
        "diagonal of 4": "b4 c5 d6 e7",
    },
    2,
)
"""All patterns. Their weights follow two constants, for even and odd numbers of empty squares."""

FEATURES = tuple((pattern, squares) for pattern in PATTERNS for squares in pattern.features)
"""All features in lane order, as (pattern, squares)."""

N_WEIGHTS = PATTERNS[-1].start + PATTERNS[-1].n_indices
"""Number of weights in a phase."""


@cache
def increments() -> Any:
    """The amount that each disc of the player adds to each feature's index: an int16 array [64 squares, N_LANES]."""
    return increments_of([squares for _, squares in FEATURES], N_LANES)


@cache
def classes() -> tuple[Any, int]:
    """The class of each weight, and the number of classes. Mirrored indices belong to the same class."""
    return classes_of(PATTERNS, N_WEIGHTS)
