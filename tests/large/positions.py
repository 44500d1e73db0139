"""Positions of 10×10, and kernels that return boards as words."""

import random

import numba
from hypothesis import strategies as st

from outflank.large.board import ALL, N_SQUARES
from outflank.rules import Position
from outflank.rules.anti import AntiPosition
from tests.variants.positions import placed, played

GAMES = [Position, AntiPosition]
words = numba.types.UniTuple(numba.types.uint64, 2)

boards = st.one_of(
    st.tuples(st.integers(0, ALL), st.integers(0, ALL)),
    st.integers(0, 2**32).map(lambda seed: random_board(random.Random(seed))),
).map(lambda both: (both[0] & ~both[1], both[1]))
"""Pairs of boards that share no square."""


def random_board(source):
    """Discs of random density and colour."""
    own, filled = source.choice([0.05, 0.3, 0.5, 0.7, 0.95]), source.choice([0.2, 0.5, 0.9, 1])
    player = opponent = 0
    for square in range(N_SQUARES):
        if source.random() < filled:
            if source.random() < own:
                player |= 1 << square
            else:
                opponent |= 1 << square
    return player, opponent


@st.composite
def endgames(draw, most):
    """Positions of each game with at most so many empty squares."""
    kind, make = draw(st.sampled_from(GAMES)), draw(st.sampled_from([played, placed]))
    return make(kind, 10, draw(st.integers(0, most)), draw(st.integers(0, 2**32 - 1)))
