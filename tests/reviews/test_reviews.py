import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import BLACK, Game, Limit, MoveValue, Position, Record, __version__
from outflank.analysis.judged import JudgedMove
from outflank.analysis.mistakes import KINDS
from outflank.analysis.review import review
from outflank.engine.engine import Engine
from outflank.errors import OutflankError
from outflank.evaluation.weights import shipped_digest
from outflank.library import Library, Search
from outflank.reviews import Reviews
from outflank.reviews.statistics import _in_short
from outflank.sessions.reviewing import numbers_of
from tests.library.conftest import random_records
from tests.reviews.conftest import QUICK, Here, reviewed

ALL = range(1, 13)
QUICK_V2 = Limit(2, exact_from=8)
DATA = Path(__file__).parents[1] / "data"


def unzipped(name, path):
    path.write_bytes(gzip.decompress((DATA / f"{name}.gz").read_bytes()))
    return path


def test_reviews_of_a_library_of_version_2_are_as_they_were_and_a_copy_is_kept(tmp_path):
    expected = json.loads(gzip.decompress((DATA / "library-v2.reviews.json.gz").read_bytes()))
    path = unzipped("library-v2.sqlite", tmp_path / "library.sqlite")
    with Library.open(path) as library:
        found = list(Reviews(library).each())
        assert library.value("PRAGMA integrity_check") == "ok"
    assert (tmp_path / "library.sqlite.v2").exists()
    assert [(each.row.number, each.engine) for each in found] == [(each["game"], each["engine"]) for each in expected]
    assert [each.limit for each in found] == [QUICK_V2, QUICK_V2, Limit(seconds=0.05), QUICK_V2]
    for each, old in zip(found, expected, strict=True):
        assert [_in_short(judged) for judged in each.moves] == old["moves"]


def test_a_review_that_cannot_be_unpacked_is_left_out_of_the_migration(tmp_path):
    path = unzipped("library-v2.sqlite", tmp_path / "library.sqlite")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE reviews SET judged = x'ffff' WHERE game = 1")
        database.execute("UPDATE reviews SET judged = zeroblob(11 * 99) WHERE game = 2")
    with Library.open(path) as library:
        assert [each.row.number for each in Reviews(library).each()] == [3, 4]


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


@pytest.mark.parametrize(
    ("limit", "other", "is_enough"),
    [
        (Limit(14, exact_from=20), Limit(14, exact_from=18), True),
        (Limit(14, exact_from=18), Limit(14, exact_from=20), False),
        (Limit(12, exact_from=20), Limit(14, exact_from=20), False),
        (Limit(seconds=1), Limit(14, exact_from=20), False),  # who knows how far it came
        (Limit(14, exact_from=20), Limit(seconds=1), False),
        (Limit(seconds=1), Limit(seconds=0.5), True),
        (Limit(seconds=0.5), Limit(seconds=1), False),
    ],
)
def test_a_review_serves_whoever_looks_no_further(library, limit, other, is_enough):
    reviews = Reviews(library)
    assert reviews.keep(1, "an engine", limit, [])
    assert reviews.of(library.game(1)).limit == limit
    assert reviews.has(1, other) is is_enough


def passed_start():
    records = (record for record in random_records(20))
    return next(position for record in records for position in record.game.positions if position.must_pass)


@pytest.mark.parametrize("start", [Position.start(), passed_start()], ids=["usual", "with a pass"])
def test_passes_are_counted_as_plies_but_not_judged(workers, start):
    records = random_records(6)
    game = Game(start)
    while not game.is_over:
        game.push(game.position.legal_moves[0])
    with Library.open(None) as library:
        library.add([*records, Record.of(game, ("Ann", "Ben"))])
        reviewed(library, range(1, 8), workers, Limit(1, exact_from=1), n_at_once=1)
        for found in Reviews(library).each():
            game = found.row.record.game
            assert [each.ply for each in found.moves] == [ply for ply, move in enumerate(game.moves) if move != "pass"]
            for each in found.moves:
                position = game.positions[each.ply]
                assert (each.side, each.n_empties) == (position.turn, position.n_empties)


@given(st.lists(st.sampled_from(list(KINDS)), unique=True))
def test_kinds_are_kept_by_their_names(kinds):
    move = MoveValue("f5", 0.0, depth=1)
    judged = JudgedMove(0, BLACK, 60, move, move, tuple(kinds))
    with Library.open(None) as library:
        library.add([Record.of(Game(moves="f5"), ("Ann", "Ben"))])
        assert Reviews(library).keep(1, "an engine", QUICK, [judged])
        assert next(Reviews(library).each()).moves == (judged,)


def test_mistakes_come_with_the_position_before_them(library, workers):
    reviewed(library, ALL, workers, QUICK, n_at_once=1)
    reviews = Reviews(library)
    found = list(reviews.mistakes(least=6.0))
    assert found
    for mistake in found:
        assert mistake.judged.loss >= 6
        assert mistake.position == mistake.row.record.game.positions[mistake.judged.ply]
        assert mistake.judged.move in mistake.position.legal_moves
    n_all = sum(each.loss >= 6 for review in reviews.each() for each in review.moves)
    assert len(found) == n_all
    ann = list(reviews.mistakes(Search(player="Ann"), player="ann", least=6.0))
    assert ann
    assert len(ann) < n_all
    for mistake in ann:
        side = mistake.row.black if mistake.judged.side is BLACK else mistake.row.white
        assert side == "Ann"


def test_a_game_that_fails_is_reported_and_the_others_go_on(library, workers):
    submit = workers.submit

    def failing(function, start, moves, terms, priority=0):
        if moves == library.game(5).entry.moves:
            future = submit(int)
            future = type(future)()
            future.set_exception(OutflankError("no idea"))
            return future
        return submit(function, start, moves, terms)

    workers.submit = failing
    bad = []
    done = reviewed(library, ALL, workers, QUICK, n_at_once=2, bad=bad)
    assert done == {"reviewed": 11, "known": 0, "bad": 1}
    assert [str(error) for error in bad] == ["game 5: no idea"]


def test_when_every_game_fails_it_ends(library, workers):
    def failing(*_arguments, priority=0):
        from concurrent.futures import Future

        future = Future()
        future.set_exception(OutflankError("no memory"))
        return future

    workers.submit = failing
    with pytest.raises(OutflankError, match="10 games one after the other could not be reviewed: no memory"):
        reviewed(library, ALL, workers, QUICK, n_at_once=2)


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
