import pytest

from outflank.classic.budget import WIN, Budget, terminal_score
from outflank.rules import BLACK, WHITE, Game, Position

WIPED_OUT = Game(moves=["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]).position


@pytest.mark.parametrize(
    ("budget", "mode", "nodes", "plies", "value"),
    [
        (3000, "classic", 6116, 7, 0),
        (3000, "fair", 1716, 6, 3),
        (100, "classic", 268, 4, -2),
        (100, "fair", 72, 3, 3),
    ],
)
def test_published_figures_from_the_start(budget, mode, nodes, plies, value):
    decision = Budget(budget, mode).choose(Position.start())
    assert decision.nodes == nodes
    assert decision.depth == plies
    assert [found.value for found in decision.moves] == [value] * 4


def test_the_last_of_equal_moves_wins():
    assert Budget(100).choose(Position.start()).move == "e6"


def test_a_win_is_a_win_for_either_colour_on_either_turn():
    assert WIPED_OUT.is_over
    for position in (WIPED_OUT, WIPED_OUT.switched()):
        assert terminal_score(position, BLACK) == WIN
        assert terminal_score(position, WHITE) == -WIN


def test_scores_are_ordered_lose_indeterminate_win():
    assert -WIN < terminal_score(Position.start().play("f5"), WHITE) < 0 < WIN
    assert terminal_score(Position.start(), BLACK) == 0
    assert terminal_score(Position.parse("XXXXXXXXOOOOOOOO X"), BLACK) == 0, "a draw is neither won nor lost"


@pytest.mark.parametrize("mode", ["classic", "fair"])
def test_a_winning_move_is_found_and_called_a_win(mode):
    position = Game(moves=["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5"]).position
    decision = Budget(300, mode).choose(position)
    assert decision.value == WIN
    assert decision.chosen.kind == "wld"


def test_a_pass_costs_one_of_the_budget():
    passing = Game(
        moves=["e6", "f6", "c4", "c5", "c6", "d6", "g7", "f4", "g4", "g6", "e7", "h8", "h6", "g5", "g8"]
    ).position
    # White's f8 leaves Black without a move. Of a budget of 1 + 14: 14 are left behind f8, 13 behind the pass, which
    # pays for White's three moves and 3 nodes behind each of them.
    from outflank.classic.budget import minimax
    from outflank.classic.tree import Node

    node = Node(passing.play("f8"), "f8")
    minimax(node, 14, WHITE)
    assert len(node.children) == 1
    assert len(node.children[0].children) == 3
    node = Node(passing.play("f8"), "f8")
    minimax(node, 3, WHITE)
    assert node.n_nodes == 1, "2 do not pay for three moves"


def test_the_smallest_budget_still_moves():
    for mode in ("classic", "fair"):
        decision = Budget(1, mode).choose(Position.start())
        assert decision.move in Position.start().legal_moves
        assert decision.nodes == 4
