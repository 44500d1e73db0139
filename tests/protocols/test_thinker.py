"""The engine beside a conversation: results come in the asking thread, once, and soon after a stop."""

import threading
import time
from queue import Queue

import pytest

from outflank.engine.engine import Engine
from outflank.errors import EngineError
from outflank.jit import INTERPRETED
from outflank.play import Limit, TimeLeft
from outflank.play.analysis import Analysis
from outflank.protocols.settings import SLOW_SECONDS, Settings, analysis_limit
from outflank.protocols.thinker import Thinker, glance
from outflank.rules import AntiPosition, Position

pytestmark = pytest.mark.skipif(INTERPRETED, reason="takes long")
START = Position.start()


class Asked:
    """A thinker with the loop of a server, and its output."""

    def __init__(self, **settings):
        self.events = Queue()
        self.thinker = Thinker(Settings(megabytes=1, **settings), self.events.put)
        self.done, self.failed, self.news = [], [], []

    def choose(self, position=START, limit=Limit.at_depth(2), time_left=None):  # noqa: B008
        return self.thinker.choose(position, limit, time_left, self.done.append, self.failed.append)

    def analyse(self, position=START, limit=Limit(2), top=1):  # noqa: B008
        return self.thinker.analyse(position, limit, top, self.news.append, self.done.append, self.failed.append)

    def wait(self, n=1, seconds=60):
        """Wait until `n` searches have ended; return their results."""
        end = time.monotonic() + seconds
        while len(self.done) + len(self.failed) < n:
            self.events.get(timeout=max(end - time.monotonic(), 0.001))()
        return self.done


@pytest.fixture
def asked():
    asked = Asked()
    yield asked
    asked.thinker.close()


def test_a_move_is_chosen(asked):
    asked.choose()
    (answer,) = asked.wait()
    assert answer.move in START.legal_moves
    assert answer.depth == 2


def test_an_analysis_tells_its_news_before_its_result(asked):
    asked.analyse(limit=Limit(3), top=2)
    (last,) = asked.wait()
    assert [known.depth for known in asked.news] == [1, 2, 3]
    assert last.depth == 3


@pytest.mark.parametrize("pause", [0, 0.2])
def test_a_search_that_is_stopped_has_a_result_at_once(asked, pause):
    asked.choose()
    asked.wait()  # it is loaded
    thought = asked.analyse(limit=Limit(seconds=100))
    time.sleep(pause)
    thought.stop()
    began = time.perf_counter()
    assert asked.wait(2)[1].move in START.legal_moves
    assert time.perf_counter() - began < 30


def test_a_search_that_is_dropped_says_nothing_and_the_next_is_not_stopped(asked):
    asked.analyse(limit=Limit(seconds=100)).drop()
    asked.choose(limit=Limit.at_depth(6))
    (answer,) = asked.wait()
    assert answer.depth == 6
    assert asked.news == []


def test_a_search_that_fails_says_why(asked, monkeypatch):
    def fail(*_, **__):
        raise EngineError("no")

    monkeypatch.setattr(Engine, "analyse", fail)
    asked.analyse()
    asked.wait()
    assert asked.failed == ["no"]
    monkeypatch.undo()
    asked.analyse()
    asked.wait(2)
    assert len(asked.done) == 1


def slow_to_load(monkeypatch):
    loading = threading.Event()
    load = Engine.load

    def wait(self):
        loading.wait(100)
        return load(self)

    monkeypatch.setattr(Engine, "load", wait)
    return loading


def test_a_clock_does_not_run_out_while_the_engine_is_loaded(monkeypatch):
    loading = slow_to_load(monkeypatch)
    asked = Asked()
    began = time.perf_counter()
    asked.choose(time_left=TimeLeft(0.2, per_move=True))
    assert asked.wait()[0].move in START.legal_moves
    assert time.perf_counter() - began < 30
    loading.set()
    asked.thinker.close()


def test_a_search_can_be_stopped_before_the_engine_is_loaded(monkeypatch):
    loading = slow_to_load(monkeypatch)
    asked = Asked()
    asked.choose().stop()
    assert asked.wait()[0].move in START.legal_moves
    loading.set()
    asked.thinker.close()


def test_an_engine_that_cannot_be_loaded_is_an_error_of_the_loop(monkeypatch):
    def fail(_):
        raise EngineError("no engine")

    monkeypatch.setattr(Engine, "load", fail)
    asked = Asked()
    with pytest.raises(EngineError, match="no engine"):
        asked.events.get(timeout=60)()


@pytest.mark.parametrize(
    "position", [START, Position.parse("OOOOOOO-" + "X" * 56 + " X"), Position.parse("X" * 64 + " X")]
)
def test_a_glance_knows_a_move_where_there_is_one(position):
    assert glance(position).move in (position.legal_moves or (None,))
    assert isinstance(glance(position), Analysis)


# --- how far --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "limit"),
    [
        (Limit(), Limit(12)),
        (Limit.at_level(20), Limit(16)),
        (Limit.at_depth(9), Limit(9)),
        (Limit(seconds=0.5), Limit(seconds=0.5)),
    ],
)
def test_an_analysis_goes_as_far_as_play(played, limit):
    assert analysis_limit(played, START) == limit


@pytest.mark.parametrize(
    ("limit", "n_empties"),
    [(Limit(), 18), (Limit.at_depth(12), 18), (Limit.at_depth(4), 4), (Limit.at_depth(4, exact_from=15), 15)],
)
def test_the_end_is_solved_from_a_number_of_empty_squares(limit, n_empties):
    for empties, solves in [(n_empties, True), (n_empties + 1, False)]:
        position = Position.parse("X" * (63 - empties) + "O" + "-" * empties + " X")
        assert (analysis_limit(limit, position) == Limit()) is solves


@pytest.mark.parametrize("position", [Position.start(6), AntiPosition.start()])
def test_other_boards_are_searched_for_seconds(position):
    assert analysis_limit(Limit.at_level(12), position) == Limit(seconds=SLOW_SECONDS)
    assert analysis_limit(Limit(seconds=0.2), position) == Limit(seconds=0.2)


def test_other_boards_are_played_on(asked):
    asked.choose(Position.start(4), Limit(seconds=0.05))
    assert asked.wait()[0].move in Position.start(4).legal_moves
