"""Positions of the variants, and plain minimax on them."""

import random

from hypothesis import strategies as st

from outflank.board.squares import full
from outflank.rules import BLACK, PASS, Position
from outflank.rules.anti import AntiPosition

GAMES = [(Position, 4), (AntiPosition, 4), (Position, 6), (AntiPosition, 6), (AntiPosition, 8)]
"""Each game on each board that the solver is for. It is tested on 8×8 Othello, too, which has a solver of its own."""


def played(kind, size, n_empties, seed):
    """A position with `n_empties` empty squares from a random game."""
    generator = random.Random(seed)
    while True:
        position = kind.start(size)
        while not position.is_over and (position.n_empties > n_empties or position.must_pass):
            position = position.play(generator.choice(position.legal_moves))
        if position.n_empties == n_empties:
            return position


def placed(kind, size, n_empties, seed):
    """Random discs on all but some squares; sometimes nearly all of one side."""
    generator = random.Random(seed)
    empties = sum(1 << square for square in generator.sample(range(size * size), n_empties))
    share = generator.choice([0, 0.1, 0.5, 0.5, 0.9, 1])
    black = sum(1 << square for square in range(size * size) if generator.random() < share)
    return kind(black & ~empties, ~(black | empties) & full(size), BLACK, size)


@st.composite
def endgames(draw, most, games=(*GAMES, (Position, 8))):
    """Positions of each game and board with at most so many empty squares."""
    kind, size = draw(st.sampled_from(games))
    make = draw(st.sampled_from([played, placed]))
    return make(kind, size, draw(st.integers(0, min(most, size * size - 4))), draw(st.integers(0, 2**32 - 1)))


def score_of(position):
    """The score for the side to move, by plain minimax with nothing but the rules."""
    if position.is_over:
        return position.scores[position.turn]
    if position.must_pass:
        return -score_of(position.play(PASS))
    return max(-score_of(position.play(move)) for move in position.legal_moves)
