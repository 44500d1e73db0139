import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import BLACK, Game, Limit, MoveValue, Position, Record
from outflank.analysis.judged import INACCURACY, JudgedMove
from outflank.analysis.mistakes import KINDS
from outflank.library import Library, Search
from outflank.library.database import MIGRATIONS, Database
from outflank.reviews import Reviews
from outflank.reviews.statistics import _in_short
from tests.library.conftest import random_records
from tests.reviews.conftest import QUICK, reviewed
from tests.reviews.conftest import workers as workers

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
        for judged, fields in zip(each.moves, old["moves"], strict=True):
            # The grade of an estimate depends on its doubt since then.
            same = fields.keys() - (set() if judged.is_proven else {"badge", "grade"})
            assert {name: _in_short(judged)[name] for name in same} == {name: fields[name] for name in same}


def test_a_review_whose_claims_were_not_checked_is_made_again_unless_it_solved_them(library, workers):
    reviewed(library, [1, 2], workers, QUICK, n_at_once=1)
    reviews = Reviews(library)
    assert reviews.missing(QUICK, [1, 2]) == []
    with library.writing() as connection:
        connection.execute("UPDATE reviewers SET checked = 0")
    assert reviews.missing(QUICK, [1, 2]) == [1, 2]
    reviewed(library, [1], workers, QUICK, n_at_once=1)
    assert reviews.missing(QUICK, [1, 2]) == [2]
    with library.writing() as connection:
        connection.execute("UPDATE reviewers SET exact_from = 24 WHERE checked = 0")
    assert reviews.missing(QUICK, [1, 2]) == []


@pytest.mark.parametrize(
    ("depth", "confidences", "is_marked"), [(26, (87, 87), False), (26, (95, 87), False), (26, (95, 95), True)]
)
def test_a_stored_review_has_the_doubt_of_the_first(library, depth, confidences, is_marked):
    best, played = (
        MoveValue(move, value, depth=depth, selectivity=sure)
        for move, value, sure in zip(("f5", "d3"), (2.0, 0.0), confidences, strict=True)
    )
    judged = JudgedMove(0, BLACK, 26, best, played)
    Reviews(library).keep(1, "an engine", QUICK, [judged])
    [found] = Reviews(library).of(library.game(1)).moves
    assert (found.doubt, found.shown_loss, found.badge) == (judged.doubt, judged.shown_loss, judged.badge)
    assert bool(found.badge.sign) is is_marked


def test_older_reviews_get_the_doubt_of_the_least_certain_check(tmp_path, monkeypatch):
    path = tmp_path / "library.sqlite"
    with monkeypatch.context() as patch:
        patch.setattr(Database, "migrations", MIGRATIONS[:4])
        with Library.open(path) as library, library.writing() as connection:
            rows = (0, 0, 26, "f5", 0, "d3", 2, 26, 0, ""), (1, 1, 25, "d6", 0, "d6", 0, 25, 1, "")
            rows += ((2, 0, 24, "c3", 0, "c4", 9, 14, 0, ""),)
            connection.executemany(f"INSERT INTO judged VALUES (1{', ?' * 10})", rows)
    with Library.open(path) as library:
        found = library.rows("SELECT confidence FROM judged ORDER BY ply")
    assert [confidence for (confidence,) in found] == [87, 100, 100]


def test_a_review_that_cannot_be_unpacked_is_left_out_of_the_migration(tmp_path):
    path = unzipped("library-v2.sqlite", tmp_path / "library.sqlite")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE reviews SET judged = x'ffff' WHERE game = 1")
        database.execute("UPDATE reviews SET judged = zeroblob(11 * 99) WHERE game = 2")
    with Library.open(path) as library:
        assert [each.row.number for each in Reviews(library).each()] == [3, 4]


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


def test_a_loss_within_its_doubt_is_no_mistake():
    best = MoveValue("f5", 5.0, depth=4, kind="heuristic", selectivity=73)
    losses = [
        JudgedMove(0, BLACK, 60, best, MoveValue("d3", value, depth=4, kind="heuristic", selectivity=73))
        for value in (2.9, -50.0)
    ]
    assert losses[0].doubt > losses[0].loss >= INACCURACY
    for judged, n_mistakes in zip(losses, (0, 1), strict=True):
        with Library.open(None) as library:
            library.add([Record.of(Game(moves="d3"), ("Ann", "Ben"))])
            Reviews(library).keep(1, "an engine", QUICK, [judged])
            assert len(list(Reviews(library).mistakes())) == n_mistakes


@pytest.mark.slow
def test_mistakes_come_with_the_position_before_them(library, workers):
    reviewed(library, ALL, workers, QUICK, n_at_once=1)
    reviews = Reviews(library)
    found = list(reviews.mistakes(least=6.0))
    assert found
    for mistake in found:
        assert mistake.judged.loss >= 6
        assert mistake.position == mistake.row.record.game.positions[mistake.judged.ply]
        assert mistake.judged.move in mistake.position.legal_moves
    n_all = sum(each.is_mistake and each.loss >= 6 for review in reviews.each() for each in review.moves)
    assert len(found) == n_all
    ann = list(reviews.mistakes(Search(player="Ann"), player="ann", least=6.0))
    assert ann
    assert len(ann) < n_all
    for mistake in ann:
        side = mistake.row.black if mistake.judged.side is BLACK else mistake.row.white
        assert side == "Ann"
