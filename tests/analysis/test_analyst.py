import threading
import time
from itertools import pairwise

import pytest

from outflank.analysis.analyst import Analyst, deeper
from outflank.errors import OutflankError
from outflank.play import MoveValue
from outflank.rules import Position
from tests.search.positions import PROBLEMS, played

OPENING = Position.start().play("f5").play("d6")


def found(depth, kind="heuristic", selectivity=100, value=0):
    return MoveValue("f5", value, "exact", depth, selectivity, kind)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (found(5), found(6)),
        (found(5, selectivity=73), found(5)),
        (found(30), found(6, "exact")),
        (found(6, "wld"), found(6, "exact")),
        (found(5, value=1), found(5, value=2)),
    ],
)
def test_what_rests_on_more_stays(old, new):
    assert deeper(old, new) == new
    if old.depth != new.depth or old.kind != new.kind or old.selectivity != new.selectivity:
        assert deeper(new, old) == new
    assert deeper(None, old) == old


@pytest.mark.parametrize("problem", PROBLEMS[:4], ids=str)
def test_endings_are_exact(problem):
    analysis = Analyst().analyse(problem.position, top=60)
    assert {known.move: known.value for known in analysis.moves if known.kind == "exact"} == dict(problem.scores)
    assert analysis.best.value == problem.score


@pytest.mark.parametrize("position", [OPENING, Position.start(6), played(3, 16)], ids=["opening", "6×6", "ending"])
def test_what_is_told_never_gets_shallower(position):
    told = []
    final = Analyst().analyse(position, top=3, seconds=0.6, watch=told.append)
    assert told
    for before, after in pairwise([*told, final]):
        assert after.depth >= before.depth
        for known in before.moves:
            later = after.of(known.move)
            assert later is not None
            assert deeper(known, later) == later


def test_limits_are_kept():
    began = time.perf_counter()
    analysis = Analyst().analyse(OPENING, seconds=0.3)
    assert time.perf_counter() - began < 2
    assert analysis.best is not None
    assert Analyst().analyse(OPENING, depth=2).depth == 2


@pytest.mark.parametrize("position", [OPENING, Position.start(10), played(2, 20)], ids=["opening", "10×10", "ending"])
def test_stop_ends_it_from_another_thread_with_what_is_known(position):
    analyst, began, results = Analyst(), threading.Event(), []
    thread = threading.Thread(
        target=lambda: results.append(analyst.analyse(position, top=60, watch=lambda _: began.set()))
    )
    thread.start()
    assert began.wait(30)
    stopped = time.perf_counter()
    analyst.stop()
    thread.join()
    assert time.perf_counter() - stopped < 0.5
    assert results[0].best is not None
    assert analyst.stopped
    assert analyst.analyse(position).best is None
    analyst.resume()
    assert analyst.analyse(position, seconds=0.2).best is not None


def test_finished_game_is_not_analysed():
    with pytest.raises(OutflankError, match="the game is over"):
        Analyst().analyse(Position.parse("X" * 64 + " X"))
