"""The weights of the evaluation on 10×10, learned from self-play by `benchmarks/boards_10x10_weights.py`."""

from typing import Any

import numpy as np

from outflank.large.board import N_SQUARES, SIZE


def _classes() -> tuple[int, ...]:
    """The classes of symmetric squares, each as a bitboard, from the corner inwards."""
    found: dict[tuple[int, int], int] = {}
    for square in range(N_SQUARES):
        near, far = sorted(min(at, SIZE - 1 - at) for at in divmod(square, SIZE))
        found[near, far] = found.get((near, far), 0) | 1 << square
    return tuple(found[key] for key in sorted(found))


CLASSES = _classes()
N_CLASSES = len(CLASSES)
N_FEATURES = N_CLASSES + 6

KNOTS = (0, 8, 16, 24, 36, 48, 60, 72, 84, 96)
"""Numbers of empty squares for which weights were learned. All other weights are interpolated."""

# fmt: off
OTHELLO = (
    (233, -17, 10, 37, -18, 62, 45, 3, 2, 22, 50, 13, 26, 22, -45, 236, -74, -175, -146, -76, -39),
    (296, 52, 6, 15, -13, 61, 20, 2, 2, 8, 21, 22, 3, 14, -18, 174, -46, -15, -152, -111, -40),
    (356, 121, 1, -8, -9, 60, -6, 1, 2, -7, -9, 32, -20, 6, 8, 110, -19, 147, -156, -144, -40),
    (393, 178, 0, -18, -8, 64, -10, 22, -14, -20, -19, 16, -38, -5, -18, 62, 6, 313, -157, -185, -50),
    (443, 207, -16, -3, 11, 72, -4, -5, -39, -43, -13, -12, -7, -9, 0, 12, 15, 384, -155, -250, -65),
    (522, 208, -26, -7, 10, 97, -27, -63, -42, -9, 1, -13, 8, -15, -26, 17, 0, 388, -221, -325, -57),
    (622, 160, -24, -26, 5, 98, -24, -61, -62, -39, -16, 9, -29, 2, -17, 24, -8, 341, -346, -350, -38),
    (694, 8, 60, -48, -43, 38, 44, -116, -65, -52, -42, -11, -39, 16, -28, 18, -10, 237, -482, -375, -28),
    (723, -123, 260, -26, -108, -41, -29, -86, -47, -9, 20, -44, -37, -7, 12, 4, -3, 112, -604, -379, -8),
    (745, -250, 460, 0, -179, -115, -96, -36, -12, 98, 78, -50, -122, -3, 55, 15, -6, -18, -714, -377, 56),
)
ANTI = (
    (-200, -29, -9, -31, -15, -36, -30, -21, 3, -3, -23, -16, -18, -28, -22, 63, -5, -41, 36, 34, -180),
    (-210, -32, -8, -32, -11, -24, -31, -14, -6, 2, -16, -14, -11, -17, -20, 48, 0, -18, 18, 42, -123),
    (-219, -33, -6, -33, -7, -11, -32, -6, -16, 7, -10, -12, -5, -6, -16, 32, 4, 4, 0, 49, -64),
    (-228, -34, -3, -36, -4, -12, -32, -22, -14, 10, -9, -5, 1, 0, -3, 14, 6, 20, -16, 50, -46),
    (-237, -35, -9, -38, -14, -44, -18, -10, -26, 18, -14, -5, -10, -2, -4, 14, -2, 0, 3, 27, -42),
    (-217, -19, -10, -29, -45, -85, -20, -33, -30, 12, -19, -14, -18, -5, 12, 7, -6, 4, 75, 6, -36),
    (-157, 30, 4, -36, -64, -141, -40, -17, -16, 7, -12, -26, -24, 6, 9, -3, 2, 7, 157, -4, -30),
    (-78, 66, -26, -60, -100, -222, -23, -6, 6, 9, -1, -21, -16, 0, 14, 0, 2, 5, 229, -38, -16),
    (2, 104, -102, -88, -136, -284, 22, 2, 35, 21, -11, -37, 7, 16, 0, -4, 2, -6, 319, -59, 5),
    (83, 142, -179, -116, -171, -347, 67, 24, 59, 36, -30, -84, 18, 30, 27, 18, -16, -9, 399, -78, 91),
)
# fmt: on
"""For each knot, the weights of the features, in 1/32 disc."""


def unfolded(table: tuple[tuple[int, ...], ...]) -> Any:
    """The weights for every number of empty squares, as a flat array in the state's layout."""
    columns = [np.interp(np.arange(N_SQUARES + 1), KNOTS, column) for column in zip(*table, strict=True)]
    return np.rint(np.stack(columns, axis=1)).astype(np.int64).ravel()
