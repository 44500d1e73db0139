import gc
import itertools
import threading
import time
import tracemalloc

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from outflank.board.squares import NAMES
from outflank.engine.engine import Engine
from outflank.errors import OptionError
from outflank.jit import INTERPRETED
from outflank.play import Limit
from outflank.rules import PASS, AntiPosition, Game, Position
from tests.engine.stopping import seconds_after_stop
from tests.oracles import endgame as oracle
from tests.patience import least
from tests.search.positions import PROBLEMS, endgames, placed, played

compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes long")

ENGINE = Engine(megabytes=4)
EXACT, WLD = Limit(exact=True), Limit(wld=True)
MOST = 5 if INTERPRETED else 10
ONLY_THE_OPPONENT_MOVES = Position.parse("-XO" + "X" * 61 + " X")
FOUR_BY_FOUR = Game(AntiPosition.start(4), "b1a1a2c1").position
ASKED = [(EXACT, 1), (WLD, 1), (EXACT, 3)]


def solved(position, limit=EXACT, top=1, engine=ENGINE):
    engine.clear()
    return engine.analyse(position, limit, top=top)


def score_of(position):
    return oracle.score(position.player, position.opponent)


def replayed(position, pv):
    """The value of the game after a line, from the view of the side to move before it."""
    mover = position.turn
    for move in pv:
        position = position.play(move)
    assert position.is_over
    return position.scores[mover]


def bounds_of(analysis):
    """The proven bounds of the score, as numbers."""
    lower = -64 if analysis.lower is None else analysis.lower
    return lower, 64 if analysis.upper is None else analysis.upper


def search_threads():
    return [thread for thread in threading.enumerate() if thread.name.startswith("search")]


# --- scores and lines ---------------------------------------------------------------------------------------------


@given(endgames(0, MOST))
@example(ONLY_THE_OPPONENT_MOVES)
def test_the_score_is_exact_and_the_line_replays_to_it(position):
    analysis = solved(position)
    assert analysis.score == analysis.lower == analysis.upper == score_of(position)
    assert replayed(position, analysis.pv) == analysis.score


@given(endgames(0, MOST))
def test_wld_tells_the_sign(position):
    analysis, score = solved(position, WLD), score_of(position)
    assert analysis.lower <= score <= analysis.upper
    assert analysis.lower > 0 or analysis.upper < 0 or analysis.lower == analysis.upper == 0


@given(endgames(1, MOST), st.integers(2, 5))
def test_top_moves_are_exact_and_the_others_bounded(position, top):
    analysis = solved(position, top=top)
    scores = {NAMES[8][at]: score for at, score in oracle.move_scores(position.player, position.opponent).items()}
    if position.legal_mask:
        exact = [found for found in analysis.moves if found.bound == "exact"]
        assert {found.move for found in analysis.moves} == set(scores)
        assert sorted((found.value for found in exact), reverse=True)[:top] == sorted(scores.values())[::-1][:top]
        assert all(found.value == scores[found.move] == replayed(position, found.pv) for found in exact)
        assert all(found.value >= scores[found.move] for found in analysis.moves)
        assert all(found.value <= exact[min(top, len(exact)) - 1].value for found in analysis.moves[top:])
        assert [found.value for found in analysis.moves] == sorted((m.value for m in analysis.moves), reverse=True)
    assert analysis.score == score_of(position)


@compiled_only
@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: f"line {problem.line}")
def test_the_ten_positions(problem):
    analysis = solved(problem.position)
    assert analysis.score == problem.score == replayed(problem.position, analysis.pv)
    assert problem.scores[analysis.move] == problem.score
    every_move = solved(problem.position, top=64)
    assert {found.move: found.value for found in every_move.moves} == problem.scores


@pytest.mark.parametrize("cells", ["X" * 64, "-" * 64, "X" + "-" * 63, "O" * 40 + "-" * 24])
@pytest.mark.parametrize(("limit", "top"), ASKED, ids=str)
def test_a_finished_game_has_its_outcome_and_no_move(cells, limit, top):
    position = Position.parse(cells + " X")
    analysis = solved(position, limit, top)
    assert analysis.score == position.scores[position.turn]
    assert (analysis.pv, analysis.moves, analysis.move) == ((), (), None)


@pytest.mark.parametrize(("limit", "top"), ASKED, ids=str)
def test_a_forced_pass_is_the_best_move(limit, top):
    analysis = solved(ONLY_THE_OPPONENT_MOVES, limit, top)
    assert analysis.move == PASS
    assert analysis.lower > 0


def test_the_best_move_has_its_exact_score():
    analysis = solved(played(3, MOST))
    best = analysis.chosen
    assert (best.move, best.value, best.bound, best.kind) == (analysis.move, analysis.score, "exact", "exact")
    assert best.is_proven


def test_bounds_only_come_closer_while_watched():
    seen = []
    ENGINE.clear()
    analysis = ENGINE.analyse(played(4, MOST), EXACT, watch=seen.append)
    bounds = list(map(bounds_of, seen))
    assert all(a <= c and d <= b for (a, b), (c, d) in itertools.pairwise(bounds))
    assert bounds[-1] == (analysis.lower, analysis.upper)


@pytest.mark.parametrize("seed", range(5))
def test_a_move_that_holds_a_score_really_does(seed):
    position, seen = placed(seed, MOST), []
    scores = {NAMES[8][at]: score for at, score in oracle.move_scores(position.player, position.opponent).items()}
    ENGINE.clear()
    ENGINE.analyse(position, EXACT, watch=seen.append)
    held = [known.chosen for known in seen if known.lower is not None and known.chosen.bound == "lower"]
    assert all(scores[found.move] >= found.value for found in held if found.move != PASS)


# --- nodes and threads --------------------------------------------------------------------------------------------


def test_one_thread_visits_the_same_nodes_in_every_run():
    position = played(5, 5 if INTERPRETED else 16)
    fresh = [Engine(megabytes=4) for _ in range(2)]
    nodes = {solved(position, engine=engine).nodes for engine in [*fresh, fresh[0]]}
    assert len(nodes) == 1
    assert nodes.pop() > position.n_empties


@pytest.mark.parametrize("seed", range(6))
def test_two_threads_find_the_same_score(seed):
    position = (played if seed % 2 else placed)(seed, 5 if INTERPRETED else 16)
    one, two = Engine(4).analyse(position, EXACT), Engine(4, threads=2).analyse(position, EXACT)
    assert one.score == two.score == replayed(position, two.pv)


def test_no_thread_is_left():
    Engine(megabytes=1, threads=2).analyse(played(6, 5 if INTERPRETED else 14), EXACT)
    assert _threads_end()


@pytest.mark.parametrize("position", [played(3, 5 if INTERPRETED else 14), FOUR_BY_FOUR])
def test_an_engine_for_many_threads_on_one_visits_the_nodes_of_an_engine_for_one(position):
    one, many = Engine(4), Engine(4, threads=3)
    many.threads = 1
    assert many.analyse(position, EXACT).nodes == one.analyse(position, EXACT).nodes
    many.threads = 3
    assert many.analyse(position, EXACT).score == one.analyse(position, EXACT).score


@compiled_only
def test_threads_may_join_and_leave_during_an_analysis():
    position, engine = played(5, 18), Engine(4, threads=3)
    score = Engine(4).analyse(position, EXACT).score
    engine.threads = 1
    changes = iter([3, 1, 2, 3] * 100)

    def change(_analysis):
        engine.threads = next(changes)

    assert engine.analyse(position, EXACT, watch=change).score == score
    assert next(changes) != 3, "the analysis changed the threads"


@pytest.mark.parametrize("threads", [0, 3, -1, 1.5, True, None])
def test_an_engine_takes_no_more_threads_than_it_was_made_for(threads):
    engine = Engine(1, threads=2)
    with pytest.raises(OptionError, match="threads from 1 to 2"):
        engine.threads = threads
    assert engine.threads == 2


@compiled_only
@pytest.mark.parametrize(("depth", "n_threads"), [(7, 0), (14, 2)])
def test_threads_start_for_a_search_that_is_worth_their_while(monkeypatch, depth, n_threads):
    started = []

    class Thread(threading.Thread):
        def start(self):
            started.append(self.name)
            super().start()

    engine = Engine(megabytes=1, threads=2)
    engine.load()
    monkeypatch.setattr(threading, "Thread", Thread)
    assert engine.analyse(played(3, 30), Limit(depth=depth)).depth == depth
    assert started.count("search") == n_threads
    assert _threads_end()


def _threads_end():
    deadline = time.perf_counter() + 60
    while search_threads() and time.perf_counter() < deadline:
        time.sleep(0.01)
    return not search_threads()


# --- limits and stops ---------------------------------------------------------------------------------------------


@compiled_only
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("top", [1, 3])
@pytest.mark.parametrize(
    "limit", [Limit(nodes=n, exact=True) for n in (1, 10, 1000, 30_000)] + [Limit(seconds=1e-9, exact=True)], ids=str
)
def test_within_limits_the_bounds_contain_the_score(limit, top, threads):
    position = played(7, 16)
    score, limited = solved(position).score, Engine(megabytes=4, threads=threads)
    analysis = limited.analyse(position, limit, top=top)
    lower, upper = bounds_of(analysis)
    assert lower <= score <= upper
    assert analysis.move in position.legal_moves
    if limit.nodes is None or limit.nodes <= 1000:
        assert analysis.score is None


@compiled_only
@pytest.mark.parametrize(("limit", "top"), ASKED, ids=str)
def test_a_limit_of_seconds_is_kept(limit, top):
    def seconds():
        began = time.perf_counter()
        analysis = solved(played(8, 30), Limit(seconds=0.2, exact=limit.exact, wld=limit.wld), top)
        spent = time.perf_counter() - began
        lower, upper = bounds_of(analysis)
        assert analysis.score is None
        assert lower <= upper
        assert spent > 0.15
        return spent

    assert least(0.3, seconds) <= 0.3


def test_generous_limits_change_nothing():
    position = played(9, MOST)
    free = Engine(megabytes=1).analyse(position, EXACT)
    limited = Engine(megabytes=1).analyse(position, Limit(nodes=10**12, seconds=600, exact=True))
    assert (limited.score, limited.pv, limited.nodes) == (free.score, free.pv, free.nodes)


@compiled_only
@pytest.mark.parametrize("threads", [1, 2])
def test_a_stop_takes_effect_within_a_tenth_of_a_second(threads):
    engine = Engine(megabytes=4, threads=threads)

    def search():
        lower, upper = bounds_of(solved(played(8, 30), engine=engine))
        assert lower < upper

    assert least(0.1, lambda: seconds_after_stop(engine, search)) <= 0.1
    assert _threads_end()


@compiled_only
def test_an_engine_that_was_stopped_solves_the_next_position():
    engine = Engine(megabytes=4)
    engine.load()
    threading.Timer(0.05, engine.stop).start()
    assert engine.analyse(played(8, 30), EXACT).score is None
    assert engine.analyse(PROBLEMS[0].position, EXACT).score == PROBLEMS[0].score


def test_an_interrupt_leaves_no_thread_and_a_usable_engine():
    def interrupt(analysis):
        raise KeyboardInterrupt

    engine, position = Engine(megabytes=1, threads=2), played(10, MOST)
    with pytest.raises(KeyboardInterrupt):
        engine.analyse(position, EXACT, watch=interrupt)
    assert _threads_end()
    assert engine.analyse(position, EXACT).score == score_of(position)


# --- memory -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="what measures coverage keeps something for each thread")
@pytest.mark.parametrize("make", [lambda: ENGINE, lambda: Engine(megabytes=1)], ids=["one engine", "an engine each"])
def test_memory_does_not_grow_over_300_analyses(make):
    problems = [played(seed, 4) for seed in range(100)]
    tracemalloc.start()
    try:
        for position in problems:  # positions keep their legal moves, and other things are made once
            make().analyse(position, EXACT, top=2)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for position in 3 * problems:
            make().analyse(position, EXACT, top=2)
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - before < 200_000
    finally:
        tracemalloc.stop()
