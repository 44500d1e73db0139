"""Positions to learn from: from random games, each labelled with its difference of discs."""

import numpy as np

from outflank.training.labels import POSITION
from tests.search.positions import played


def positions(n, *n_empties):
    """So many, with each of these numbers of empty squares in turn."""
    found = np.zeros(n, POSITION)
    for i in range(n):
        position = played(i, n_empties[i % len(n_empties)])
        found[i]["player"], found[i]["opponent"] = position.player, position.opponent
        found[i]["n_empties"] = position.n_empties
        found[i]["label"] = position.player.bit_count() - position.opponent.bit_count()
    return found
