"""The search of boards and variants without kernels, against minimax without pruning."""

import sys
import threading
import time

import pytest

from outflank.engine.plain import PlainSearch, evaluate
from outflank.jit import INTERPRETED
from outflank.play import Limit
from outflank.rules import AntiPosition, Position
from tests.oracles.minimax import naive_score

STARTS = [Position.start(4), Position.start(6), Position.start(8).play("f5").play("d6"), AntiPosition.start(6)]


def minimax(position, depth):
    """The value for the side to move, without any pruning."""
    if position.is_over:
        return position.scores[position.turn]
    if position.must_pass:
        return -minimax(position.switched(), depth)
    if depth == 0:
        return evaluate(position)
    return max(-minimax(position.play(move), depth - 1) for move in position.legal_moves)


def searched(position, limit, top=1):
    """The result of the search; each report must be at least as deep as the last."""
    told = []
    known = PlainSearch().run(position, limit, top, threading.Event(), told.append)
    depths = [each.depth for each in told]
    assert depths == sorted(depths)
    assert known.moves == told[-1].moves
    return known


@pytest.mark.parametrize("start", STARTS, ids=repr)
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_value_of_every_move_is_that_of_minimax(start, depth):
    known = searched(start, Limit(depth), top=60)
    assert known.depth == depth
    assert {found.move: found.value for found in known.moves} == {
        move: -minimax(start.play(move), depth - 1) for move in start.legal_moves
    }
    assert [found.value for found in known.moves] == sorted((found.value for found in known.moves), reverse=True)


@pytest.mark.parametrize("top", [1, 2])
@pytest.mark.parametrize("start", STARTS[1:], ids=repr)
def test_moves_beyond_the_best_are_bounded_from_above(start, top):
    known = searched(start, Limit(3), top)
    exact = sorted((-minimax(start.play(move), 2) for move in start.legal_moves), reverse=True)
    assert [found.value for found in known.moves[:top]] == exact[:top]
    for found in known.moves:
        value = -minimax(start.play(found.move), 2)
        assert found.value == value if found.bound == "exact" else found.value >= value


@pytest.mark.parametrize("start", [Position.start(4), AntiPosition.start(4)], ids=repr)
def test_line_can_be_played_and_leads_to_the_value(start):
    for found in searched(start, Limit(), top=60).moves:
        position = start
        for move in found.pv:
            position = position.play(move)
        assert position.is_over
        assert position.scores[start.turn] == found.value
        assert found.is_proven


def test_four_by_four_is_a_win_for_the_second_player_by_eight_discs_and_two_empties():
    known = searched(Position.start(4), Limit(exact=True))
    assert known.score == known.value == -10


@pytest.mark.skipif(INTERPRETED, reason="takes long")
@pytest.mark.parametrize("kind", [Position, pytest.param(AntiPosition, marks=pytest.mark.slow)])
def test_the_whole_game_on_four_by_four_is_that_of_the_rules_alone(kind):
    """Each position along a line of play, from the start on, as minimax over the whole tree of games scores it."""
    position, known = kind.start(4), {}
    while not position.is_over:
        found = searched(position, Limit(exact=True), top=60)
        assert found.score == naive_score(position, known)
        for each in found.moves:
            assert each.value == -naive_score(position.play(each.move), known)
        position = position.play(found.moves[len(found.moves) // 2].move)  # not always the best


def test_bounds_are_reported_only_when_the_end_is_seen():
    assert searched(Position.start(6), Limit(3)).lower is None
    assert searched(Position.start(6), Limit(3)).score is None


@pytest.mark.parametrize("limit", [Limit(nodes=50), Limit(seconds=0.05)], ids=str)
def test_limits_end_it_with_the_present_result(limit):
    known = searched(Position.start(10), limit)
    assert known.move in Position.start(10).legal_moves
    assert limit.nodes is None or known.nodes <= limit.nodes + 1


@pytest.mark.skipif(sys.platform != "linux", reason="only there a thread's time is known to others")
def test_stop_is_heard_within_a_tenth_of_a_second():
    stopping, late = threading.Event(), []

    def search():
        PlainSearch().run(Position.start(10), Limit(), 60, stopping, lambda _: None)
        late.append(time.thread_time())

    thread = threading.Thread(target=search)
    thread.start()
    time.sleep(0.2)
    began = time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
    stopping.set()
    thread.join()
    assert late[0] - began < 0.1  # of the processor's time, however busy the machine is


def test_deadline_is_kept():
    began, used = time.perf_counter(), time.thread_time()
    searched(Position.start(10), Limit(seconds=0.2), top=60)
    assert time.perf_counter() - began > 0.19
    assert time.thread_time() - used < 0.4
