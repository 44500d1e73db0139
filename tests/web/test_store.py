import sqlite3

import pytest

from outflank.errors import OutflankError
from outflank.web.store import Store


def test_what_was_saved_last_is_loaded_also_by_another_server(tmp_path):
    store = Store(tmp_path / "deep" / "games.sqlite")
    store.save("a", 0, "first")
    store.save("a", 1, "second")
    store.save("b", 0, "other")
    assert store.load("a") == "second"
    again = Store(tmp_path / "deep" / "games.sqlite")
    assert (again.load("a"), again.load("b"), again.load("c"), len(again)) == ("second", "other", None, 2)


def test_games_without_a_move_are_forgotten_after_a_week(tmp_path):
    store = Store(tmp_path / "games.sqlite")
    store.save("empty", 0, "x")
    store.save("played", 1, "x")
    store._database.execute("UPDATE games SET changed = changed - 8 * 86400")
    store.close()
    again = Store(tmp_path / "games.sqlite")
    assert (again.load("empty"), again.load("played")) == (None, "x")


@pytest.mark.parametrize("content", [b"rubbish" * 1000, b""])
def test_file_that_is_no_database_is_refused_or_made_one(tmp_path, content):
    path = tmp_path / "games.sqlite"
    path.write_bytes(content)
    if content:
        with pytest.raises(OutflankError, match=r"cannot keep games in .*games\.sqlite.*not a database"):
            Store(path)
        assert path.read_bytes() == content
    else:
        assert len(Store(path)) == 0


def test_database_of_another_version_is_left_alone(tmp_path):
    path = tmp_path / "games.sqlite"
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(OutflankError, match="another version"):
        Store(path)


def test_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(OutflankError, match="cannot keep games in"):
        Store(tmp_path / "file" / "games.sqlite")


def test_failure_to_save_is_said(tmp_path):
    store = Store(tmp_path / "games.sqlite")
    store.close()
    with pytest.raises(OutflankError, match="could not be saved"):
        store.save("a", 0, "x")
