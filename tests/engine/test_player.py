import time

import pytest
from hypothesis import given, settings

from outflank.errors import OptionError, OutflankError
from outflank.jit import INTERPRETED
from outflank.play import TimeLeft, create, play_game
from outflank.rules import Position
from tests.contracts.player import check_decision
from tests.search.positions import played
from tests.strategies import positions

compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes long")


@pytest.mark.parametrize("name", ["engine:depth=2,memory=1", "engine:level=3,memory=1", "engine:level=10,memory=1"])
@settings(max_examples=5 if INTERPRETED else 20, deadline=None)
@given(position=positions().filter(lambda position: position.size == 8 and not position.is_over))
def test_the_engine_answers_as_players_must(name, position):
    if INTERPRETED and "level" in name:
        return
    check_decision(position, create(name, seed=1).choose(position))


@compiled_only
def test_the_same_seed_errs_in_the_same_way():
    position = played(1, 40)
    assert len({create("engine:level=2", seed=4).choose(position).move for _ in range(2)}) == 1
    assert len({create("engine:level=1", seed=seed).choose(position).move for seed in range(12)}) > 1


@compiled_only
@pytest.mark.parametrize(
    "left", [TimeLeft(0.5, per_move=True), TimeLeft(2.0), TimeLeft(1.0, 0.1), TimeLeft(0.05)], ids=str
)
@pytest.mark.parametrize("name", ["engine", "engine:level=28", "engine:time=60"])
def test_every_kind_of_engine_stays_within_the_clock(name, left):
    engine = create(name)
    for n_empties in (50, 34, 24):
        best_of_three = []
        for _ in range(3):
            began = time.perf_counter()
            engine.choose(played(2, n_empties), left)
            best_of_three.append(time.perf_counter() - began)
        assert min(best_of_three) < left.seconds


@compiled_only
def test_a_hundredth_of_a_second_is_enough_for_a_move():
    engine, position, seconds = create("engine"), Position.start().play("f5"), []
    for _ in range(5):
        began = time.perf_counter()
        assert engine.choose(position, TimeLeft(0.01)).move in position.legal_moves
        seconds.append(time.perf_counter() - began)
    assert min(seconds) < 0.01


@compiled_only
def test_the_engine_wins_against_a_classic_player():
    record = play_game(Position.start(), (create("engine:depth=4"), create("level3")))
    assert record.points[0] == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("level=0", "level from 1 to 30, got 0"),
        ("level=31", "level from 1 to 30, got 31"),
        ("depth=0", "depth from 1 to 60, got 0"),
        ("time=-1", "positive time in seconds, got -1"),
        ("time=nan", "positive time in seconds, got nan"),
        ("exact_from=61", "exact_from from 0 to 60, got 61"),
        ("level=3,depth=4", "more than one of them"),
        ("threads=0", "1 to 256 threads"),
        ("memory=0", "at least 1 MB"),
    ],
)
def test_bad_options_are_refused(options, message):
    with pytest.raises(OptionError, match=message):
        create(f"engine:{options}")


def test_missing_weights_are_named(tmp_path):
    with pytest.raises(OutflankError, match=r"cannot read weights: No such file.*none.weights"):
        create(f"engine:weights={tmp_path / 'none.weights'}")
