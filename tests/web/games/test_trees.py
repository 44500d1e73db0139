"""Games with variations as pages send them."""

import json

import pytest
from hypothesis import given

from outflank import formats
from outflank.errors import ParseError
from outflank.play.record import Record
from outflank.play.tree import Mark
from outflank.rules import Game, Position
from outflank.web.games import trees
from tests.formats.games import studies

START = Position.start()


@given(studies())
def test_a_tree_is_read_back_as_it_was_written(record):
    text = trees.write(record)
    tree, kept = trees.read(record.tree.root.position, text)
    assert tree == record.tree
    assert kept == text


def test_time_left_on_the_clock_comes_back_with_a_study():
    """Once, a game with `%clk` lost them when it was taken into a study."""
    (record,) = formats.read('[White "?"]\n\n1. f5 {[%clk 0:04:58]} d6 {[%clk 0:04:55.5]} 2. c3 *\n')
    tree, kept = trees.read(record.tree.root.position, trees.write(record))
    assert [node.left for node in tree.root.walk()] == [None, 298.0, 295.5, None]
    assert json.loads(kept)[1] == [0, "f5", {"l": 298.0}]
    assert formats.write([Record(tree)], "pgn").count("%clk") == 2


def test_what_a_review_says_of_a_move_is_its_value_and_is_kept():
    found = {
        "move": "f5",
        "value": -3.0,
        "bound": "exact",
        "depth": 12,
        "selectivity": 73,
        "kind": "heuristic",
        "pv": [],
    }
    judged = {"ply": 0, "side": "Black", "move": "f5", "loss": 3.0, "badge": "?!", "grade": "inaccuracy"}
    judged |= {
        "proven": False,
        "value_for_black": -3.0,
        "best": {**found, "move": "d3", "value": None},
        "played": found,
    }
    tree, kept = trees.read(START, json.dumps([[-1, ""], [0, "f5", {"j": judged}]]))
    assert (tree.root.children[0].value.value, tree.root.children[0].value.depth) == (-3.0, 12)
    assert json.loads(kept)[1][2]["j"]["best"]["move"] == "d3"
    assert "v" not in json.loads(kept)[1][2]
    assert trees.read(START, kept)[1] == kept


def test_comments_and_labels_are_kept_without_what_turns_text_round():
    said = {
        "c": "a\u202eb\0c\nd",
        "k": [["label", "a1", "x\u202ey\n"], ["arrow", "a1", "h8"], ["circle", "d4", "more"]],
    }
    tree, _ = trees.read(START, json.dumps([[-1, "", said]]))
    assert tree.root.comment == "ab c\nd"
    assert tree.root.marks == (Mark("label", "a1", "xy"), Mark("arrow", "a1", "h8"), Mark("circle", "d4"))


@pytest.mark.parametrize(
    ("nodes", "said"),
    [
        ([], "at least 1"),
        ({}, "should be a valid array, got {}"),
        ([[0, ""]], "node 0 of the game: expected the number of an earlier node, got 0"),
        ([[-1, ""], [1, "f5"]], "node 1 of the game: expected the number of an earlier node, got 1"),
        ([[-1, ""], [-1, "f5"]], "node 1 of the game: expected the number of an earlier node, got -1"),
        ([[-1, ""], [0, "f5"], [0, "f5"]], "node 2 of the game: expected each move only once"),
        ([[-1, ""], [0, "F5"]], "node 1 of the game: expected each move only once"),
        ([[-1, ""], [0, "a1"]], "node 1 of the game: Black cannot play a1"),
        ([[-1, ""], [0, "f5"], [1, "d6"], [1, "a1"]], "node 3 of the game: White cannot play a1"),
        (
            [[-1, "", {"k": [["circle", "i9"]]}]],
            "node 0 of the game: expected a mark on a square from a1 to h8, got 'i9'",
        ),
        ([[-1, "", {"k": [["arrow", "a1"]]}]], "expected a mark on a square from a1 to h8, got ''"),
        ([[-1, "", {"k": [["circle", "a٣"]]}]], "expected a mark on a square"),
        ([[-1, "", {"k": [["star", "a1"]]}]], "should be 'triangle'"),
        ([[-1, "", {"s": "!!!"}]], "got '!!!'"),
        ([[-1, "", {"t": -1}]], "equal to 0, got -1"),
        ([[-1, ""]] * (trees.MOST_NODES + 1), "at most 20000"),
    ],
)
def test_what_is_no_tree_is_refused_in_one_line(nodes, said):
    with pytest.raises(ParseError) as caught:
        trees.read(START, json.dumps(nodes))
    assert said in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("text", ["", "x", "[" * 100_000, '[[-1,""]', "[[NaN]]"])
def test_what_is_no_json_is_refused_in_one_line(text):
    with pytest.raises(ParseError) as caught:
        trees.read(START, text)
    assert str(caught.value).isprintable()


def test_a_game_of_moves_alone_has_nothing_more():
    game = Record.of(Game(moves="f5d6"))
    assert not trees.has_more(game)
    game.tree.root.add("d3")
    assert trees.has_more(game)
