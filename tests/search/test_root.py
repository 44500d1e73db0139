import gc
import itertools
import threading
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from outflank.board.squares import NAMES
from outflank.errors import OutflankError
from outflank.formats import obf
from outflank.jit import INTERPRETED
from outflank.rules import PASS, Position
from outflank.search.root import Limits
from outflank.search.solver import Solution, Solver
from tests.oracles import endgame as oracle
from tests.search.positions import PROBLEMS, endgames, placed, played

compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes long")

SOLVER = Solver(megabytes=4)
MOST = 5 if INTERPRETED else 10
FFO = Path(__file__).parents[3] / "shared" / "data" / "ffo" / "ffo-20-39.obf"
ONLY_THE_OPPONENT_MOVES = Position.parse("-XO" + "X" * 61 + " X")


def score_of(position):
    return oracle.score(position.player, position.opponent)


def replayed(position, pv):
    """What the game is worth after a line, in the view of the side to move before it."""
    mover = position.turn
    for move in pv:
        position = position.play(move)
    assert position.is_over
    return position.scores[mover]


def search_threads():
    return [thread for thread in threading.enumerate() if thread.name.startswith("search")]


# --- scores and lines ---------------------------------------------------------------------------------------------


@settings(max_examples=50)
@given(endgames(0, MOST))
@example(ONLY_THE_OPPONENT_MOVES)
def test_the_score_is_exact_and_the_line_replays_to_it(position):
    solution = SOLVER.solve(position)
    assert solution.score == solution.lower == solution.upper == score_of(position)
    assert replayed(position, solution.pv) == solution.score


@settings(max_examples=50)
@given(endgames(0, MOST))
def test_win_only_tells_the_sign(position):
    solution, score = SOLVER.solve(position, win_only=True), score_of(position)
    assert solution.lower <= score <= solution.upper
    assert solution.lower > 0 or solution.upper < 0 or solution.lower == solution.upper == 0


@settings(max_examples=50)
@given(endgames(1, MOST), st.integers(2, 5))
def test_top_moves_are_exact_and_the_others_bounded(position, top):
    solution = SOLVER.solve(position, top=top)
    scores = {NAMES[8][at]: score for at, score in oracle.move_scores(position.player, position.opponent).items()}
    if position.legal_mask:
        exact = [found for found in solution.moves if found.bound == "exact"]
        assert {found.move for found in solution.moves} == set(scores)
        assert sorted((found.value for found in exact), reverse=True)[:top] == sorted(scores.values())[::-1][:top]
        assert all(found.value == scores[found.move] == replayed(position, found.pv) for found in exact)
        assert all(found.value >= scores[found.move] for found in solution.moves)
        assert all(found.value <= exact[min(top, len(exact)) - 1].value for found in solution.moves[top:])
        assert [found.value for found in solution.moves] == sorted((m.value for m in solution.moves), reverse=True)
    assert solution.score == score_of(position)


@compiled_only
@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: f"line {problem.line}")
def test_the_ten_positions(problem):
    solution = SOLVER.solve(problem.position)
    assert solution.score == problem.score == replayed(problem.position, solution.pv)
    assert problem.scores[solution.best] == problem.score
    every_move = SOLVER.solve(problem.position, top=64)
    assert {found.move: found.value for found in every_move.moves} == problem.scores


@compiled_only
@pytest.mark.skipif(not FFO.exists(), reason="the FFO positions are not here")
@pytest.mark.parametrize("number", range(20, 30))
def test_ffo(number):
    problem = obf.read(FFO.read_text())[number - 20]
    solution = Solver(megabytes=64).solve(problem.position)
    assert solution.score == problem.score == replayed(problem.position, solution.pv)
    assert problem.scores[solution.best] == problem.score


@pytest.mark.parametrize("cells", ["X" * 64, "-" * 64, "X" + "-" * 63, "O" * 40 + "-" * 24])
@pytest.mark.parametrize("options", [{}, {"win_only": True}, {"top": 3}], ids=str)
def test_a_finished_game_has_its_outcome_and_no_move(cells, options):
    position = Position.parse(cells + " X")
    solution = SOLVER.solve(position, **options)
    assert solution.score == position.scores[position.turn]
    assert (solution.pv, solution.moves, solution.best) == ((), (), None)


@pytest.mark.parametrize("options", [{}, {"win_only": True}, {"top": 3}], ids=str)
def test_a_forced_pass_is_the_best_move(options):
    solution = SOLVER.solve(ONLY_THE_OPPONENT_MOVES, **options)
    assert solution.best == PASS
    assert solution.lower > 0


def test_the_best_move_is_among_the_moves():
    solution = SOLVER.solve(played(3, MOST))
    (best,) = solution.moves
    assert (best.move, best.value, best.bound, best.kind) == (solution.best, solution.score, "exact", "exact")
    assert best.pv == solution.pv


def test_bounds_only_come_closer_while_watched():
    seen = []
    solution = SOLVER.solve(played(4, MOST), watch=seen.append)
    bounds = [(found.lower, found.upper) for found in [Solution(), *seen]]
    assert all(a <= c and d <= b and (a, b) != (c, d) for (a, b), (c, d) in itertools.pairwise(bounds))
    assert bounds[-1] == (solution.lower, solution.upper)


# --- nodes and threads --------------------------------------------------------------------------------------------


def test_one_thread_visits_the_same_nodes_in_every_run():
    position = played(5, 5 if INTERPRETED else 16)
    fresh = [Solver(megabytes=4) for _ in range(2)]
    nodes = {solver.solve(position).nodes for solver in [*fresh, fresh[0]]}
    assert len(nodes) == 1
    assert nodes.pop() > position.n_empties


@pytest.mark.parametrize("seed", range(6))
def test_two_threads_find_the_same_score(seed):
    position = (played if seed % 2 else placed)(seed, 5 if INTERPRETED else 16)
    one, two = Solver(megabytes=4).solve(position), Solver(megabytes=4, threads=2).solve(position)
    assert one.score == two.score == replayed(position, two.pv)


def test_no_thread_is_left():
    Solver(megabytes=1, threads=2).solve(played(6, 5 if INTERPRETED else 14))
    assert search_threads() == []


# --- limits and stops ---------------------------------------------------------------------------------------------


@compiled_only
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("options", [{}, {"top": 3}], ids=str)
@pytest.mark.parametrize("limits", [Limits(nodes=n) for n in (0, 10, 1000, 30_000)] + [Limits(seconds=0)], ids=str)
def test_within_limits_the_bounds_contain_the_score(limits, options, threads):
    position = played(7, 16)
    score, limited = SOLVER.solve(position).score, Solver(megabytes=4, threads=threads)
    solution = limited.solve(position, limits=limits, **options)
    assert solution.lower <= score <= solution.upper
    if not limits.nodes or limits.nodes <= 1000:
        assert solution.score is None


@compiled_only
@pytest.mark.parametrize("options", [{}, {"top": 3}, {"win_only": True}], ids=str)
def test_a_limit_of_seconds_is_kept(options):
    best_of_three = []
    for _ in range(3):
        began = time.perf_counter()
        solution = SOLVER.solve(played(8, 30), limits=Limits(seconds=0.2), **options)
        best_of_three.append(time.perf_counter() - began)
        assert solution.score is None
        assert solution.lower <= solution.upper
    assert 0.15 < min(best_of_three) < 0.3


def test_generous_limits_change_nothing():
    position = played(9, MOST)
    free = Solver(megabytes=1).solve(position)
    limited = Solver(megabytes=1).solve(position, limits=Limits(nodes=10**12, seconds=600))
    assert (limited.score, limited.pv, limited.nodes) == (free.score, free.pv, free.nodes)


@compiled_only
@pytest.mark.parametrize("threads", [1, 2])
def test_a_stop_takes_effect_within_a_tenth_of_a_second(threads):
    solver, late = Solver(megabytes=4, threads=threads), []
    for _ in range(3):
        stopped = []
        timer = threading.Timer(0.2, lambda stopped=stopped: (stopped.append(time.perf_counter()), solver.stop()))
        timer.start()
        solution = solver.solve(played(8, 30))
        late.append(time.perf_counter() - stopped[0])
        timer.join()
        assert solution.score is None
        assert solution.lower < solution.upper
    assert min(late) < 0.1
    assert search_threads() == []


@compiled_only
def test_a_solver_that_was_stopped_solves_the_next_position():
    solver = Solver(megabytes=4)
    threading.Timer(0.05, solver.stop).start()
    assert solver.solve(played(8, 30)).score is None
    assert solver.solve(PROBLEMS[0].position).score == PROBLEMS[0].score


def test_an_interrupt_leaves_no_thread_and_a_usable_solver():
    def interrupt(solution):
        raise KeyboardInterrupt

    solver, position = Solver(megabytes=1, threads=2), played(10, MOST)
    with pytest.raises(KeyboardInterrupt):
        solver.solve(position, watch=interrupt)
    assert search_threads() == []
    assert solver.solve(position).score == score_of(position)


# --- bad input, and memory ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [4, 6, 10])
def test_other_boards_are_refused(size):
    with pytest.raises(OutflankError, match=f"expected an 8×8 board, got {size}×{size}"):
        SOLVER.solve(Position.start(size))


@pytest.mark.parametrize("arguments", [{"megabytes": 0}, {"threads": 0}, {"threads": -1}], ids=str)
def test_no_table_and_no_thread_are_refused(arguments):
    with pytest.raises(OutflankError, match="expected at least 1 MB and 1 thread"):
        Solver(**arguments)


@pytest.mark.skipif(INTERPRETED, reason="what measures coverage keeps something for each thread")
@pytest.mark.parametrize("make", [lambda: SOLVER, lambda: Solver(megabytes=1)], ids=["one solver", "a solver each"])
def test_memory_does_not_grow_over_300_solves(make):
    problems = [played(seed, 4) for seed in range(100)]
    tracemalloc.start()
    try:
        for position in problems:  # positions keep their legal moves, and other things are made once
            make().solve(position, top=2)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for position in 3 * problems:
            make().solve(position, top=2)
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - before < 200_000
    finally:
        tracemalloc.stop()
