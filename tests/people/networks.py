"""A small network of people's moves, at random, for tests that need none that is good."""

from itertools import pairwise

import numpy as np

from outflank.people import PeopleModel
from outflank.people.network import N_INPUTS, N_NUMBERS, N_SQUARES, MoveNetwork


def random_network(width=16, depth=2, seed=0):
    rng = np.random.default_rng(seed)

    def pair(n_in, n_out):
        weights = rng.normal(0, n_in**-0.5, (n_in, n_out)).astype(np.float32)
        return weights, rng.normal(0, 0.1, n_out).astype(np.float32)

    widths = [N_INPUTS] + [width] * depth
    layers = tuple(pair(*each) for each in pairwise(widths))
    return MoveNetwork(layers, pair(width, N_SQUARES), pair(N_NUMBERS, 1), {"made": "at random"})


def random_model(seed=0):
    return PeopleModel(random_network(seed=seed))
