import random
import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.engine import Analysis, Engine
from outflank.engine.engine import stages
from outflank.errors import OptionError, OutflankError
from outflank.jit import INTERPRETED
from outflank.play import Decision
from outflank.rules import PASS, Game, Position
from tests.contracts.player import check_decision
from tests.oracles import endgame as oracle
from tests.search.positions import endgames, played
from tests.strategies import positions

compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes long")

ENGINE = Engine(megabytes=4)
DEPTH = 2 if INTERPRETED else 6
MOST = 4 if INTERPRETED else 10


@settings(max_examples=20)
@given(positions().filter(lambda position: position.size == 8 and not position.is_over), st.integers(1, DEPTH))
def test_an_analysis_keeps_the_contract_of_decisions(position, depth):
    for top in (1, 3):
        analysis = ENGINE.analyse(position, depth=depth, top=top)
        check_decision(position, Decision(analysis.best, analysis.moves, analysis.nodes))
        assert analysis.depth == min(depth, position.n_empties)


@settings(max_examples=20)
@given(endgames(1, MOST).filter(lambda position: not position.is_over))
def test_the_end_is_exact(position):
    analysis = ENGINE.analyse(position, top=2)
    assert analysis.is_exact
    assert analysis.value == oracle.score(position.player, position.opponent)
    assert (analysis.depth, analysis.selectivity) == (position.n_empties, 100)


@compiled_only
def test_a_wipe_out_is_seen_coming():
    moves = ["c4", "e3", "f5", "c5", "d3", "e6", "f3", "c3", "b4", "g3", "d6", "c6", "f4", "a4", "f6", "f7"]
    position = Game(moves=moves).position  # White, with 17 discs to 3, takes the last of them 6 plies after b5
    for depth in range(7, 13):
        assert ENGINE.analyse(position, depth=depth).best != "b5"
    after = position.play("b5").play("a5")
    assert ENGINE.analyse(after, depth=8).value == -64


def test_a_finished_game_has_no_move():
    assert ENGINE.analyse(Position.parse("X" * 64 + " X")) == Analysis()


def test_a_forced_pass_is_analysed():
    position = Position.parse("-XO" + "X" * 61 + " X")
    analysis = ENGINE.analyse(position)
    assert analysis.best == PASS
    assert analysis.is_exact


def test_what_is_watched_never_gets_shallower():
    seen = []
    last = ENGINE.analyse(played(1, 40), depth=DEPTH, watch=seen.append)
    assert [(found.depth, found.selectivity) for found in seen] == sorted((f.depth, f.selectivity) for f in seen)
    assert (last.best, last.value) == (seen[-1].best, seen[-1].value)


@compiled_only
@pytest.mark.parametrize("seed", [3, 11, 29, 41])
def test_a_whole_game_in_one_table_goes_on_from_proven_moves(seed):
    """Once, the table named a best move that nobody had proven: 41 ended with a line that did not exist."""
    generator, engine = random.Random(seed), Engine(megabytes=1)
    position, promise = Position.start(), None
    while position.n_empties > 16:
        position = position.play(generator.choice(position.legal_moves))
    while not position.is_over:
        analysis = engine.analyse(position, nodes=generator.choice([3_000, 20_000, 100_000, 1_000_000]))
        assert promise is None or analysis.value == -promise
        promise = analysis.value if analysis.is_exact else None
        position = position.play(analysis.best)


@compiled_only
def test_stages_lead_to_the_end():
    for n_empties in range(1, 61):
        plan = list(stages(n_empties))
        assert plan[-1] == (n_empties, 5)
        assert plan == sorted(plan)
        assert list(stages(n_empties, 3))[-1][0] == min(3, n_empties)


@compiled_only
def test_one_thread_visits_the_same_nodes_in_every_run():
    assert len({Engine(megabytes=4).analyse(played(2, 30), depth=8).nodes for _ in range(2)}) == 1


@compiled_only
@pytest.mark.parametrize("threads", [1, 2])
def test_a_stop_takes_effect_within_a_tenth_of_a_second(threads):
    engine, late = Engine(megabytes=4, threads=threads), []
    for _ in range(3):
        stopped = []
        timer = threading.Timer(0.2, lambda stopped=stopped: (stopped.append(time.perf_counter()), engine.stop()))
        timer.start()
        assert engine.analyse(Position.start()).best
        late.append(time.perf_counter() - stopped[0])
        timer.join()
    assert min(late) < 0.1


@pytest.mark.parametrize("limits", [{"seconds": 0.0}, {"nodes": 0}, {"seconds": 0.001}], ids=str)
def test_there_is_a_move_whatever_the_limits(limits):
    position = played(3, 50)
    assert ENGINE.analyse(position, **limits).best in position.legal_moves


@pytest.mark.parametrize("size", [4, 6, 10])
def test_other_boards_are_refused(size):
    with pytest.raises(OutflankError, match=f"plays on 8×8 boards, got {size}×{size}"):
        ENGINE.analyse(Position.start(size))


@pytest.mark.parametrize("arguments", [{"depth": 0}, {"top": 0}], ids=str)
def test_no_depth_and_no_moves_are_refused(arguments):
    with pytest.raises(OptionError, match="at least 1"):
        ENGINE.analyse(Position.start(), **arguments)
