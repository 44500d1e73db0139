import pytest

from outflank import Game, GameTree, MoveValue, Position
from outflank.errors import IllegalMoveError
from tests.oracles import known


def grown():
    """f5 d6 c3, with 2. f6 and 2. f4 as variations, the first of them gone on with."""
    tree = GameTree(Position.start())
    tree.extend("f5d6c3")
    first = tree.root.children[0]
    first.add("f6").extend("e6f4")
    first.add("F4").comment = "the cow"
    return tree


def test_a_move_is_there_once_whatever_its_case():
    tree = grown()
    node = tree.root.add("F5")
    assert node is tree.root.add("f5") is tree.root.children[0]
    assert [child.move for child in node.children] == ["d6", "f6", "f4"]
    assert [child.move for child in node.variations] == ["f6", "f4"]


def test_the_main_line_is_that_of_the_first_children():
    tree = grown()
    assert tree.moves == ("f5", "d6", "c3")
    assert [node.move for node in tree] == [None, "f5", "d6", "c3"]
    assert [node.is_main for node in tree.root.walk()] == [True] * 4 + [False] * 4
    assert [node.moves[-1:] for node in tree.root.walk()] == [
        (), ("f5",), ("d6",), ("c3",), ("f6",), ("e6",), ("f4",), ("f4",),
    ]  # fmt: skip


def test_each_node_has_the_position_that_its_moves_lead_to():
    for node in grown().root.walk():
        assert node.position == Game(moves=node.moves).position
        assert node.ply == len(node.moves) == len(node.line) - 1


def test_a_variation_can_become_the_main_line_and_be_taken_out():
    tree = grown()
    variation = tree.root.children[0].children[1].children[0]
    variation.promote()
    assert tree.moves == ("f5", "f6", "e6", "f4")
    assert [child.move for child in tree.root.children[0].children] == ["f6", "d6", "f4"]
    variation.remove()
    assert tree.moves == ("f5", "f6")
    with pytest.raises(IllegalMoveError, match="cannot remove the root of a game tree"):
        tree.root.remove()


def test_an_illegal_move_changes_nothing():
    tree = GameTree(Position.start())
    with pytest.raises(IllegalMoveError, match="turns over no disc"):
        tree.root.add("a1")
    assert not tree.root.children
    with pytest.raises(IllegalMoveError, match="expected a move such as f5, got 'hello'"):
        tree.extend("f5 hello")
    assert tree.moves == ("f5",)


def test_passes_may_be_left_out():
    passing = Game(moves=known.FORCED_PASS)
    tree = GameTree(Position.start())
    tree.extend([move for move in passing.moves if move != "pass"])
    tree.extend(passing.moves).extend(["b4"])
    assert len(tree.root.main_line) == len(passing.moves) + 3
    assert passing.tree().moves == passing.moves


def test_a_long_game_is_walked_without_recursion():
    tree = GameTree(Position.start(10))
    node = tree.root
    while not node.position.is_over:
        node = node.add(node.position.legal_moves[0])
    assert len(list(tree.root.walk())) == len(node.line) > 60


def test_what_is_known_lies_on_the_moves():
    tree = grown()
    tree.root.children[0].value = MoveValue("f5", 0, depth=10)
    assert tree.root.children[0].value.verdict == "+0"
    assert next(node for node in tree.root.walk() if node.comment).moves == ("f5", "f4")
    assert repr(tree) == "<GameTree of 8 nodes, f5 d6 c3>"
    assert repr(tree.root) == "<GameNode start>"
