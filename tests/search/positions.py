"""Endgames to search: from random games, from random discs, and ten named ones."""

import random
from pathlib import Path

from hypothesis import strategies as st

from outflank.board.squares import full
from outflank.formats import obf
from outflank.rules import BLACK, Position


def played(seed, n_empties):
    """A position with `n_empties` empty squares from a random game; a few more if the game ended earlier."""
    generator = random.Random(seed)
    while True:
        position = Position.start()
        while not position.is_over and (position.n_empties > n_empties or position.must_pass):
            position = position.play(generator.choice(position.legal_moves))
        if position.n_empties == n_empties:
            return position


def placed(seed, n_empties):
    """Random discs on all but some squares; sometimes nearly all of one side."""
    generator = random.Random(seed)
    empties = sum(1 << square for square in generator.sample(range(64), n_empties))
    share, black = generator.choice([0, 0.1, 0.5, 0.5, 0.9, 1]), 0
    for square in range(64):
        black |= (generator.random() < share) << square
    return Position(black & ~empties, ~(black | empties) & 2**64 - 1, BLACK)


def endgames(least, most):
    """Positions in a range of empty squares, half of them from games."""
    return st.builds(
        lambda make, seed, n_empties: make(seed, n_empties),
        st.sampled_from([played, placed]),
        st.integers(0, 2**32 - 1),
        st.integers(least, most),
    )


PROBLEMS = obf.read(Path(__file__).with_name("problems.obf").read_text())
"""Ten positions from random games, with the score of every move as plain minimax finds it."""


def placed_on_all_but(n_empties):
    """Random discs on all but some squares, and those squares, in any order."""
    squares = st.lists(st.integers(0, 63), min_size=n_empties, max_size=n_empties, unique=True)
    discs = st.one_of(st.integers(0, full(8)), st.sampled_from([0, full(8)]))

    def set_up(squares, black):
        occupied = full(8) & ~sum(1 << square for square in squares)
        return (occupied & black, occupied & ~black), squares

    return st.builds(set_up, squares, discs)


def holds(result, alpha, expected):
    """Tell whether a result is true of a score: an upper bound up to alpha, a lower bound above it."""
    return expected <= result if result <= alpha else result <= expected
