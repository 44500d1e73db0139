import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.engine.engine import Engine
from outflank.engine.stages import stages
from outflank.errors import EngineError, OptionError, OutflankError, ParseError
from outflank.jit import INTERPRETED
from outflank.play import Limit
from outflank.play.analysis import deeper
from outflank.rules import PASS, AntiPosition, Game, Position
from outflank.search.selectivity import MIDGAME
from outflank.search.table import EXACT
from outflank.tribolo.position import TriboloPosition
from tests.contracts.player import check_answer
from tests.engine.stopping import seconds_after_stop
from tests.oracles import endgame as oracle
from tests.patience import least, seconds_of
from tests.search.memory import linux_only, share_in_memory
from tests.search.positions import PROBLEMS, endgames, played
from tests.strategies import positions

compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes long")

ENGINE = Engine(megabytes=4)
DEPTH = 2 if INTERPRETED else 6
MOST = 4 if INTERPRETED else 10
SOON = 5.0 if INTERPRETED else 0.1  # seconds: interpreted kernels take long from one look at the clock to the next
OPENING = Position.start().play("f5").play("d6")
BOARDS = [OPENING, Position.start(6), AntiPosition.start(), played(3, 16)]
BOARD_NAMES = ["opening", "6×6", "anti-Othello", "ending"]


@settings(max_examples=20)
@given(positions().filter(lambda position: position.size == 8 and not position.is_over), st.integers(1, DEPTH))
def test_an_analysis_keeps_the_contract_of_players(position, depth):
    for top in (1, 3):
        analysis = ENGINE.analyse(position, Limit(depth), top=top)
        check_answer(position, analysis)
        is_proven = analysis.chosen.is_proven  # as a move that ends the game is at every depth
        assert analysis.depth == (position.n_empties if is_proven else min(depth, position.n_empties))


@settings(max_examples=10)
@given(positions(sizes=(4, 6, 10)).filter(lambda position: not position.is_over))
def test_other_boards_and_games_keep_it_too(position):
    for other in (position, AntiPosition(position.black, position.white, position.turn, position.size)):
        check_answer(other, ENGINE.analyse(other, Limit(2), top=2))


@linux_only
def test_loading_takes_up_the_memory_that_a_clock_must_not_wait_for():
    assert share_in_memory(Engine(64).load().root.table) == 1


@settings(max_examples=20)
@given(endgames(1, MOST).filter(lambda position: not position.is_over))
def test_the_end_is_exact(position):
    analysis = ENGINE.analyse(position, top=2)
    assert analysis.is_exact
    assert analysis.value == analysis.score == oracle.score(position.player, position.opponent)
    assert (analysis.depth, analysis.selectivity) == (position.n_empties, 100)


@pytest.mark.parametrize("problem", PROBLEMS[:4], ids=lambda problem: f"line {problem.line}")
def test_every_move_of_an_ending_is_exact(problem):
    analysis = Engine(4).analyse(problem.position, top=60)
    assert {known.move: known.value for known in analysis.moves if known.is_proven} == dict(problem.scores)
    assert analysis.value == problem.score


@compiled_only
def test_a_wipe_out_is_seen_coming():
    moves = ["c4", "e3", "f5", "c5", "d3", "e6", "f3", "c3", "b4", "g3", "d6", "c6", "f4", "a4", "f6", "f7"]
    position = Game(moves=moves).position  # White, with 17 discs to 3, takes the last of them 6 plies after b5
    for depth in range(7, 13):
        assert ENGINE.analyse(position, Limit(depth)).move != "b5"
    after = position.play("b5").play("a5")
    assert ENGINE.analyse(after, Limit(8)).value == -64


@pytest.mark.parametrize("cells", ["X" * 64, "XO" * 8, "X" * 30 + "O" * 6], ids=["8×8", "4×4", "6×6"])
def test_a_finished_game_has_a_score_and_no_move(cells):
    position = Position.parse(cells + " X")
    analysis = ENGINE.analyse(position)
    assert (analysis.move, analysis.moves) == (None, ())
    assert analysis.score == position.scores[0]


def test_a_forced_pass_is_analysed():
    position = Position.parse("-XO" + "X" * 61 + " X")
    analysis = ENGINE.analyse(position)
    assert analysis.move == PASS
    assert analysis.is_exact


@pytest.mark.parametrize("position", BOARDS, ids=BOARD_NAMES)
def test_reports_never_get_shallower(position):
    told, seconds = [], 0.6
    while not told:  # a busy machine may take longer
        final = Engine(4).analyse(position, Limit(seconds=seconds), top=3, watch=told.append)
        seconds *= 2
    for before, after in pairwise([*told, final]):
        assert (after.depth, after.selectivity) >= (before.depth, before.selectivity)
        for known in before.moves:
            later = after.of(known.move)
            assert later is not None
            assert deeper(known, later) == later


@compiled_only
@pytest.mark.parametrize("position", [OPENING, played(5, 20), played(6, 30)])
def test_only_a_watched_analysis_begins_with_the_first_two_plies(position):
    told = []
    watched = Engine(4).analyse(position, Limit(6, confidence=100), watch=told.append)
    alone = Engine(4).analyse(position, Limit(6, confidence=100))
    assert {1, 2} < {found.depth for found in told}
    assert (alone.value, alone.depth) == (watched.value, watched.depth)
    assert alone.nodes < watched.nodes
    for depth in (1, 2, 3):
        assert Engine(4).analyse(position, Limit(depth)).depth == depth


@compiled_only
@pytest.mark.parametrize("seed", [3, 11, 29, 41])
def test_a_whole_game_in_one_table_goes_on_from_proven_moves(seed):
    """Once, the table named a best move that nobody had proven: 41 ended with a line that did not exist."""
    generator, engine = random.Random(seed), Engine(megabytes=1)
    position, promise = Position.start(), None
    while position.n_empties > 16:
        position = position.play(generator.choice(position.legal_moves))
    while not position.is_over:
        analysis = engine.analyse(position, Limit(nodes=generator.choice([3_000, 20_000, 100_000, 1_000_000])))
        assert promise is None or analysis.value == -promise
        promise = analysis.value if analysis.is_exact else None
        position = position.play(analysis.move)


def test_stages_lead_to_the_end():
    for n_empties in range(1, 61):
        plan = list(stages(n_empties))
        assert plan[-1] == (n_empties, EXACT)
        assert plan == sorted(plan)
        assert list(stages(n_empties, 3))[-1][0] == min(3, n_empties)
        for confidence, lowest in (1, MIDGAME), (73, MIDGAME), (90, 4), (100, EXACT):
            sure = list(stages(n_empties, None, confidence))
            assert {selectivity for depth, selectivity in sure if depth < n_empties} <= {lowest}
            assert len([depth for depth, _ in sure if depth == n_empties]) == 1
            assert sure[-1][1] >= lowest


@compiled_only
def test_one_thread_visits_the_same_nodes_in_every_run_and_after_clear():
    engine, position = Engine(4), played(2, 30)
    first = engine.analyse(position, Limit(8)).nodes
    engine.clear()
    assert {first, engine.analyse(position, Limit(8)).nodes, Engine(4).analyse(position, Limit(8)).nodes} == {first}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("position", [*BOARDS[:3], played(2, 26)], ids=BOARD_NAMES)
def test_a_stop_takes_effect_within_a_tenth_of_a_second(position, threads):
    engine = Engine(megabytes=4, threads=threads)
    assert least(SOON, lambda: seconds_after_stop(engine, lambda: engine.analyse(position))) <= SOON


@pytest.mark.parametrize("position", BOARDS[:3], ids=BOARD_NAMES[:3])
def test_limits_of_time_are_kept_on_every_board(position):
    def seconds():
        spent = seconds_of(lambda: ENGINE.analyse(position, Limit(seconds=0.2)).move)
        assert spent > 0.15
        return spent

    assert least(0.2 + SOON, seconds) <= 0.2 + SOON


@pytest.mark.parametrize("limit", [Limit(seconds=1e-9), Limit(nodes=1), Limit(seconds=0.001)], ids=str)
@pytest.mark.parametrize("position", BOARDS, ids=BOARD_NAMES)
def test_there_is_a_move_whatever_the_limits(position, limit):
    assert ENGINE.analyse(position, limit).move in position.legal_moves


def test_nodes_are_those_of_the_analysis_that_ran_last():
    assert ENGINE.analyse(OPENING, Limit(DEPTH)).nodes == ENGINE.nodes
    assert ENGINE.analyse(Position.start(6), Limit(3)).nodes == ENGINE.nodes


# --- what is refused ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((8, 10**6), "expected threads from 1 to 256, got 1000000"),
        ((8, 0), "expected threads from 1 to 256, got 0"),
        ((8, -1), "expected threads from 1 to 256, got -1"),
        ((0, 1), "expected megabytes from 1 to 1048576, got 0"),
        ((2**40, 1), "expected megabytes from 1 to 1048576"),
        ((8, True), "expected threads from 1 to 256, got True"),
        ((8, 1.5), "expected threads from 1 to 256, got 1.5"),
        (("8", 1), "expected megabytes from 1 to 1048576, got '8'"),
    ],
    ids=str,
)
def test_an_engine_that_could_not_work_is_not_made(arguments, message):
    with pytest.raises(OptionError, match=message):
        Engine(*arguments)


@pytest.mark.parametrize("number", [0, -1, True, "3", 2.0], ids=repr)
def test_no_moves_at_all_cannot_be_asked_for(number):
    with pytest.raises(OptionError, match="expected top from 1 to"):
        ENGINE.analyse(OPENING, Limit(1), top=number)
    assert ENGINE.analyse(OPENING, Limit(1)).move  # the engine is not taken


def test_a_game_that_the_engine_does_not_know_is_named():
    class Draughts:
        game = "draughts"

    with pytest.raises(EngineError, match="analyses only Othello and its variants, got Draughts"):
        ENGINE.analyse(Draughts())
    with pytest.raises(EngineError, match="got Game: pass its position instead"):
        ENGINE.analyse(Game("f5d6"))
    assert ENGINE.analyse(OPENING, Limit(1)).move


@pytest.mark.parametrize(
    ("discs", "message"),
    [
        ((3, 3), "at most one disc per square, got a black and a white one on a1"),
        ((1 << 64, 0), "discs on the 8×8 board, got one outside it"),
        ((0, 1 << 36, 0, 6), "discs on the 6×6 board, got one outside it"),
        ((-1, 0), "discs on the 8×8 board, got one outside it"),
        ((3, 12, 0, 7), "expected a board size of 4, 6, 8 or 10, got 7"),
    ],
    ids=str,
)
def test_invalid_positions_cannot_be_made_or_analysed(discs, message):
    with pytest.raises(ParseError, match=message):
        ENGINE.analyse(Position(*discs))


def test_a_second_analysis_at_the_same_time_is_refused_and_harms_nobody():
    refused = []

    def watch(_analysis):
        with pytest.raises(EngineError, match="the engine is busy with another analysis: stop it first") as raised:
            ENGINE.analyse(OPENING)
        refused.append(raised.value)

    assert ENGINE.analyse(OPENING, Limit(2), watch=watch).depth == 2
    assert refused
    assert ENGINE.analyse(OPENING, Limit(2)).depth == 2


@pytest.mark.parametrize("position", BOARDS[:3], ids=BOARD_NAMES[:3])
def test_what_the_watcher_raises_ends_the_search(position):
    def watch(_analysis):
        raise OutflankError("enough")

    with pytest.raises(OutflankError, match="enough"):
        ENGINE.analyse(position, watch=watch)
    assert ENGINE.analyse(position, Limit(1)).move


def test_the_compiled_search_is_for_othello_on_8x8_boards():
    assert Engine.is_compiled_for(Position.start())
    others = (Position.start(6), AntiPosition.start(), TriboloPosition.start(1))
    assert not any(map(Engine.is_compiled_for, others))
