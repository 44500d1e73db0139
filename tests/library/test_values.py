import gzip
import json
import multiprocessing
import sqlite3
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Analysis, Game, MoveValue, Position
from outflank.book.answers import open_book
from outflank.errors import OutflankError
from outflank.library import ValueStore, known_values
from outflank.rules import AntiPosition, transform_move
from tests.library.conftest import random_game

START = Position.start()


def analysis(position, depth, value=1.0, kind="heuristic", moves=None):
    """An analysis of all moves of a position, or of some."""
    found = tuple(
        MoveValue(move, value - i, "exact", depth, 100, kind, (move,))
        for i, move in enumerate(moves or position.legal_moves)
    )
    return Analysis(found[0].move, found, 1000, 0.5)


@pytest.fixture
def store():
    with ValueStore(None) as found:
        yield found


@given(st.randoms(use_true_random=False), st.integers(0, 50), st.integers(0, 7))
def test_what_is_kept_is_found_in_every_symmetry(rng, plies, symmetry):
    position = random_game(rng, plies=plies).position
    if position.is_over:
        return
    with ValueStore(None) as store:
        store.keep(position, analysis(position, 5))
        found = store.find(position.transformed(symmetry))
    expected = {transform_move(each.move, symmetry): each.value for each in analysis(position, 5).moves}
    if len({position.transformed(each).board_string for each in range(8)}) == 8:
        assert {each.move: each.value for each in found.moves} == expected
    assert all(each.pv == (each.move,) for each in found.moves)
    assert found.move in position.transformed(symmetry).legal_moves


def test_shallower_value_never_replaces_a_deeper_one(store):
    store.keep(START, analysis(START, 12, 3.0))
    store.keep(START, analysis(START, 8, 9.0))
    assert {each.depth for each in store.find(START).moves} == {12}
    store.keep(START, analysis(START, 14, 2.0, moves=["c4"]))
    assert {each.move: each.depth for each in store.find(START).moves} == {"d3": 12, "c4": 14, "f5": 12, "e6": 12}
    store.keep(START, analysis(START, 3, 0.0, "exact", moves=["f5"]))
    assert store.find(START).of("f5").kind == "exact"


@pytest.mark.parametrize("position", [Position.start(6), Position.start(10), AntiPosition.start()])
def test_of_other_boards_and_games_nothing_is_kept(store, position):
    store.keep(position, analysis(position, 5))
    assert len(store) == 0
    assert store.find(position) is None


def test_analysis_without_values_is_not_kept(store):
    store.keep(START, Analysis("f5", (MoveValue("f5"),)))
    assert store.find(START) is None


def test_oldest_are_forgotten_when_there_are_too_many(rng_positions):
    with ValueStore(None, most=300) as store:
        for position in rng_positions:
            store.keep(position, analysis(position, 4))
        assert len(store) <= 300 + 256
        assert store.find(rng_positions[0]) is None
        assert store.find(rng_positions[-1]) is not None


@pytest.fixture(scope="module")
def rng_positions():
    """1,100 positions of which none is a mirror image of another."""
    rng, found = Random(3), {}
    while len(found) < 1100:
        for position in random_game(rng).positions[6:40]:
            if not position.is_over:
                found[min(position.transformed(i).board_string for i in range(8))] = position
    return list(found.values())[:1100]


def _keep_many(path, value):
    with ValueStore(path) as store:
        for depth in range(1, 60):
            store.keep(START, analysis(START, depth, value))


def test_two_processes_at_once_keep_the_deepest(tmp_path):
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_keep_many, args=(tmp_path / "v", value)) for value in (1.0, 2.0)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
        assert process.exitcode == 0
    with ValueStore(tmp_path / "v") as store:
        assert {each.depth for each in store.find(START).moves} == {59}


# --- files that do not serve ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [b"no database" * 100, b"SQLite format 3\0" + b"\1" * 4000])
def test_damaged_file_is_said_in_one_line_and_not_touched(tmp_path, content):
    path = tmp_path / "values"
    path.write_bytes(content)
    with pytest.raises(OutflankError, match="cannot use the stored values in") as caught:
        ValueStore(path)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == content


def test_write_protected_values_are_read_and_new_ones_stay_in_memory(tmp_path, protect):
    path = tmp_path / "values"
    deep, deeper = (Analysis("f5", (MoveValue("f5", 1, depth=depth, pv=("f5",)),)) for depth in (12, 13))
    with ValueStore(path) as store:
        store.keep(START, deep)
        store.check_writable()
    before = path.read_bytes()
    protect(tmp_path)
    for _ in range(2):
        with ValueStore(path) as store:
            assert store.find(START).moves[0].depth == 12
            store.keep(START, deeper)
            assert store.find(START).moves[0].depth == 13
            with pytest.raises(OutflankError, match=r"not saved: '.*values' or its folder is write-protected$"):
                store.check_writable()
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["values", "folder/values"])
def test_values_are_not_stored_in_a_write_protected_folder(tmp_path, protect, name):
    protect(tmp_path)
    with ValueStore(tmp_path / name) as store:
        assert len(store) == 0
        assert store.is_read_only
    assert list(tmp_path.iterdir()) == []


def test_only_a_file_that_is_there_can_be_deleted(tmp_path, monkeypatch):
    def fail(*_arguments, **_options):
        raise sqlite3.OperationalError("no")

    monkeypatch.setattr(sqlite3, "connect", fail)
    with pytest.raises(OutflankError, match=r"values': no$"):
        ValueStore(tmp_path / "values")
    (tmp_path / "values").touch()
    with pytest.raises(OutflankError, match=r"values': no; the file can be deleted$"):
        ValueStore(tmp_path / "values")


def test_file_of_a_newer_version_is_refused(tmp_path):
    path = tmp_path / "values"
    ValueStore(path).close()
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(OutflankError, match="newer Outflank"):
        ValueStore(path)


def test_library_is_not_taken_for_values(tmp_path):
    from outflank.library import Library

    Library.open(tmp_path / "library").close()
    with pytest.raises(OutflankError, match="belongs to another program"):
        ValueStore(tmp_path / "library")


def test_entry_that_cannot_be_read_is_as_good_as_none(tmp_path):
    with ValueStore(tmp_path / "v") as store:
        store.keep(START, analysis(START, 5))
    for text in ("", "[]", "{", '{"move": 1}', "null"):
        with sqlite3.connect(tmp_path / "v") as database:
            database.execute("UPDATE analyses SET analysis = ?", (text,))
        database.close()
        with ValueStore(tmp_path / "v") as store:
            assert store.find(START) is None
            store.keep(START, analysis(START, 5))
            assert store.find(START).depth == 5


def test_writer_that_takes_long_is_said(tmp_path):
    with ValueStore(tmp_path / "v", patience=0.1) as store:
        other = sqlite3.connect(tmp_path / "v", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OutflankError, match="locked"):
            store.keep(START, analysis(START, 5))
        other.execute("ROLLBACK")
        other.close()


# --- all that is known ------------------------------------------------------------------------------------------------


def test_value_of_what_follows_is_that_of_the_move(store):
    after = START.play("f5")
    store.keep(after, analysis(after, 9, 2.0))
    known = known_values(START, store)
    assert set(known) == {"f5", "c4", "d3", "e6"}  # which are alike
    assert (known["f5"].value, known["f5"].depth, known["f5"].pv[:2]) == (-2.0, 10, ("f5", after.legal_moves[0]))
    store.keep(START, analysis(START, 12, 1.0, moves=["f5"]))
    assert known_values(START, store)["f5"].value == 1.0
    store.keep(after, analysis(after, 20, 3.0))
    assert known_values(START, store)["f5"].value == -3.0


def test_bound_of_what_follows_says_nothing_of_the_move(store):
    after = START.play("f5")
    known = analysis(after, 9)
    store.keep(after, replace(known, moves=tuple(replace(each, bound="upper") for each in known.moves)))
    assert known_values(START, store) == {}


def test_book_is_known(store):
    known = known_values(START, store, [open_book("shipped")])
    assert {each.kind for each in known.values()} == {"book"}
    assert len({each.value for each in known.values()}) == 1  # the first moves are alike


def test_last_move_is_worth_the_result(store):
    game = random_game(Random(5))
    before = game.positions[-2]
    if before.must_pass:
        before = before.switched()
    last = next(move for move in before.legal_moves if before.play(move).is_over)
    found = known_values(before, store)[last]
    assert (found.value, found.kind) == (before.play(last).scores[before.turn], "exact")


def test_where_one_must_pass_the_moves_are_the_others(store):
    game = next(game for seed in range(99) if "pass" in (game := random_game(Random(seed))).moves)
    position = game.positions[game.moves.index("pass")]
    assert position.must_pass
    store.keep(position.switched(), analysis(position.switched(), 7, kind="exact"))
    known = known_values(position, store)
    assert set(known) == set(position.switched().legal_moves)
    assert {each.depth for each in known.values()} <= {7, 1}


def test_values_of_version_1_are_found_as_they_were(tmp_path):
    data = Path(__file__).parents[1] / "data"
    (tmp_path / "values.sqlite").write_bytes(gzip.decompress((data / "values-v1.sqlite.gz").read_bytes()))
    with ValueStore(tmp_path / "values.sqlite") as store:
        found = store.find(Game(moves="f5d6").position)
    assert found.to_json() == json.loads(gzip.decompress((data / "values-v1.found.json.gz").read_bytes()))
