import time

import pytest
from hypothesis import given, settings

from outflank.errors import OptionError, OutflankError
from outflank.jit import INTERPRETED
from outflank.play import TimeLeft, create, play_game
from outflank.rules import Position
from tests.contracts.player import check_answer
from tests.search.positions import played
from tests.strategies import positions

compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes long")


@pytest.mark.parametrize("name", ["engine:depth=2,memory=1", "engine:level=3,memory=1", "engine:level=10,memory=1"])
@settings(max_examples=5 if INTERPRETED else 20, deadline=None)
@given(position=positions().filter(lambda position: position.size == 8 and not position.is_over))
def test_the_engine_answers_as_players_must(name, position):
    if INTERPRETED and "level" in name:
        return
    check_answer(position, create(name, seed=1).choose(position))


@compiled_only
def test_the_same_seed_errs_in_the_same_way():
    position = played(1, 40)
    assert len({create("engine:level=2", seed=4).choose(position).move for _ in range(2)}) == 1
    assert len({create("engine:level=1", seed=seed).choose(position).move for seed in range(12)}) > 1


@pytest.mark.slow
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
@pytest.mark.parametrize("left", [TimeLeft(0.01), TimeLeft(0.01, per_move=True)], ids=str)
def test_a_hundredth_of_a_second_is_enough_for_a_move(left):
    engine, position, seconds = create("engine"), Position.start().play("f5"), []
    while len(seconds) < 100 and not any(each < 0.01 for each in seconds):  # the machine may be busy for a while
        began = time.perf_counter()
        assert engine.choose(position, left).move in position.legal_moves
        seconds.append(time.perf_counter() - began)
    assert min(seconds) < 0.01


@compiled_only
@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("engine:time=0.02", None),
        ("engine:time=0.005", None),
        ("engine", TimeLeft(0.02, per_move=True)),
        ("engine:time=0.02", TimeLeft(60)),
    ],
    ids=str,
)
def test_a_time_of_milliseconds_is_used(name, left):
    """Once, with less than 0.03 s the engine looked one ply ahead, however fast the machine."""
    engine, position, tries = create(name), played(2, 40), []
    while len(tries) < 50 and not any(depth > 2 and seconds < 0.06 for depth, seconds in tries):
        began = time.perf_counter()
        tries.append((engine.choose(position, left).depth, time.perf_counter() - began))
    assert len(tries) < 50


@compiled_only
def test_the_engine_wins_against_a_classic_player():
    match = play_game(Position.start(), (create("engine:depth=4"), create("level3")))
    assert match.points[0] == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("level=0", "level from 1 to 30, got 0"),
        ("level=31", "level from 1 to 30, got 31"),
        ("depth=0", "depth from 1 to 60 .plies., got 0"),
        ("time=-1", "time above 0 and at most 1,000,000 .seconds., got -1"),
        ("time=nan", "time above 0 .* got nan"),
        ("depth=8,exact_from=61", "exact_from from 0 to 60 .empty squares., got 61"),
        ("exact_from=20", "a depth with exact_from, which says from when on"),
        ("level=12,exact_from=20", "a depth with exact_from"),
        ("level=3,depth=4", "more than one of them"),
        ("threads=0", "threads from 1 to 256, got 0"),
        ("memory=0", "memory from 1 to 1,048,576 .megabytes., got 0"),
    ],
)
def test_bad_options_are_refused(options, message):
    with pytest.raises(OptionError, match=message):
        create(f"engine:{options}")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": "5"}, "expected level to be a whole number, got '5'"),
        ({"level": 5.0}, "expected level to be a whole number, got 5.0"),
        ({"level": True}, "expected level to be a whole number, got True"),
        ({"time": "1"}, "expected time to be a number, got '1'"),
    ],
    ids=str,
)
def test_an_option_of_the_wrong_type_is_told_what_it_should_be(options, message):
    """Once: "expected a level from 1 to 30, got 5"."""
    with pytest.raises(OptionError, match=message):
        create("engine", **options)


@compiled_only
def test_a_depth_with_exact_from_solves_from_there_on():
    position = played(3, 14)
    assert not create("engine:depth=2,exact_from=13").choose(position).is_exact
    assert create("engine:depth=2,exact_from=14").choose(position).is_exact


def test_missing_weights_are_named(tmp_path):
    with pytest.raises(OutflankError, match=r"cannot read weights: No such file.*none.weights"):
        create(f"engine:weights={tmp_path / 'none.weights'}")
