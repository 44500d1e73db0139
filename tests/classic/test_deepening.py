import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.classic.deepening import Deepening, _Search
from outflank.classic.tree import Node
from outflank.play import TimeLeft
from outflank.rules import WHITE, Game, Position
from tests.strategies import games

AFTER_F5 = Position.start().play("f5")
INF = float("inf")


@pytest.mark.parametrize(
    ("plies", "expected"),
    [(1, [0, 0, 0]), (2, [-5, -3, -3]), (3, [0, 2, 0]), (4, [-5, -3, -3]), (5, [0, 2, 0]), (6, [-5, -5, -5])],
)
def test_values_after_f5(plies, expected):
    """White's values for f4, d6 and f6 by total plies, as the original program finds them."""
    values = [
        _Search(WHITE, None, True).alpha_beta(Node(AFTER_F5.play(move)), plies - 1, -INF, INF)
        for move in ("f4", "d6", "f6")
    ]
    assert values == expected
    decision = Deepening(time=600, depth=plies).choose(AFTER_F5)
    assert decision.value == max(expected)
    assert decision.depth == plies


def naive(position, depth, side):
    """The published search without pruning: where a side must pass, the other simply moves again."""
    if position.must_pass and depth:
        position = position.switched()
    if position.is_over or depth == 0:
        return position.count(side) - position.count(side.opponent)
    values = [naive(position.play(move), depth - 1, side) for move in position.legal_moves]
    return max(values) if position.turn is side else min(values)


@given(games(sizes=(4, 6, 8)).map(lambda game: game.position).filter(lambda p: not p.is_over), st.integers(1, 3))
def test_the_search_equals_the_published_one_without_pruning(position, depth):
    decision = Deepening(time=600, depth=depth).choose(position)
    assert decision.value == naive(position, depth, position.turn)


def test_4x4_is_lost_11_to_3_for_the_first_player():
    start = Position.start(4)
    decision = Deepening(time=600).choose(start)
    assert decision.value == -8
    assert decision.chosen.kind == "exact"
    game = Game(start)
    game.extend(decision.chosen.pv)
    assert (game.outcome.black, game.outcome.white) == (3, 11)
    assert decision.depth == 12, "it stops when every leaf is the end of the game"


def test_the_time_limit_holds_and_a_legal_move_comes():
    began = time.perf_counter()
    decision = Deepening(time=0.1).choose(Position.start())
    assert time.perf_counter() - began < 15
    assert decision.depth >= 1
    assert decision.chosen.kind == "heuristic"


def test_an_unfinished_depth_is_discarded():
    deep = Deepening(time=0.2).choose(AFTER_F5)
    again = Deepening(time=600, depth=deep.depth).choose(AFTER_F5)
    assert (deep.move, deep.value) == (again.move, again.value)


@pytest.mark.parametrize("left", [TimeLeft(0.01), TimeLeft(0.02, per_move=True)])
def test_a_game_clock_shortens_the_thinking(left):
    began = time.perf_counter()
    decision = Deepening(time=20).choose(AFTER_F5, left)
    assert time.perf_counter() - began < 15
    assert decision.depth >= 1


def test_a_pass_costs_no_depth():
    position = Game(
        moves=["e6", "f6", "c4", "c5", "c6", "d6", "g7", "f4", "g4", "g6", "e7", "h8", "h6", "g5", "g8", "f8"]
    )
    tree = Deepening(time=600, depth=1).search(position.position)
    assert [child.move for child in tree.children] == ["pass"]
    assert [child.move for child in tree.children[0].children] == ["c3", "g3", "b4"]


def test_choosing_keeps_only_the_best_lines_in_memory_but_counts_all():
    search = Deepening(time=600, depth=4)
    tree = search.search(AFTER_F5)
    decision = search.choose(AFTER_F5)
    assert sum(1 for _ in tree.walk()) - 1 == tree.n_nodes == decision.nodes
    thin, _, _ = search._deepen(AFTER_F5, 600, keep=False)
    assert sum(1 for _ in thin.walk()) < tree.n_nodes
    assert thin.pv == tree.pv
