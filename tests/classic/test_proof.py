"""A classic player calls a move won or lost only where the rules prove it, never by the size of a number."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.classic.staged import WIN, Lookahead
from outflank.classic.tree import Node
from outflank.play import create
from outflank.rules import BLACK, AntiPosition, Game, Position

PLAYERS = [
    "greedy", "lookahead", "lookahead:depth=2", "level1", "level2", "level3", "budget", "budget:nodes=12",
    "budget:nodes=40,mode=fair", "deepening:depth=1", "deepening:depth=3", "deepening:time=600",
]  # fmt: skip

LATE = Position.parse("O-XXXXOO-XXXXOOOXOOOOOOOOXOOOOOOOOXOOXOOOOXOOOOOOOOOOOOOOOOOOOOO O")
"""Two squares are empty, and the discs alone are worth more than a game won is to `greedy`."""


def result(position, side):
    """1, 0 or −1 for a game that the side wins, draws or loses, by trying everything."""
    if position.is_over:
        won = position.scores[side]
        return (won > 0) - (won < 0)
    results = [result(position.play(move), side) for move in position.legal_moves]
    return max(results) if position.turn is side else min(results)


@st.composite
def late_positions(draw):
    """Positions of random games with a few empty squares, in which somebody can move."""
    generator = random.Random(draw(st.integers(0, 2**32 - 1)))
    position, n_empties = Position.start(draw(st.sampled_from((4, 6, 8)))), draw(st.integers(1, 5))
    before = position
    while position.n_empties > n_empties and not position.is_over:
        before, position = position, position.play(generator.choice(position.legal_moves))
    late = before if position.is_over else position
    return late if late.n_empties <= 6 else LATE


@pytest.mark.parametrize("name", PLAYERS)
@given(position=late_positions())
def test_proven_wins_and_losses_are_true(name, position):
    for found in create(name).choose(position).moves:
        if found.kind == "wld":
            truth = result(position.play(found.move), position.turn)
            assert (found.value > 0) - (found.value < 0) == truth


def test_a_value_beyond_that_of_a_win_is_an_evaluation_while_a_square_is_empty():
    decision = create("greedy").choose(LATE)
    assert [(found.move, found.value) for found in decision.moves] == [("b1", 6004), ("a2", 5716)]
    assert min(found.value for found in decision.moves) > WIN
    assert {found.kind for found in decision.moves} == {"heuristic"}
    assert decision.chosen.verdict == "+6004"


def test_the_same_moves_are_proven_by_a_search_that_sees_the_end():
    for name in ("lookahead", "level2", "budget"):
        assert {found.kind for found in create(name).choose(LATE).moves} == {"wld"}, name
        assert create(name).choose(LATE).chosen.verdict == "a won game"


@pytest.mark.parametrize("name", [name for name in PLAYERS if "time" not in name])
def test_a_move_that_takes_the_last_disc_is_proven_and_the_others_are_not(name):
    position = Game(moves="e6f4e3f6g5d6e7f5").position
    kinds = {found.move: found.kind for found in create(name).choose(position).moves}
    assert kinds.pop("c5") == "wld"
    assert set(kinds.values()) == {"heuristic"}


def test_a_win_of_white_is_a_loss_of_black():
    b1, a2 = Lookahead().search(LATE).children
    assert (b1.least, b1.most) == (a2.least, a2.most) == (-1, -1), "White wins, in Black's view"


def test_an_unsearched_move_leaves_the_result_open():
    root = Node(LATE)
    for child in root.expand(("b1",)):
        child.close(0)
    root.close(0)
    assert (root.least, root.most) == (-1, 1)
    over = Node(Position.parse("X" * 64 + "O"))
    over.close(-9)
    assert (over.least, over.most) == (1, 1), "the discs count, not the value"


def test_in_anti_othello_the_fewest_discs_are_the_win():
    over = Node(AntiPosition.parse("X" * 64 + "O"))
    over.close(0)
    assert (over.least, over.most) == (-1, -1)
    assert over.position.scores[BLACK] < 0


def test_a_drawn_game_is_proven_as_one():
    drawn = Position.parse("X" * 31 + "O" * 31 + "XO" + "X")
    assert drawn.is_over
    node = Node(drawn)
    node.close(0)
    assert (node.least, node.most, node.is_proven) == (0, 0, True)
