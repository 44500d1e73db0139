"""Positions and games for the scripted graphical programs, and what exact play makes of them."""

import random

from outflank.rules import BLACK, Game, Position
from tests.oracles import endgame

MUST_PASS = Position.parse("XO------" + "--------" * 7 + "O")
"""White has no move, Black has one, which ends the game."""

OVER = Position.parse("X" * 32 + "O" * 32 + "X")
"""A full board, drawn."""


def exact_score(position):
    """The final score with best play on both sides, for the side to move."""
    return endgame.score(position.player, position.opponent)


def exact_move_scores(position):
    """The final score of each legal move with best play afterwards, for the side to move; not where it must pass."""
    return {move: -exact_score(position.play(move)) for move in position.legal_moves}


def random_game(seed, n_empties, start=None):
    """A game of random moves until few squares are empty, which is not over there and whose side to move can move."""
    source = random.Random(seed)
    while True:
        game = Game(start)
        while game.position.n_empties > n_empties and not game.is_over:
            game.push(source.choice(game.position.legal_moves))
        if not game.is_over and not game.position.must_pass:
            return game


def game_with_pass(seed, most_empties=12):
    """A game of random moves up to a position, late in it, whose side to move must pass."""
    source = random.Random(seed)
    while True:
        game = Game()
        while not game.is_over:
            if game.position.must_pass and game.position.n_empties <= most_empties:
                return game
            game.push(source.choice(game.position.legal_moves))


def finished_game(seed):
    """A whole game of random moves, with at least one pass in it."""
    source = random.Random(seed)
    while True:
        game = Game()
        while not game.is_over:
            game.push(source.choice(game.position.legal_moves))
        if "pass" in game.moves:
            return game


def in_view_of_black(value, position):
    """A value for the side to move as one for Black, and the other way round."""
    return value if position.turn is BLACK else -value
