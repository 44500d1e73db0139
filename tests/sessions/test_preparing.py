"""Preparation with values: the rarest position fits the number of games, and doubts are named."""

from types import SimpleNamespace

import pytest

from outflank import BLACK, WHITE, Game, Library, Record
from outflank.characters import LADDER
from outflank.library import Balance, PlayerStatistics
from outflank.library.preparation import CHOSEN, prepare
from outflank.sessions.preparing import (
    doubt_about_gap,
    doubt_about_scale,
    doubts_about,
    least_for,
    opponent_like,
    prepare_for,
)

NOBODY = Balance(0, 0, 0, 0, None)


@pytest.fixture
def library():
    library = Library.open(None)
    lines = ["f5d6c3d3c4f4", "f5d6c3d3c4", "f5f6e6f4"]
    library.add([Record.of(Game(moves=moves), ("Ann", "Ben"), date="2001") for moves in lines])
    return library


def level(position):
    """Values of a position in which all moves are equal."""
    return dict.fromkeys(position.legal_moves, 0.0)


@pytest.mark.parametrize(("games", "least"), [(0, 1), (9, 1), (10, 2), (39, 2), (40, 3), (450, 3), (3000, 20)])
def test_the_rarest_position_grows_with_the_number_of_games(games, least):
    assert least_for(games) == least


def test_few_games_show_every_line(library):
    found = prepare_for(library, "ann", BLACK, values=level, rating=0)
    assert {position.line for position in found.positions} == {
        position.line for position in prepare(library, "ann", BLACK, CHOSEN, least=1).positions
    }
    assert "WTHOR" in found.book.source  # a small library does not know which positions are in the book


def test_doubts_name_few_games_and_ratings_out_of_range(library):
    found = prepare_for(library, "ann", BLACK, values=level, rating=2000)
    few, rating = doubts_about(found)
    assert few == "only 3 games as Black: the report says little about Ann"
    assert rating.startswith("a rating of +2000 counts as +")
    [none] = doubts_about(prepare_for(library, "ann", WHITE, values=level))
    assert none == "Ann has no such game as White"


@pytest.mark.parametrize(
    ("since", "until", "is_doubted"),
    [(None, None, True), (1980, 2020, True), (1990, None, False), (None, 1999, False), (1989, 2010, True)],
)
def test_gaps_are_named_unless_the_games_are_on_one_side(since, until, is_doubted):
    years = ((1989, NOBODY), (2010, NOBODY))
    player = PlayerStatistics("Ann", NOBODY, NOBODY, NOBODY, (), years, ())
    doubt = doubt_about_gap(player, since, until)
    assert (doubt is not None) == is_doubted
    if doubt:
        assert doubt.startswith("Ann has no games from 1990 to 2009: ")


def test_the_scale_of_a_small_library_is_named_with_a_rating(library):
    assert doubt_about_scale(library, None, None) is None
    assert "this library's own scale" in str(doubt_about_scale(library, None, object()))


def test_the_opponent_is_as_strong_as_the_player():
    names = [opponent_like(SimpleNamespace(for_model=SimpleNamespace(rating=rating))) for rating in (-600, 0, 400)]
    order = [character.name for character in LADDER]
    assert names == sorted(set(names), key=order.index)
    assert opponent_like(SimpleNamespace(for_model=None)) == ""
