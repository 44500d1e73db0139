"""Games reviewed by the hundred, without an interface and without a process."""

from concurrent.futures import Future

import pytest

from outflank import __version__
from outflank.analysis.review import review
from outflank.engine.engine import Engine
from outflank.errors import OutflankError
from outflank.evaluation.weights import shipped_digest
from outflank.play import Limit
from outflank.reviews import Reviews
from outflank.sessions.reviewing import numbers_of
from tests.reviews.conftest import QUICK, Here, reviewed
from tests.reviews.conftest import library as library
from tests.reviews.conftest import workers as workers

ALL = range(1, 13)


def test_each_game_is_reviewed_once_and_as_the_engine_reviews_it(library, workers):
    done = reviewed(library, ALL, workers, QUICK, n_at_once=2)
    assert done == {"reviewed": 12, "known": 0, "bad": 0}
    found = list(Reviews(library).each())
    assert [each.row.number for each in found] == list(ALL)
    for each in found[:3]:
        engine = Engine(16)
        game = each.row.record.game
        expected = review(game, engine, QUICK)
        assert len(each.moves) == len(expected.moves)
        for judged, right in zip(each.moves, expected.moves, strict=True):
            assert (judged.ply, judged.side, judged.n_empties) == (right.ply, right.side, right.n_empties)
            assert (judged.move, judged.best.move, judged.kinds) == (right.move, right.best.move, right.kinds)
            assert judged.loss == pytest.approx(right.loss, abs=0.011)
            assert (judged.is_proven, judged.best.depth) == (right.is_proven, right.best.depth)
    assert (each.limit, each.engine) == (QUICK, f"{__version__}/{shipped_digest()}")


def test_what_is_reviewed_is_not_reviewed_again_unless_it_goes_deeper(library, workers):
    reviewed(library, [1, 2], workers, QUICK, n_at_once=1)
    again = Here()
    assert reviewed(library, [1, 2, 3], again, QUICK, n_at_once=1) == {"reviewed": 1, "known": 2, "bad": 0}
    assert len(again.calls) == 1
    deeper = Limit(2, exact_from=4)
    assert reviewed(library, [1], workers, deeper, n_at_once=1)["reviewed"] == 1
    assert Reviews(library).of(library.game(1)).limit == deeper
    assert reviewed(library, [1], workers, QUICK, n_at_once=1)["known"] == 1
    assert len(Reviews(library)) == 3


def failed(words):
    future = Future()
    future.set_exception(OutflankError(words))
    return future


@pytest.mark.slow
def test_a_game_that_fails_is_reported_and_the_others_go_on(library, workers):
    submit = workers.submit

    def failing(function, start, moves, terms, priority=0):
        if moves == library.game(5).entry.moves:
            return failed("no idea")
        return submit(function, start, moves, terms)

    workers.submit = failing
    bad = []
    done = reviewed(library, ALL, workers, QUICK, n_at_once=2, bad=bad)
    assert done == {"reviewed": 11, "known": 0, "bad": 1}
    assert [str(error) for error in bad] == ["game 5: no idea"]


def test_when_every_game_fails_it_ends(library, workers):
    workers.submit = lambda *_arguments, priority=0: failed("no memory")
    with pytest.raises(OutflankError, match="the review of 10 games in a row failed: no memory"):
        reviewed(library, ALL, workers, QUICK, n_at_once=2)


@pytest.mark.slow
def test_two_at_once_keep_one_review_of_each_game(library, workers):
    """As one of them has it ready, the other one has kept it."""
    submit = workers.submit

    def late(function, *arguments, priority=0):
        future = submit(function, *arguments)
        workers.submit = submit
        reviewed(library, ALL, Here(), QUICK, n_at_once=1)
        return future

    workers.submit = late
    done = reviewed(library, ALL, workers, QUICK, n_at_once=1)
    assert done == {"reviewed": 0, "known": 12, "bad": 0}
    assert len(Reviews(library)) == 12


def test_games_are_found_by_what_they_are(library):
    digests = [library.game(number).entry.digest for number in (7, 3, 7)]
    assert numbers_of(library, [*digests, 12345]) == [3, 7]
