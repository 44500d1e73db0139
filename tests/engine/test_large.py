import threading

import pytest

from outflank.engine.engine import Engine
from outflank.engine.player import EnginePlayer
from outflank.jit import INTERPRETED
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.clock import TimeLeft
from outflank.play.limit import Limit
from outflank.rules import Position
from outflank.rules.anti import AntiPosition
from tests.variants.positions import played, score_of

pytestmark = pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")
GAMES = [Position, AntiPosition]


@pytest.fixture(scope="module")
def engine():
    return Engine(megabytes=16)


def movable(kind, n_empties, seeds):
    """Positions in which the side to move has a choice."""
    found = (played(kind, 10, n_empties, seed) for seed in seeds)
    return [position for position in found if len(position.legal_moves) > 1]


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("limit", [Limit(exact=True), Limit(), Limit(depth=7)])
def test_exact_scores_agree_with_plain_minimax(engine, kind, limit):
    for position in movable(kind, 7, range(6)):
        told = []
        known = engine.analyse(position, limit, watch=told.append)
        assert known.score == score_of(position)
        assert known.chosen.is_proven
        assert told[-1].chosen == known.chosen
        for move in known.pv:
            position = position.play(move)
        assert position.is_over


@pytest.mark.parametrize("kind", GAMES)
def test_top_moves_have_exact_scores_and_the_others_bounds(engine, kind):
    for position in movable(kind, 7, range(4)):
        expected = {move: -score_of(position.play(move)) for move in position.legal_moves}
        known = engine.analyse(position, Limit(exact=True), top=2)
        assert {found.move for found in known.moves} == set(expected)
        for found in known.moves[:2]:
            assert (found.value, found.bound) == (expected[found.move], "exact")
        for found in known.moves[2:]:
            assert expected[found.move] <= found.value <= known.moves[1].value
        assert known.score == max(expected.values())


@pytest.mark.parametrize("kind", GAMES)
def test_a_proven_winner_and_a_proven_best_move_are_right(engine, kind):
    for position in movable(kind, 7, range(6, 12)):
        score = score_of(position)
        known = engine.analyse(position, Limit(wld=True))
        assert (known.lower > 0) == (score > 0)
        assert (known.upper < 0) == (score < 0)
        known = engine.analyse(position, Limit(best=True))
        assert -score_of(position.play(known.move)) == score


@pytest.mark.parametrize("kind", GAMES)
def test_a_depth_is_reached_and_its_values_are_no_exact_scores(engine, kind):
    position = played(kind, 10, 60, 1)
    known = engine.analyse(position, Limit(depth=6), top=3)
    assert known.depth == 6
    assert [found.kind for found in known.moves[:3]] == ["heuristic"] * 3
    assert all(found.bound == "exact" for found in known.moves[:3])
    assert not known.is_exact
    assert all(abs(found.value) < 100 for found in known.moves)


def test_a_forced_wipe_out_is_exact_at_any_depth(engine):
    """White's only disc falls, whatever else is on the board."""
    position = Position.parse("XXXXXXXXO-" + "-" * 90 + "X")
    known = engine.analyse(position, Limit(depth=2))
    assert (known.move, known.score) == ("j1", 100)
    assert known.chosen.is_proven


def test_a_limit_of_nodes_and_stop_end_a_search(engine):
    start = Position.start(10)
    assert engine.analyse(start, Limit(nodes=5000)).nodes < 20_000
    running = engine.analysis(start)
    threading.Timer(0.3, running.stop).start()
    assert running.wait().move in start.legal_moves


def test_one_engine_searches_boards_and_games_in_turn(engine):
    for _ in range(2):
        for position in (Position.start(10), Position.start(), AntiPosition.start(10), Position.start(4)):
            assert engine.analyse(position, Limit(depth=3)).move in position.legal_moves


@pytest.mark.parametrize(
    "options", [{"level": 1}, {"level": 12}, {"time": 0.05}, {"depth": 3}, {"book": "shipped"}, {}]
)
def test_the_player_plays_on_10x10_with_every_kind_of_limit(options):
    player, clock = EnginePlayer(memory=1, **options), TimeLeft(20.0)
    for n_empties in (95, 50, 8):
        position = played(Position, 10, n_empties, 3)
        assert player.choose(position, clock).move in position.legal_moves


def test_the_highest_levels_play_like_a_lower_one(monkeypatch):
    asked = []

    def analyse(_engine, position, limit, **_options):
        asked.append(limit)
        return Analysis(position.legal_moves[0], (MoveValue(position.legal_moves[0], 0),))

    monkeypatch.setattr(Engine, "analyse", analyse)
    for level, size in ((20, 10), (30, 10), (12, 10), (30, 8)):
        EnginePlayer(level).choose(Position.start(size))
    assert asked == [Limit.at_level(level) for level in (20, 20, 12, 30)]
