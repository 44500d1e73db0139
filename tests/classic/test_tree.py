import json

import pytest

from outflank.classic.levels import Level2
from outflank.classic.staged import Lookahead
from outflank.classic.tree import Node, answer, only_move, outline
from outflank.rules import Game, Position

AFTER_F5_D6 = Game(moves=["f5", "d6"]).position


def test_outline_shows_moves_values_and_the_chosen_branch():
    lines = list(outline(Level2().search(AFTER_F5_D6)))
    assert lines[:7] == [
        "Black (X) to move, value +0, 26 nodes",
        "├╴X c3  +0",
        "│ ├╴O d3  +0",
        "│ ├╴O f3  +0",
        "│ ├╴O f4  +0 *",
        "│ └╴O g5  +8",
        "├╴X c4  +0 *",
    ]
    assert len(lines) == 1 + 26
    assert lines[-1] == "  └╴O d7  +0"


def test_outline_shows_where_alpha_beta_cut():
    tree = Lookahead(3).search(AFTER_F5_D6)
    lines = list(outline(tree))
    cut = [line for line in lines if "✂" in line]
    assert len(cut) == sum(bool(node.cut) for node in tree.walk()) > 0
    assert any("≤" in line or "≥" in line for line in lines)
    for node in tree.walk():
        moves = {child.move for child in node.children} | set(node.cut)
        assert node is tree or not node.children or moves == set(node.position.legal_moves)


def test_outline_can_be_limited_and_counts_what_it_leaves_out():
    tree = Level2().search(AFTER_F5_D6)
    assert list(outline(tree, depth=1, width=2)) == [
        "Black (X) to move, value +0, 26 nodes",
        "├╴X c3  +0",
        "│ └╴… 4 more nodes below",
        "├╴X c4  +0 *",
        "│ └╴… 5 more nodes below",
        "└╴… 3 more moves",
    ]


def test_outline_marks_passes_and_ends():
    passing = Game(
        moves=["e6", "f6", "c4", "c5", "c6", "d6", "g7", "f4", "g4", "g6", "e7", "h8", "h6", "g5", "g8", "f8"]
    )
    assert "└╴X passes" in list(outline(Level2().search(passing.position)))[1]
    ending = Game(moves=["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5"]).position
    assert any(line.endswith("X c5  +2393, game over 13–0 *") for line in outline(Level2().search(ending)))


def test_json_is_the_same_tree():
    tree = Lookahead(2).search(AFTER_F5_D6)
    read = json.loads(json.dumps(tree.to_json()))

    def count(node):
        return sum(1 + count(child) for child in node["children"])

    assert count(read) == tree.n_nodes
    assert read["best"] == tree.best.move
    assert read["move"] is None


def test_principal_variation_is_a_line_of_legal_moves():
    tree = Lookahead(4).search(Position.start())
    assert len(tree.pv) == 4
    assert Game(moves=tree.pv).moves == tree.pv
    assert tree.children[0].pv[0] == tree.children[0].move


def test_a_tree_without_a_best_move_is_no_decision():
    with pytest.raises(ValueError, match="expected a searched tree"):
        answer(Node(Position.start()), 1)


def test_only_move_is_none_where_there_is_a_choice():
    assert only_move(("c3", "d4")) is None
    assert only_move(("c3",)).move == "c3"
