"""What would not show a mistake in a benchmark: the threads that are simulated, and which lines are measured."""

import importlib
import sys
from pathlib import Path

import pytest

from outflank.errors import OutflankError
from outflank.evaluation.weights import shipped
from outflank.jit import INTERPRETED
from outflank.search.endgame import null_window

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
LINE = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38;"


@pytest.fixture(scope="module", autouse=True)
def benchmarks_can_be_imported():
    sys.path.insert(0, str(BENCHMARKS))
    yield
    sys.path.remove(str(BENCHMARKS))


@pytest.fixture(scope="module")
def tree():
    if INTERPRETED:
        pytest.skip("an engine that is not compiled is too slow for it")
    position = importlib.import_module("problems").from_games(16, 1)[0]
    return importlib.import_module("search_tree").SearchTree(position, shipped(), 4)


@pytest.mark.parametrize("is_abdada", [True, False])
@pytest.mark.parametrize("n_workers", [1, 2, 5, 64])
def test_simulated_threads_find_the_score_and_are_no_more_than_their_number_faster(tree, n_workers, is_abdada):
    threads = importlib.import_module("threads")
    costs = importlib.import_module("schedule").Costs(node=50.0, message=40.0, exchange=40.0, wake=10.0, poll=2000.0)
    alone = threads.simulate([tree], costs, 1, 12, is_abdada=True)
    found = threads.simulate([tree], costs, n_workers, 12, is_abdada=is_abdada)  # raises if the score is wrong
    assert found == threads.simulate([tree], costs, n_workers, 12, is_abdada=is_abdada)
    assert found.work <= n_workers * found.nanoseconds * (1 + 1e-9)
    assert found.nanoseconds >= alone.nanoseconds / n_workers / 2  # luck with the order of moves, at most
    if n_workers == 1:
        assert found == alone


def test_two_simulated_threads_are_faster_than_one_and_dear_messages_make_them_slower(tree):
    threads, schedule = importlib.import_module("threads"), importlib.import_module("schedule")
    cheap = schedule.Costs(node=50.0, message=0.0, exchange=0.0, wake=0.0, poll=0.0)
    dear = schedule.Costs(node=50.0, message=1e6, exchange=1e6, wake=0.0, poll=0.0)
    alone = threads.simulate([tree], cheap, 1, 12, is_abdada=False).nanoseconds
    two = threads.simulate([tree], cheap, 2, 12, is_abdada=False).nanoseconds
    assert two < 0.7 * alone
    assert threads.simulate([tree], dear, 2, 12, is_abdada=False).nanoseconds > alone


def test_a_simulated_leaf_is_a_window_of_the_kernel(tree):
    (board, alpha), (value, nodes) = next(iter(tree._leaves.items()))
    tree._scratch.clear()
    tree._leaf_state.begin()
    assert null_window(*board, alpha, 11, tree._leaf_state.record) == value
    assert int(tree._leaf_state.record.nodes) == nodes > 0


def test_lines_of_a_file_are_those_that_were_asked_for(tmp_path):
    chosen = importlib.import_module("problems").chosen
    file = tmp_path / "some.obf"
    file.write_text("\n".join(LINE for _ in range(6)) + "\n", encoding="utf-8")
    lines = {"": [1, 2, 3, 4, 5, 6], ":5": [5], ":2-4": [2, 3, 4], ":6,1-2": [6, 1, 2]}
    for argument, expected in lines.items():
        assert [problem.line for problem in chosen(f"{file}{argument}").problems] == expected
    for bad in (":0", ":7", ":2-9", ":4-2", ":x", ":", ":1,", ":-1"):
        with pytest.raises(OutflankError, match="expected"):
            chosen(f"{file}{bad}")
