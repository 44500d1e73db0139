import random

import pytest

from outflank.errors import IllegalMoveError
from outflank.proofs.tree import ProofTree, node_of
from outflank.rules import BLACK, WHITE, Position
from outflank.rules.anti import AntiPosition
from tests.variants.positions import played


@pytest.mark.parametrize(("kind", "size"), [(Position, 4), (AntiPosition, 6), (Position, 8)])
def test_symmetric_positions_are_one_node(kind, size):
    for seed in range(20):
        position = played(kind, size, size * size // 2, seed)
        images = [position.transformed(symmetry) for symmetry in range(8)]
        node = node_of(position)
        assert {node_of(image) for image in images} == {node}
        assert node in [image.after_pass for image in images]


def test_nobody_passes_at_a_node():
    for seed in range(300):
        position = played(Position, 4, 4, seed)
        assert not node_of(position).must_pass


def test_a_tree_has_every_reply_and_one_move_of_the_side():
    """Against a walk through all games in which White plays the move of the tree."""
    chosen, tree = {}, ProofTree(Position.start(4), WHITE, 5)
    for position in tree.positions():
        assert position.turn is WHITE
        chosen[position] = random.Random(position.black).choice(position.legal_moves)
        tree.play(position, chosen[position])
    ends, nodes = set(), set()

    def walk(node):
        if node.n_empties <= 5 or node.is_over:
            ends.add(node)
            return
        nodes.add(node)
        for move in [chosen[node]] if node.turn is WHITE else node.legal_moves:
            walk(node_of(node.play(move)))

    walk(node_of(Position.start(4)))
    assert tree.ends == ends
    assert tree.n_nodes == len(nodes) > 20
    assert set(chosen) == {node for node in nodes if node.turn is WHITE}


def test_illegal_moves_are_refused():
    tree = ProofTree(Position.start(4), BLACK, 5)
    for position in tree.positions():
        with pytest.raises(IllegalMoveError):
            tree.play(position, "a1")
        break
