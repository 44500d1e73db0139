"""The tasks of workers, against plain minimax."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import OutflankError
from outflank.jit import INTERPRETED
from outflank.play import Limit
from outflank.solving import tasks
from tests.oracles import endgame
from tests.search.positions import PROBLEMS, endgames, played

N_EMPTIES = 5 if INTERPRETED else 9


@given(endgames(1, N_EMPTIES), st.integers(-32, 31), st.integers(1, 64))
def test_bounds_settle_the_question(position, alpha, width):
    alpha, beta = 2 * alpha, min(2 * alpha + 2 * width, 64)
    if position.is_over:
        return
    score = endgame.score(position.player, position.opponent)
    lower, upper, nodes = tasks.settle(position, alpha, beta, 1, "a job")
    assert lower <= score <= upper
    assert lower == upper or upper <= alpha or lower >= beta
    assert nodes > 0


@pytest.mark.skipif(INTERPRETED, reason="needs compiled code")
@pytest.mark.parametrize("off", [-8, -2, 0, 2, 8])
def test_a_prepared_search_answers_a_null_window_rightly(off):
    position = played(5, 16)
    whole = tasks.solve_whole(position, Limit(exact=True), 1, 1)
    lower, upper, nodes = tasks.settle(position, whole.score + off, whole.score + off + 2, 1, f"job {off}")
    assert lower <= whole.score <= upper
    assert (upper <= whole.score + off) if off >= 0 else (lower >= whole.score + off + 2)
    assert nodes < 3 * whole.nodes


def test_moves_are_ranked_all_and_once():
    for problem in PROBLEMS:
        assert sorted(tasks.ranked(problem.position, 1, "ranks")) == sorted(problem.position.legal_moves)


def test_a_line_holds_the_score():
    for problem in PROBLEMS[:4]:
        line, _ = tasks.line_of(problem.position, problem.score, 1, "lines")
        position = problem.position
        for move in line:
            position = position.play(move)
        assert position.is_over
        assert position.scores[problem.position.turn] == problem.score


def test_a_whole_position_takes_the_same_nodes_after_others():
    first = tasks.solve_whole(PROBLEMS[0].position, Limit(exact=True), 1, 1)
    tasks.settle(PROBLEMS[1].position, -64, 64, 1, "between")
    again = tasks.solve_whole(PROBLEMS[0].position, Limit(exact=True), 1, 1)
    assert (first.score, first.nodes) == (again.score, again.nodes)
    assert first.score == PROBLEMS[0].score


@pytest.mark.skipif(INTERPRETED, reason="needs compiled code")
@pytest.mark.parametrize(
    "task", [lambda p: tasks.solve_whole(p, Limit(exact=True), 1, 1), lambda p: tasks.settle(p, -2, 0, 1, "unwanted")]
)
def test_a_task_that_nobody_waits_for_ends(task, monkeypatch):
    monkeypatch.setattr(tasks, "wanted_test", lambda: lambda: False)
    monkeypatch.setattr(tasks, "_LOOK", 0.05)
    with pytest.raises(OutflankError, match="nobody is waiting"):
        task(played(1, 44))
    monkeypatch.setattr(tasks, "wanted_test", lambda: lambda: True)  # the engine of this thread is free again
    assert tasks.solve_whole(PROBLEMS[0].position, Limit(exact=True), 1, 1).score == PROBLEMS[0].score
