import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import OptionError
from outflank.play import create, play_game
from outflank.play.searchers import MaxN, Paranoid, max_n, paranoid
from outflank.rules import Position
from tests.contracts.games import Nim, Tree
from tests.contracts.player import check_answer

vectors = st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
vector_trees = st.recursive(vectors, lambda nodes: st.lists(nodes, min_size=1, max_size=4), max_leaves=40)


def least_for(node, seat, turn=0):
    """By the book, on bare lists: what `seat` gets if the two others are against it."""
    if isinstance(node, tuple):
        return node[seat]
    values = [least_for(child, seat, (turn + 1) % 3) for child in node]
    return max(values) if turn == seat else min(values)


@given(vector_trees, st.integers(0, 2))
def test_paranoid_is_minimax_of_one_against_all_others(node, seat):
    assert paranoid(Tree(node, 3), 50, seat) == least_for(node, seat)


@given(vector_trees)
def test_a_leaf_is_judged_where_the_depth_ends(node):
    def mean(position):  # of all leaves below: any evaluation will do
        leaves, nodes = [], [position.node]
        while nodes:
            node = nodes.pop()
            leaves.append(node) if isinstance(node, tuple) else nodes.extend(node)
        return tuple(sum(column) / len(leaves) for column in zip(*leaves, strict=True))

    tree = Tree(node, 3)
    assert max_n(tree, 0, mean) == mean(tree)
    assert paranoid(tree, 0, 1, mean) == mean(tree)[1]
    if not tree.is_over:
        children = [mean(tree.play(move)) for move in tree.legal_moves]
        assert max_n(tree, 1, mean) == max(children, key=lambda values: values[0])
        assert paranoid(tree, 1, 2, mean) == min(values[2] for values in children)


@pytest.mark.parametrize("player", ["max_n:depth=9", "paranoid:depth=9"])
@pytest.mark.parametrize("matches", range(1, 9))
def test_in_a_game_of_two_both_play_nim_perfectly(player, matches):
    decision = create(player).choose(Nim(matches))
    check_answer(Nim(matches), decision)
    assert decision.value == (matches % 4 != 0)


@pytest.mark.parametrize("player", [MaxN(2), Paranoid(2)])
def test_they_play_any_game_of_the_protocol(player):
    assert play_game(Nim(20, 5), (player,) * 5).forfeit is None
    record = play_game(Position.start(4), (player, create("first")))
    assert record.forfeit is None
    assert record.position.is_over


@pytest.mark.parametrize("depth", [0, -1, 21])
def test_a_depth_out_of_range_is_refused(depth):
    with pytest.raises(OptionError, match=f"expected depth from 1 to 20 .plies., got {depth}"):
        create(f"max_n:depth={depth}")
