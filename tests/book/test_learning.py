import pytest

from outflank.book.learning import learn
from outflank.book.nodes import Counts, Key
from outflank.book.store import BookStore
from outflank.errors import OutflankError
from outflank.play.record import Record
from outflank.rules import AntiPosition, Game, Position
from tests.book.books import START

WON = "e6f4e3f6g5d6e7f5c5"  # by Black, with all discs


@pytest.fixture
def book(tmp_path):
    with BookStore(tmp_path / "b", writes=True) as found:
        yield found


def test_games_are_counted_in_the_view_of_the_side_to_move(book):
    games = [Record.of(Game(moves=WON)), Record.of(Game(moves="f5d6"))]
    assert learn(book, games, 40) == (2, 2)
    assert book.find(START).counts == Counts(wins=1, lines=1)
    assert book.find(START.after("f5")).counts == Counts(losses=1, lines=1)
    assert book.find(Key.of(Game(moves=WON[:6]).position)).counts == Counts(losses=1)


def test_only_openings_are_learned(book):
    learn(book, [Record.of(Game(moves="f5d6c3d3"))], 58)
    assert len(book.wanted(99)) == 3


def test_a_game_is_learned_once_but_two_of_other_players_are_two(book):
    game = Game(moves="f5d6")
    assert learn(book, [Record.of(game), Record.of(game)], 40) == (2, 1)
    assert learn(book, [Record.of(game), Record.of(game, ("A", "B"))], 40) == (2, 1)
    assert book.find(START).counts == Counts(lines=2)


def test_who_resigns_has_lost(book):
    game = Game(moves="f5d6")
    game.resigned = 0
    learn(book, [Record.of(game)], 40)
    assert book.find(START).counts == Counts(losses=1)


def test_a_position_is_no_game_and_other_games_are_refused(book):
    assert learn(book, [Record.of(Game())], 40) == (0, 0)
    for start in (AntiPosition.start(), Position.start(6)):
        record = Record.of(Game(start, [start.legal_moves[0]]))
        with pytest.raises(OutflankError, match="expected an 8×8 Othello game"):
            learn(book, [record], 20)
    assert len(book.wanted(9)) == 0
