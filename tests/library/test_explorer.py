from random import Random

import pytest

from outflank import Game, MoveValue, Position, Record
from outflank.errors import OutflankError
from outflank.library import Library, Own, Search, explored
from tests.library.conftest import random_game, random_records

START = Position.start()


def record(moves, black="Ann", white="Ben", date="2001"):
    return Record.of(Game(moves=moves), (black, white), date=date)


def own_of(library, position, name):
    return Own.of(library.position(position, Search(black=name)), library.position(position, Search(white=name)))


def test_own_results_are_those_of_every_game_counted(library, some_records):
    library.add(some_records)
    position = Game(moves="f5").position
    told = explored(position, library.position(position), own=own_of(library, position, "Ann"))
    rows = [row for row in library.games(most=99) if "Ann" in (row.black, row.white)]
    assert told.own.games == len(rows)
    signs = [(1 if row.black == "Ann" else -1) * (row.won or 0) for row in rows if row.won is not None]
    assert (told.own.won, told.own.lost) == (signs.count(1), signs.count(-1))
    assert sum(move.own.games for move in told.moves if move.own) == told.own.games


def test_moves_that_only_a_value_is_known_of_come_last(library):
    library.add([record("f5d6"), record("f5f6")])
    position = Game(moves="f5").position
    told = explored(
        position, library.position(position), {"f4": MoveValue("f4", -3, depth=9), "d6": MoveValue("d6", 1)}
    )
    assert [(move.played.move, move.played.results.games) for move in told.moves] == [("d6", 1), ("f6", 1), ("f4", 0)]
    assert [move.value.value if move.value else None for move in told.moves] == [1, None, -3]


def test_alike_moves_have_the_deepest_value_of_any(library):
    library.add([record("f5d6")])
    values = {"f5": MoveValue("f5", 0, depth=4), "d3": MoveValue("d3", 1, depth=8)}
    (move,) = explored(START, library.position(START), values).moves
    assert (move.value.value, move.value.depth) == (1, 8)


def test_openings_are_those_after_the_move(library):
    library.add([record("f5d6c3d3c4")])
    position = Game(moves="f5d6c3d3").position
    told = explored(position, library.position(position)).to_json()
    assert told["moves"][0]["opening"] == {"en": "Tiger", "ja": "虎定石"}


def test_position_without_games_has_what_is_known_of_it():
    told = explored(START, None)
    assert (told.moves, told.results.games, told.own) == ((), 0, None)


def test_own_games_without_a_side_count_and_have_no_result(library):
    library.add([record("f5d6")])
    found = library.position(START)
    own = Own.of(library.position(START, Search(black="x")), library.position(START, Search(white="x")), found)
    assert (own.whole.games, own.whole.won, own.whole.lost, own.whole.share) == (1, 0, 0, None)


# --- examples ---------------------------------------------------------------------------------------------------------


def test_examples_come_to_the_position_and_the_last_are_first(library):
    library.add(random_records(60))
    for moves in ("", "f5", "f5d6", "f5f6"):
        position = Game(moves=moves).position
        for query in (Search(), Search(player="Ann"), Search(since=2005)):
            found = library.position(position, query)
            rows = library.examples(position, query, most=5)
            assert len(rows) == min(5, found.results.games)
            numbers = [row.number for row in rows]
            assert numbers == sorted(numbers, reverse=True)
            for row in rows:
                boards = {each.transformed(i) for each in row.record.game.positions for i in range(8)}
                assert position in boards


def test_examples_are_those_of_the_position_where_keys_agree_by_chance(library, monkeypatch):
    monkeypatch.setattr("outflank.library.boards.key_of", lambda _player, _opponent: 1)
    library.add([record("f5d6", "Old"), *(record("f5f6", f"New {i}") for i in range(9))])
    assert [row.black for row in library.examples(Game(moves="f5d6").position)] == ["Old"]


# --- files that are only read -----------------------------------------------------------------------------------------


def test_library_that_is_only_read_says_the_same_and_sees_what_others_add(tmp_path):
    path = tmp_path / "library.sqlite"
    with Library.open(path) as writer:
        writer.add(random_records(30))
        with Library.open(path, read_only=True) as reader:
            assert reader.position(START).to_json() == writer.position(START).to_json()
            writer.add([Record.of(random_game(Random(99)), ("Zoe", "Yan"))])
            assert len(reader) == 31
            with pytest.raises(OutflankError, match="is write-protected"):
                reader.add([record("f5d6")])


def test_library_that_is_only_read_must_be_there_and_of_this_version(tmp_path):
    with pytest.raises(OutflankError, match="there is no library"):
        Library.open(tmp_path / "none", read_only=True)
    (tmp_path / "empty").touch()
    with pytest.raises(OutflankError, match="is empty or has an older format"):
        Library.open(tmp_path / "empty", read_only=True)
    assert (tmp_path / "empty").stat().st_size == 0
