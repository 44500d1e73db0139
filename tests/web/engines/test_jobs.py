"""The jobs of worker processes, here in this one: a review that is known gets new difficulties only."""

import threading

import pytest

from outflank.jit import INTERPRETED
from outflank.rules import Game
from outflank.web.engines import jobs
from tests.patience import until

if INTERPRETED:
    pytest.skip("searches", allow_module_level=True)

GAME = Game(moves="f5d6c3d3c4f4e3f6e6c5d7c6b5d8g4g3g5b6")


@pytest.fixture(scope="module")
def reviewed():
    return reviewed_again()


def reviewed_again(*arguments):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "tell_watch", lambda _message: None)
        return jobs.review(GAME, 0.01, *arguments)


def people(review):
    return {move["ply"]: move["people"] for move in review["moves"] if "people" in move}


def test_a_known_review_only_gets_new_difficulties(reviewed):
    ratings = [400, None]
    again = reviewed_again(ratings, reviewed["moves"])
    assert people(reviewed)
    for review in reviewed, again:
        review["bare"] = [{**move, "people": None} for move in review["moves"]]
    assert again["bare"] == reviewed["bare"]
    assert {each["rating"] for each in people(again).values() if each["side"] == "black"} == {400}


@pytest.mark.parametrize(
    "damage",
    [
        lambda moves: moves[:-1],
        lambda moves: [{**moves[0], "best": {**moves[0]["best"], "move": "a1"}}, *moves[1:]],
        lambda moves: [{**moves[0], "played": None}, *moves[1:]],
        lambda moves: [moves[1], moves[0], *moves[2:]],
        lambda moves: [{} for _ in moves],
    ],
)
def test_a_known_review_that_does_not_fit_is_not_used(reviewed, damage):
    assert jobs._restored(GAME, reviewed["moves"])
    assert jobs._restored(GAME, damage(reviewed["moves"])) == []


def test_an_analysis_soon_uses_the_free_cores(monkeypatch):
    looking = threading.Event()
    monkeypatch.setattr(jobs, "usable_cores", lambda: 3)
    monkeypatch.setattr(jobs, "free_cores", lambda: looking.wait(60) + 1)
    monkeypatch.setattr(jobs, "heed_stop", lambda _stop: None)
    jobs._engine.cache_clear()
    try:
        engine = jobs.stoppable_engine()
        assert engine.threads == 1
        looking.set()
        until(lambda: engine.threads == 2)
    finally:
        jobs._engine.cache_clear()
