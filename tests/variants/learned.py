"""Positions of 6×6 on 8×8 bitboards, and states with a learned evaluation whose weights are random."""

from functools import cache

import numpy as np
from hypothesis import strategies as st

from outflank.rules import Position
from outflank.search.table import Table
from outflank.variants.patterns import FEWEST, PHASES, SIZE, classes
from outflank.variants.shape import Shape
from outflank.variants.state import VariantState
from outflank.variants.weights import table_of
from tests.variants.positions import played

SHAPE = Shape(SIZE)


def boards(least=FEWEST, most=30):
    """Bitboards of the player and the opponent, from random games, with so many empty squares."""
    positions = st.builds(played, st.just(Position), st.just(SIZE), st.integers(least, most), st.integers(0, 10**6))
    return positions.map(lambda position: (SHAPE.placed(position.player), SHAPE.placed(position.opponent)))


def n_empties_of(board):
    return (SHAPE.squares & ~(board[0] | board[1])).bit_count()


@cache
def random_weights():
    """Weights that no training found, by class. Few values of positions reach the limits of the evaluation."""
    return np.random.default_rng(1).integers(-40, 40, (PHASES, classes()[1])).astype(np.int16)


def state_with_weights(fewest_win=False, table=None):
    """The state of a search with random weights."""
    state = VariantState(SHAPE, fewest_win, table or Table(1), table_of(random_weights()))
    state.begin()
    return state
