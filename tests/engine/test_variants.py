import threading
import time

import pytest

from outflank.engine.engine import Engine
from outflank.jit import INTERPRETED
from outflank.play.limit import Limit
from outflank.rules import Position
from outflank.rules.anti import AntiPosition
from tests.variants.positions import GAMES, played, score_of

pytestmark = pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")


@pytest.fixture(scope="module")
def engine():
    return Engine(megabytes=16)


@pytest.mark.parametrize(("kind", "size"), GAMES)
def test_exact_scores_agree_with_plain_minimax(engine, kind, size):
    for seed in range(6):
        position = played(kind, size, 7, seed)
        if position.is_over:
            continue
        told = []
        known = engine.analyse(position, Limit(exact=True), watch=told.append)
        assert known.score == score_of(position)
        assert known.chosen.is_proven
        assert told[-1].chosen == known.chosen
        for move in known.pv:
            position = position.play(move)
        assert position.is_over


@pytest.mark.parametrize(("kind", "size"), GAMES)
def test_top_moves_have_exact_scores_and_the_others_bounds(engine, kind, size):
    for seed in range(4):
        position = played(kind, size, 7, seed)
        if position.is_over or position.must_pass:
            continue
        expected = {move: -score_of(position.play(move)) for move in position.legal_moves}
        known = engine.analyse(position, Limit(exact=True), top=2)
        assert {found.move for found in known.moves} == set(expected)
        for found in known.moves[:2]:
            assert (found.value, found.bound) == (expected[found.move], "exact")
        for found in known.moves[2:]:
            assert expected[found.move] <= found.value <= known.moves[1].value
            assert found.bound in ("exact", "upper")
        assert known.score == max(expected.values())


def test_6x6_is_solved_without_being_asked(engine):
    known = engine.analyse(played(Position, 6, 18, 1), Limit(depth=10))
    assert known.is_exact
    assert known.depth == 18


def test_a_few_plies_are_left_to_the_plain_search(engine):
    position = played(Position, 6, 24, 1)
    known = engine.analyse(position, Limit(depth=2))
    assert not known.is_exact
    assert known.nodes < 1000


def test_a_search_that_is_out_of_time_returns_a_glance(engine):
    started = time.monotonic()
    known = engine.analyse(AntiPosition.start(6), Limit(seconds=0.05))
    assert known.move in AntiPosition.start(6).legal_moves
    assert time.monotonic() - started < 60
    known = engine.analyse(AntiPosition.start(6), Limit(nodes=2000))
    assert known.move in AntiPosition.start(6).legal_moves
    assert not known.is_exact


@pytest.mark.parametrize("nodes", [2_000, 20_000, 200_000, 500_000])
def test_a_ranking_that_is_cut_short_keeps_all_moves(engine, nodes):
    position = played(AntiPosition, 6, 14, 1)
    known = engine.analyse(position, Limit(nodes=nodes), top=3)
    assert {each.move for each in known.moves} == set(position.legal_moves)


def test_stop_ends_a_search(engine):
    running = engine.analysis(AntiPosition.start(6), Limit(exact=True))
    threading.Timer(0.5, running.stop).start()
    assert running.wait().move in AntiPosition.start(6).legal_moves


def test_one_engine_solves_games_and_boards_in_turn(engine):
    for _ in range(2):
        assert engine.analyse(Position.start(4)).score == -10
        assert engine.analyse(AntiPosition.start(4)).score == 4
