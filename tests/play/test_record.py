from hypothesis import given

from outflank.play.analysis import MoveValue
from outflank.play.game import kind_of
from outflank.play.record import Record
from outflank.play.tree import GameTree
from outflank.rules import WHITE, AntiPosition, Game, Position
from tests.formats.games import records


@given(records(variations=True))
def test_a_record_played_as_another_game_and_back_is_the_same_but_for_what_was_found(record):
    other = kind_of("anti-othello" if record.kind.name == "othello" else "othello")
    for node in record.tree.root.walk():
        node.value = None
    assert record.played_as(other).kind.name == other.name
    assert record.played_as(other).played_as(record.kind) == record


def test_what_was_found_for_one_game_is_not_taken_into_another():
    record = Record.of(Game(moves="f5"))
    node = record.tree.root.children[0]
    node.value, node.seconds, node.comment = MoveValue("f5", 2), 1.5, "parallel next"
    played = record.played_as(kind_of("anti-othello")).tree.root.children[0]
    assert (played.value, played.seconds, played.comment) == (None, 1.5, "parallel next")


def test_a_resignation_stays_with_the_moves():
    game = Game(moves="f5")
    game.resign(WHITE)
    assert Record.of(game).played_as(kind_of("anti-othello")).game.resigned == WHITE


def test_trees_are_equal_if_all_that_they_hold_is():
    def tree(*variations, comment=""):
        grown = GameTree(Position.start())
        for moves in variations:
            grown.extend(moves).comment = comment
        return grown

    assert tree("f5d6", "f5f6") == tree("f5d6", "f5f6")
    different = [tree("f5f6", "f5d6"), tree("f5d6"), tree("f5d6", "f5f6", comment="x"), tree("f5d6", "f5f6e6"), tree()]
    assert all(tree("f5d6", "f5f6") != other for other in different)
    assert tree() != GameTree(AntiPosition.start())
    assert tree() != Position.start()
