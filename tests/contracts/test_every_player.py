"""What every registered player does, in every kind of game that it plays.

Players that must be told something, such as a command to run, have a contract of their own: see `hosted`.
"""

import random

import pytest

from outflank.play import Setup, create, kind_of, kinds, registry
from tests.contracts.player import check_answer, check_refuses_a_finished_game

START = {name: kind_of(name).start(Setup(seed=1)) for name in kinds()}
PAIRS = [
    pytest.param(player, game, id=f"{player} at {game}")
    for player in registry.names()
    for game in kinds()
    if registry.entry(player).stands_alone and registry.entry(player).can_play(START[game])
]
QUICK = {"engine": "engine:depth=2,memory=1", "deepening": "deepening:time=0.05", "tribolo": "tribolo:time=0.05"}


def finished(game):
    """A position at the end of a random game."""
    generator, position = random.Random(1), START[game]
    while not position.is_over:
        position = position.play(generator.choice(position.legal_moves))
    return position


@pytest.mark.parametrize(("player", "game"), PAIRS)
def test_it_refuses_a_finished_game_as_all_others_do(player, game):
    """Once, the engine answered with no move, and level3 raised a bare ValueError."""
    check_refuses_a_finished_game(create(QUICK.get(player, player), plays=START[game]), finished(game))


@pytest.mark.parametrize(("player", "game"), PAIRS)
def test_it_answers_as_players_must(player, game):
    known = kind_of(game).known(["human", *[player] * (START[game].n_players - 1)])
    check_answer(START[game], create(QUICK.get(player, player), plays=START[game], seed=1, **known).choose(START[game]))


def test_every_registered_player_plays_something():
    assert {pair.values[0] for pair in PAIRS} == {
        name for name in registry.names() if registry.entry(name).stands_alone
    }
