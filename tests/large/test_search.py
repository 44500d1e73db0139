import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.board.squares import NAMES
from outflank.jit import INTERPRETED
from outflank.large.board import split
from outflank.large.endgame import final_score_of
from outflank.large.root import LargeRoot
from outflank.large.search import key_of, search
from outflank.large.state import LargeState
from outflank.play.limit import Limit
from outflank.rules import Position
from outflank.search.table import EXACT, Table
from outflank.search.windows import Stopped
from tests.large.positions import GAMES, endgames
from tests.variants.positions import played, score_of

TABLE = Table(16)
STATES = {kind: LargeState(TABLE, kind.fewest_win) for kind in GAMES}
MOST = 3 if INTERPRETED else 7


def words(position):
    return *split(position.player), *split(position.opponent)


def result(position, alpha, depth=None, selectivity=EXACT):
    """The result of a null window on its own."""
    TABLE.clear()
    state = STATES[type(position)]
    state.begin()
    depth = position.n_empties if depth is None else depth
    found = search(*words(position), alpha, depth, selectivity, position.n_empties, state.record)
    assert not state.record.stopped
    return found


@given(endgames(6))
def test_final_score_is_that_of_the_rules(position):
    assert final_score_of(*words(position), STATES[type(position)].record) == position.scores[position.turn]


@settings(max_examples=30 if INTERPRETED else 200, deadline=None)
@given(endgames(MOST), st.integers(-101, 100))
def test_null_windows_agree_with_plain_minimax(position, alpha):
    expected, found = score_of(position), result(position, alpha)
    assert (expected <= found) if found <= alpha else (found <= expected)


@pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")
@settings(max_examples=30, deadline=None)
@given(endgames(14), st.integers(0, 7), st.integers(-20, 20))
def test_symmetric_positions_have_the_same_score(position, symmetry, alpha):
    turned = position.transformed(symmetry)
    assert (result(position, alpha) <= alpha) == (result(turned, alpha) <= alpha)


def minimax(position, depth):
    """The value by plain minimax with the compiled evaluation."""
    if position.is_over:
        return position.scores[position.turn]
    if depth == 0:
        return result(position, 0, 0)
    if position.must_pass:
        return -minimax(position.switched(), depth)
    return max(-minimax(position.play(move), depth - 1) for move in position.legal_moves)


@pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")
@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("n_empties", [8, 30, 60, 90])
def test_searches_to_a_depth_agree_with_plain_minimax(kind, n_empties):
    for seed in range(5):
        position = played(kind, 10, n_empties, seed)
        expected = minimax(position, 3)
        for alpha in (expected - 1, expected):
            found = result(position, alpha, 3)
            assert (expected <= found) if found <= alpha else (found <= expected)


@pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")
def test_selective_searches_are_cheaper_and_seldom_wrong():
    nodes, n_right = {}, 0
    for seed in range(20):
        position = played(Position, 10, 50, seed)
        found = []
        for selectivity in (2, EXACT):
            found.append(result(position, 0, 9, selectivity) > 0)
            nodes[selectivity] = nodes.get(selectivity, 0) + STATES[Position].record.nodes
        n_right += found[0] == found[1]
    assert nodes[2] < 0.7 * nodes[EXACT]
    assert n_right >= 17


def test_a_search_stops_at_its_limit_of_nodes():
    state, position = STATES[Position], Position.start(10)
    TABLE.clear()
    state.begin(100)
    search(*words(position), 0, 20, EXACT, position.n_empties, state.record)
    assert state.record.stopped


def test_a_hash_tells_the_sides_and_every_square_apart():
    player, opponent = Position.start(10).player, Position.start(10).opponent
    boards = [(player, opponent), (opponent, player)]
    boards += [(player ^ 1 << square, opponent) for square in range(100)]
    boards += [(player, opponent ^ 1 << square) for square in range(100)]
    assert len({key_of(*split(own), *split(others), 0) for own, others in boards}) == 202


@pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")
@pytest.mark.parametrize("kind", GAMES)
def test_two_threads_find_the_score_that_one_finds_and_its_line_holds(kind):
    roots = [LargeRoot(kind, 16, threads) for threads in (1, 2)]
    for seed in range(4):
        position, scores = played(kind, 10, 15, seed), []
        for root in roots:
            with root.search(Limit(), threading.Event()):
                scores.append(root.score(position.player, position.opponent, 15, EXACT))
                line = root.proven_line(position, scores[-1])
        assert scores[0] == scores[1]
        score = scores[0]
        for move in line:
            position, score = position.play(move), -score
        assert position.scores[position.turn] == score


def test_a_set_event_stops_the_search():
    stopping, start = threading.Event(), Position.start(10)
    stopping.set()
    root = LargeRoot(Position, 16)
    with root.search(Limit(), stopping), pytest.raises(Stopped):
        root.score(start.player, start.opponent, 10, EXACT)


@pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")
@pytest.mark.parametrize("seed", range(8))
def test_the_best_square_has_the_score_even_if_the_table_knows_the_replies(seed):
    position = played(Position, 10, 15, seed).after_pass
    root, fresh = LargeRoot(Position, 16), LargeRoot(Position, 16)
    boards = position.player, position.opponent
    with root.search(Limit(), threading.Event()), fresh.search(Limit(), threading.Event()):
        score = fresh.score(*boards, 15, EXACT)
        child = position.play(fresh.move_that_holds(position, score))
        root.score(*boards, 4, EXACT)  # leaves another opinion of the best move
        if not child.is_over and not child.must_pass:
            root.score(child.player, child.opponent, 14, EXACT)
        *_, (lower, upper, square) = root.bounds(*boards, 15, EXACT, score)
        assert lower == upper == score
        after = position.play(NAMES[10][square])
        assert -fresh.score(after.player, after.opponent, 14, EXACT) == score or after.must_pass
