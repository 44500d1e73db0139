import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.classic.staged import (
    WIN,
    First,
    Greedy,
    Lookahead,
    alpha_beta,
    edge_stability,
    filter_moves,
    mobility,
    plain,
    plus,
)
from outflank.classic.tree import Node
from outflank.play import create, play_game
from outflank.play.minimax import minimax_step
from outflank.rules import BLACK, WHITE, Game, Position
from tests.strategies import positions

START = Position.start()
PASSED = Game(
    moves=["e6", "f6", "c4", "c5", "c6", "d6", "g7", "f4", "g4", "g6", "e7", "h8", "h6", "g5", "g8", "f8"]
).position


def board(*rows, turn="X"):
    """A position from its first rows; the rest is empty."""
    return Position.parse("".join(rows).ljust(64, "-") + f" {turn}")


# --- filtered moves ---------------------------------------------------------------------------------------------------


def test_filter_keeps_all_moves_if_all_are_bad():
    position = board("--------", "--OX----")
    assert position.legal_moves == ("b2",)
    assert filter_moves(position) == ("b2",)


def test_filter_keeps_only_corners_if_there_is_one():
    position = board("-OX-----", "--OX----")
    assert set(position.legal_moves) >= {"a1", "b2"}
    assert filter_moves(position) == ("a1",)


def test_filter_keeps_all_the_corners_there_are():
    position = board("-OX--XO-", "---OX---")
    assert filter_moves(position) == ("a1", "h1")


def test_filter_drops_bad_moves():
    position = board("--------", "--OX----", "--OX----")
    assert "b2" in position.legal_moves
    assert filter_moves(position) == tuple(move for move in position.legal_moves if move != "b2") != ()


def test_filter_keeps_an_x_square_whose_corner_is_ours():
    position = board("X-------", "--OX----", "--OX----")
    assert "b2" in filter_moves(position)


def test_filter_drops_an_x_square_whose_corner_is_the_opponents():
    position = board("O-------", "--OX----", "--OX----")
    assert "b2" in position.legal_moves
    assert "b2" not in filter_moves(position)


@pytest.mark.parametrize("symmetry", range(8))
def test_filter_treats_all_corners_alike(symmetry):
    position = board("--------", "--OX----", "--OX----").transformed(symmetry)
    dropped = set(position.legal_moves) - set(filter_moves(position))
    assert len(dropped) == 1
    assert dropped < {"b2", "g2", "b7", "g7"}


# --- evaluations ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("discs", "earned"),
    [
        (0, 0),
        (1, 20),
        (0b1111111, 290),
        (0xFF, 580),
        (0xFF | 0x0101010101010101, 1140),
        (0b1110, 0),
        (1 << 63, 20),
        (0b1101, 20),
        (1 | 2 | 1 << 8, 60),  # both edges for two steps: 20 + 40
    ],
)
def test_edge_stability(discs, earned):
    assert edge_stability(discs) == earned


def test_the_start_has_the_value_of_the_report():
    assert (plain(START, BLACK), plus(START, BLACK), mobility(START, BLACK)) == (0, -32, 16)


def test_after_d3():
    position = START.play("d3")
    assert (plain(position, BLACK), plus(position, BLACK), mobility(position, WHITE)) == (64, 40, 12)


def test_each_stage_weighs_its_own_way():
    # Only whole rows of discs, so that every term can be counted by hand. Discs − 5 is the stage.
    three_rows = board("XXXXXXXX", "XXXXXXXX", "OOOOOOOO")  # stage 19
    p1 = 2 * (200 - 20 + 20 + 12) + 2 * (-20 - 40 + 2 + 4) - 2 * (20 + 2 + 10 + 8)
    stab = 580 + 20 * 2  # the top row; the second step down both sides
    mobility_of_white = 0
    assert plain(three_rows, BLACK) == 4 * p1 + stab
    assert plus(three_rows, BLACK) == 4 * p1 + stab - 2 * mobility_of_white
    five_rows = board(*["XXXXXXXX"] * 3, *["OOOOOOOO"] * 2)  # stage 35
    p1 = 2 * (200 - 20 + 20 + 12) + 2 * (-20 - 40 + 2 + 4) + 2 * (20 + 2 + 10 + 8) - 2 * 2 * (12 + 4 + 8 + 4)
    stab = 580 + 20 * (2 + 3)
    assert mobility(five_rows, BLACK) == 4 * 8
    assert plain(five_rows, BLACK) == 2 * p1 + stab
    assert plain(five_rows, WHITE) == -2 * p1
    assert plus(five_rows, WHITE) == -2 * p1 - 4 * 4 * 8
    seven_rows = board(*["XXXXXXXX"] * 4, *["OOOOOOOO"] * 3)  # stage 51
    p2 = 8 * 14 + 2 * 2
    stab = 580 + 20 * (2 + 3 + 4)
    assert plain(seven_rows, BLACK) == 2 * p2 + stab
    assert plus(seven_rows, BLACK) == 6 * p2 + stab


def test_a_sparse_board_counted_by_hand():
    """Black a1, b1, e4 and White c1, d4: five discs, stage 0."""
    position = board("XXO-----", "", "", "---OX---".rjust(24, "-"))
    assert [name for name in position if position[name] is not None] == ["a1", "b1", "c1", "d4", "e4"]
    p1 = (200 - 20 + 4) - (20 + 4)
    stab = 10 + 20 + 10  # a1 and b1 along the row; a1 down the column
    assert plain(position, BLACK) == 4 * p1 + stab == 680
    assert plain(position, WHITE) == 4 * -p1 == -640
    assert mobility(position, WHITE) == 4 * 1  # f4
    assert plus(position, BLACK) == 680 - 2 * 4
    assert mobility(position, BLACK) == 4 * 2  # d1, c4
    assert plus(position, WHITE) == -640 - 2 * 8


def test_at_depth_1_lookahead_keeps_the_plain_evaluation_and_greedy_has_the_plus_one():
    position = Game(moves="f5d6").position
    for player, evaluate in ((Lookahead(1), plain), (Greedy(), plus)):
        expected = {move: evaluate(position.play(move), BLACK) for move in position.legal_moves}
        found = {each.move: each.value for each in player.choose(position).moves if each.bound == "exact"}
        assert found.items() <= expected.items()
    assert Lookahead(1).choose(position).value == 72
    assert Greedy().choose(position).value == 48


def test_the_end_of_the_game_is_worth_a_win_a_loss_or_nothing():
    for evaluate in (plain, plus):
        over = Game(moves=["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]).position
        assert (evaluate(over, BLACK), evaluate(over, WHITE)) == (WIN, -WIN)
        drawn = Position.parse("X" * 32 + "O" * 32 + "X")
        assert (evaluate(drawn, BLACK), evaluate(drawn, WHITE)) == (0, 0)


# --- the players ------------------------------------------------------------------------------------------------------


def test_first_plays_the_first_move():
    assert First().choose(START).move == "d3"


@pytest.mark.parametrize("player", [Greedy(), Lookahead()])
def test_a_corner_is_chosen(player):
    assert player.choose(board("-OX-----", "--OX----", "---OX---")).move == "a1"


@pytest.mark.parametrize("player", [Greedy(), Lookahead()])
def test_a_single_move_is_played_unscored(player):
    decision = player.choose(board("-OX-----", "--OX----"))
    assert (decision.move, decision.value, decision.depth, decision.nodes) == ("a1", None, 0, 0)
    assert player.choose(PASSED).move == "pass"


def test_the_first_of_equal_moves_wins():
    decision = Greedy().choose(START)
    assert [found.value for found in decision.moves] == [40] * 4
    assert decision.move == "d3"
    assert Lookahead(1).choose(START).move == "d3"


def full_tree(position, depth):
    """The tree without cut-offs, and the minimax value of its root from the point of view of the side to move there."""
    side = position.turn

    def search(node, depth):
        if depth == 0 or node.position.is_over:
            return node.close(plain(node.position, side))
        value = minimax_step(lambda child: search(child, depth - 1), node.expand(), node.position.turn is side)
        return node.close(value)

    root = Node(position)
    search(root, depth)
    return root


def test_the_tree_is_as_deep_as_asked_and_has_a_leaf_for_each_legal_move():
    for depth, leaves in ((1, 4), (2, 12), (3, 56)):
        tree = full_tree(START, depth)
        assert tree.height == depth
        assert sum(not node.children for node in tree.walk()) == leaves
    assert Lookahead().search(START).height == 6


def test_a_skipped_turn_takes_one_level_of_the_tree():
    tree = full_tree(PASSED, 3)
    (skip,) = tree.children
    assert skip.move == "pass"
    assert [child.move for child in skip.children] == ["c3", "g3", "b4"]
    assert tree.height == 3
    assert [node.position.turn for node in (tree, skip, skip.children[0])] == [BLACK, WHITE, BLACK]


@given(positions(sizes=(4, 6, 8)).filter(lambda position: not position.is_over), st.integers(1, 3))
def test_alpha_beta_finds_the_move_of_plain_minimax(position, depth):
    pruned, full = Node(position), full_tree(position, depth)
    assert alpha_beta(pruned, depth, position.turn, plain) == full.value
    assert pruned.best.move == full.best.move
    assert pruned.n_nodes <= full.n_nodes


def test_greedy_beats_first():
    points = 0.0
    for opening in ("d3", "c4", "f5", "e6"):
        start = START.play(opening)
        points += play_game(start, (Greedy(), First())).points[0]
        points += play_game(start, (First(), Greedy())).points[1]
    assert points >= 7


def test_depth_is_an_option():
    assert create("lookahead:depth=2").choose(START).depth == 2
