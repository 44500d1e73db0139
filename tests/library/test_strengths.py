"""Strengths of players over several games: the moves of all of them count, and none of the opponents'."""

from random import Random

import pytest

from outflank import Game, Record
from outflank.library import Search
from outflank.library.strengths import has_archive_scale, strength_in
from outflank.people.strength import strength_of
from tests.library.conftest import random_game
from tests.people.networks import random_model


@pytest.fixture
def filled(library):
    rng = Random(7)
    names = [("Ann", "Ben"), ("Ben", "Ann"), ("Ann", "Cy"), ("Ann", "Ann")]
    records = [Record.of(random_game(rng, plies=14), each, date=str(2000 + n)) for n, each in enumerate(names)]
    library.add(records)
    return library, records


def _number(library, name):
    return library.value("SELECT number FROM players WHERE name = ?", name)


def _choices(game: Game, name, players):
    pairs = zip(game.positions, game.moves, strict=False)
    return [(position, move) for position, move in pairs if players[int(position.turn)] == name]


@pytest.mark.parametrize("name", ["Ann", "Ben", "Cy"])
def test_all_own_moves_make_one_estimate(filled, name):
    library, records = filled
    model = random_model()
    found = strength_in(library, _number(library, name), model=model)
    games = [record for record in records if name in record.players]
    choices = [choice for record in games for choice in _choices(record.game, name, record.players)]
    expected = strength_of(choices, model)
    assert (found.name, found.games, found.of) == (name, len(games), len(games))
    assert found.strength.moves == expected.moves
    for field in ("rating", "low", "high"):
        assert getattr(found.strength, field) == pytest.approx(getattr(expected, field), abs=0.5)


def test_the_last_games_count(filled):
    library, records = filled
    model = random_model()
    found = strength_in(library, _number(library, "Ben"), most=1, model=model)
    assert (found.games, found.of) == (1, 2)
    assert found.strength.moves == strength_of(_choices(records[1].game, "Ben", records[1].players), model).moves
    old = strength_in(library, _number(library, "Ben"), Search(until=2000), model=model)
    assert (old.games, old.of) == (1, 1)


def test_a_small_library_has_a_scale_of_its_own(filled):
    assert not has_archive_scale(filled[0])
