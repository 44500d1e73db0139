"""Positions that several benchmarks measure."""

import random

from outflank.rules import DiscPosition


def played(kind: type[DiscPosition], size: int, n_empties: int, seed: int) -> DiscPosition:
    """A position from a random game with `n_empties` empty squares, in which the side to move has a move."""
    generator = random.Random(seed)
    while True:
        position = kind.start(size)
        while not position.is_over and (position.n_empties > n_empties or position.must_pass):
            position = position.play(generator.choice(position.legal_moves))
        if position.n_empties == n_empties and not position.is_over:
            return position
