"""The evaluation's weights, learned from self-play (see docs/8-tribolo.md)."""

from typing import Any

import numpy as np

from outflank.tribolo.compiled.state import CELLS, N_FEATURES

KNOTS = (0, 16, 32, 48, 64, 80, 96, 112, 128)
"""Numbers of empty cells for which weights were learned. All other weights are interpolated."""

WEIGHTS = (
    (100, 0, 0, 0, 0, 0, 0),
    (99, 166, -83, -1, 21, -2, 84),
    (100, 127, -82, -11, 40, 8, 126),
    (89, 116, -94, 6, 72, -11, 200),
    (102, 102, -101, 7, 57, 6, 248),
    (110, 92, -133, 40, 9, 36, 324),
    (124, 85, -141, 23, 45, 12, 397),
    (164, 83, -139, -2, 9, 19, 468),
    (331, 103, -290, -32, -38, 50, 496),
)
"""For each knot, the weights of a colour's features, in 1/100 cell."""


def unfolded() -> Any:
    """The weights for every number of empty cells, as a flat array in the state's layout."""
    empties = np.arange(CELLS + 1)
    columns = [np.interp(empties, KNOTS, column) for column in zip(*WEIGHTS, strict=True)]
    return np.rint(np.stack(columns, axis=1)).astype(np.int64).reshape((CELLS + 1) * N_FEATURES)
