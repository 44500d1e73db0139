"""What Hypothesis draws: positions of all sizes, half of them met in random games, half of them any discs anywhere."""

import random

from hypothesis import strategies as st

from outflank import tribolo
from outflank.board.squares import SIZES, full
from outflank.rules import BLACK, WHITE, Game, Position


@st.composite
def games(draw, sizes=SIZES):
    """Games from the start, stopped anywhere; short ones for failures that shrink."""
    game = Game(Position.start(draw(st.sampled_from(sizes)), mirrored=draw(st.booleans())))
    generator = random.Random(draw(st.integers(0, 2**32 - 1)))
    for _ in range(draw(st.integers(0, game.start.n_empties))):
        if game.is_over:
            break
        game.push(generator.choice(game.position.legal_moves))
    return game


@st.composite
def placements(draw, sizes=SIZES):
    """Any discs on any squares."""
    size = draw(st.sampled_from(sizes))
    boards = st.integers(0, full(size))
    occupied = draw(st.one_of(boards, st.builds(int.__or__, boards, boards)))
    colours = draw(boards)
    return Position(occupied & colours, occupied & ~colours, draw(st.sampled_from([BLACK, WHITE])), size)


def positions(sizes=SIZES):
    """Positions of the given sizes."""
    return st.one_of(games(sizes).map(lambda game: game.position), placements(sizes))


def boards():
    """8×8 positions as the bitboards of the player and the opponent."""
    return positions((8,)).map(lambda position: (position.player, position.opponent))


@st.composite
def tribolo_games(draw, sizes=((16, 11), (7, 5), (4, 4), (16, 2), (3, 11))):
    """Games of Tribolo from random boards, stopped anywhere."""
    width, height = draw(st.sampled_from(sizes))
    source = random.Random(draw(st.integers(0, 2**32 - 1)))
    symbols = draw(st.sampled_from(["BRG......#", "BRG..#", "BBRRGG....", "BBBR...G"]))
    rows = ["".join(source.choice(symbols) for _ in range(width)) for _ in range(height)]
    game = tribolo.TriboloGame(tribolo.TriboloPosition.parse("/".join([*rows, source.choice("BRG")])))
    for _ in range(draw(st.integers(0, width * height))):
        if game.is_over:
            break
        game.push(source.choice(game.position.legal_moves))
    return game


def tribolo_positions(**options):
    """Positions of Tribolo on boards of several sizes."""
    return tribolo_games(**options).map(lambda game: game.position)
