import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace

import pytest

from outflank.errors import OutflankError
from outflank.play import Match, kind_of
from outflank.play.game import Setup
from outflank.web.games import schema
from outflank.web.games.club_results import ClubRow, ClubTerms
from outflank.web.games.own_games import OwnGames
from outflank.web.games.sqlite import SqliteGames
from outflank.web.games.store import GameStore
from outflank.web.games.stored_games import StoredMatch

DAY = 86400.0
COLUMNS = (
    *("kind", "players", "own", "moves", "n_moves", "cells", "width", "result", "won", "opening"),
    *("created", "changed"),
)

# A file of version 1, as the first version of the web app wrote it.
VERSION_1 = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    n_moves INTEGER NOT NULL,
    state TEXT NOT NULL,
    created REAL NOT NULL,
    changed REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX games_by_change ON games (changed);
PRAGMA user_version = 1;
"""
OF_VERSION_1 = """{"id": "AbCdEfGhIjKlMnOpQrStUv", "kind": "othello",
 "start": "---------------------------OX------XO--------------------------- X", "seats": ["human", "level2"],
 "control": null, "left": null, "pace": 0.6, "moves": [
 {"seat": 0, "move": "f5", "flips": [36], "seconds": 0.0, "found": null, "skipped": []},
 {"seat": 1, "move": "d6", "flips": [35], "seconds": 0.0, "found": null, "skipped": []}],
 "undone": [], "resigned": 0, "fault": null, "paused": false, "revision": 6}"""


def match_of(moves="", seats=("human", "level2"), kind="othello", **setup):
    game = kind_of(kind)
    return Match(game.new_game(game.start(Setup(**setup)), moves), seats)


def kept(name="a", moves="f5d6", state="state", parts=(), **match):
    """A game as a session keeps it."""
    return StoredMatch.of(name, match_of(moves, **match), state, dict.fromkeys(parts))


def write_version_1(path, *games):
    with closing(sqlite3.connect(path)) as database:
        database.executescript(VERSION_1)
        database.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?)", games)
        database.commit()


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_was_saved_last_is_loaded_also_by_another_server(games_place):
    store = GameStore(games_place)
    store.save(kept("a", "", "first"))
    store.save(kept("a", "f5", "second"))
    store.save(kept("b", "", "other"))
    assert store.load("a") == "second"
    again = GameStore(games_place)
    assert (again.load("a"), again.load("b"), again.load("c"), len(again)) == ("second", "other", None, 2)


def test_folder_of_a_new_file_is_made(tmp_path):
    GameStore(tmp_path / "very" / "deep" / "games.sqlite").close()
    assert (tmp_path / "very" / "deep" / "games.sqlite").exists()


@pytest.mark.usefixtures("each_database")
def test_columns_follow_the_game():
    store = GameStore()
    store.save(kept("a", "f5"), 100.0)
    match = match_of("f5d6c3d3c4")
    match.resign()
    store.save(StoredMatch.of("a", match, "later"), 200.0)
    row = dict(zip(COLUMNS, store.rows(f"SELECT {', '.join(COLUMNS)} FROM games")[0], strict=True))
    assert row == {
        "kind": "othello",
        "players": '["", "Computer 2"]',
        "own": 0,
        "moves": "f5 d6 c3 d3 c4",
        "n_moves": 5,
        "cells": match.position.cells,
        "width": 8,
        "result": json.dumps(match.result.to_json(), ensure_ascii=False),
        "won": 2,
        "opening": "Tiger",
        "created": 100.0,
        "changed": 200.0,
    }


def test_games_without_a_move_are_forgotten_after_a_week(games_place):
    store = GameStore(games_place)
    old = time.time() - 8 * DAY
    store.save(kept("empty", ""), old)
    store.save(kept("played", "f5"), old)
    store.close()
    again = GameStore(games_place)
    assert (again.load("empty"), again.load("played")) == (None, "state")


@pytest.mark.usefixtures("each_database")
def test_correspondence_is_kept_until_the_first_move_is_long_overdue():
    store = GameStore()
    for name, due in (("runs", 6 * DAY), ("overdue", -6 * DAY), ("abandoned", -8 * DAY)):
        club = ClubRow(ClubTerms(), "ann", time.time() + due)
        store.save(replace(kept(name, ""), club=club), time.time() - 8 * DAY)
    store.purge()
    assert store.rows("SELECT id FROM games ORDER BY number") == [("runs",), ("overdue",)]


def test_a_new_game_gets_nothing_of_a_removed_one_with_its_number():
    store = GameStore()
    store.save(replace(kept("empty", ""), club=ClubRow(ClubTerms(), "ann")), time.time() - 8 * DAY)
    store.purge()
    store.save(kept("other"))
    assert store.rows("SELECT number, id FROM games") == [(1, "other")]
    assert store.rows("SELECT * FROM club_games") == []


def test_an_empty_file_becomes_a_database(tmp_path):
    path = tmp_path / "games.sqlite"
    path.touch()
    assert len(GameStore(path)) == 0


def test_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(OutflankError, match="cannot store games in"):
        GameStore(tmp_path / "file" / "games.sqlite")


def test_failure_to_save_is_said(tmp_path):
    store = GameStore(tmp_path / "games.sqlite")
    store.database.connection.execute("PRAGMA query_only = 1")
    with pytest.raises(OutflankError, match="could not be saved"):
        store.save(kept())


@pytest.mark.usefixtures("each_database")
def test_failed_change_changes_nothing():
    store = GameStore()

    def half():
        with store.writing("it failed") as database:
            database.execute("INSERT INTO states VALUES (7, 'half')")
            database.execute("INSERT INTO nowhere VALUES (1)")

    with pytest.raises(OutflankError, match=r"it failed: (no such table|relation .* does not exist)"):
        half()
    assert store.rows("SELECT * FROM states") == []
    store.save(kept())
    assert len(store) == 1


# --- versions -----------------------------------------------------------------------------------------------------


def test_file_of_version_1_keeps_its_games_and_is_copied_first(tmp_path):
    path = tmp_path / "games.sqlite"
    now = time.time()
    write_version_1(
        path,
        ("AbCdEfGhIjKlMnOpQrStUv", 2, OF_VERSION_1, now - 300, now - 200),
        ("EmptyGameOfAVisitAAAAA", 0, "{}", now - 300, now - 150),
        ("CannotBeReadAtAllAAAAA", 3, '{"kind": "go"}', now - 300, now - 100),
    )
    before = path.read_bytes()
    store = GameStore(path)
    assert store.load("AbCdEfGhIjKlMnOpQrStUv") == OF_VERSION_1
    assert store.load("CannotBeReadAtAllAAAAA") == '{"kind": "go"}'
    found = store.rows("SELECT kind, players, moves, result, won, opening, created FROM games ORDER BY changed")
    assert found[0][:3] + found[0][4:] == ("othello", '["", "Computer 2"]', "f5 d6", 2, "Perpendicular", now - 300)
    assert json.loads(found[0][3])["words"] == "White wins: black resigned at 3–3"
    assert found[1][0] == ""
    assert store.rows("PRAGMA user_version") == [(len(schema.MIGRATIONS),)]
    store.close()
    with closing(sqlite3.connect(tmp_path / "games.sqlite.v1")) as copy:
        assert copy.execute("SELECT state FROM games ORDER BY changed").fetchall()[0] == (OF_VERSION_1,)
        assert copy.execute("PRAGMA user_version").fetchone() == (1,)
    assert len(before) == (tmp_path / "games.sqlite.v1").stat().st_size
    assert len(GameStore(path)) == 2  # nothing is migrated twice
    assert sorted(path.name for path in tmp_path.iterdir() if ".v" in path.name) == ["games.sqlite.v1"]


def test_copy_does_not_replace_an_older_one(tmp_path):
    path = tmp_path / "games.sqlite"
    write_version_1(path)
    (tmp_path / "games.sqlite.v1").write_text("of last year")
    GameStore(path).close()
    assert (tmp_path / "games.sqlite.v1").read_text() == "of last year"
    assert (tmp_path / "games.sqlite.v1-2").exists()


def test_migrated_file_has_the_tables_of_a_new_one(tmp_path):
    write_version_1(tmp_path / "old.sqlite")
    tables = "SELECT type, name, sql FROM sqlite_master ORDER BY 1, 2"
    assert GameStore(tmp_path / "old.sqlite").rows(tables) == GameStore(tmp_path / "new.sqlite").rows(tables)


CLUB = ("members", "blocks", "reports", "club_games", "ratings", "rating_changes", "short_games")
CLUB += ("club_tournaments", "club_entrants", "club_pairings", "shared_studies", "study_members", "study_changes")


def test_file_of_version_3_learns_which_players_are_people(tmp_path):
    path = tmp_path / "games.sqlite"
    store = GameStore(path)
    for name, state in (
        ("a", '{"seats": ["level2", "human", "human"]}'),
        ("b", "no JSON"),
        ("c", '{"seats": ["level2"]}'),
    ):
        store.save(kept(name, "f5", state))
    with store.writing("") as database:
        database.execute("ALTER TABLE games DROP COLUMN persons")
        for table in ("rated", *CLUB):  # of later versions
            database.execute(f"DROP TABLE {table}")
        database.execute("PRAGMA user_version = 3")
    store.close()
    assert GameStore(path).rows("SELECT id, persons FROM games ORDER BY id") == [("a", 6), ("b", 0), ("c", 0)]


def test_migration_that_fails_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "games.sqlite"
    write_version_1(path, ("AbCdEfGhIjKlMnOpQrStUv", 2, OF_VERSION_1, 1.0, 2.0))

    def fail(_database):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(SqliteGames, "migrations", (*schema.MIGRATIONS[:2], fail))
    with pytest.raises(OutflankError, match="disk is full"):
        GameStore(path)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (1,)
        assert database.execute("SELECT state FROM games").fetchall() == [(OF_VERSION_1,)]
    monkeypatch.undo()
    assert GameStore(path).load("AbCdEfGhIjKlMnOpQrStUv") == OF_VERSION_1


def test_file_of_a_newer_version_is_refused_in_one_line_and_not_touched(tmp_path):
    path = tmp_path / "games.sqlite"
    GameStore(path).close()
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS) + 1}")
    before = contents(tmp_path)
    newest = len(schema.MIGRATIONS)
    newer = rf"saved by a newer Outflank \(format {newest + 1}; this one reads up to {newest}\)"
    with pytest.raises(OutflankError, match=newer) as said:
        GameStore(path)
    assert "\n" not in str(said.value)
    assert contents(tmp_path) == before


def test_newer_version_is_seen_also_where_its_server_was_killed(tmp_path):
    (tmp_path / "at").mkdir()
    path = tmp_path / "at" / "games.sqlite"
    GameStore(path).close()
    database = sqlite3.connect(path)
    database.execute("PRAGMA wal_autocheckpoint = 0")
    database.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS) + 1}")
    for name in contents(tmp_path / "at"):  # as a server that is killed leaves it
        shutil.copy(tmp_path / "at" / name, tmp_path / name)
    database.close()
    copy = tmp_path / "games.sqlite"
    before = copy.read_bytes(), (tmp_path / "games.sqlite-wal").read_bytes()
    with pytest.raises(OutflankError, match="saved by a newer Outflank"):
        GameStore(copy)
    assert (copy.read_bytes(), (tmp_path / "games.sqlite-wal").read_bytes()) == before


def test_newer_file_is_told_at_the_command_line(tmp_path):
    path = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 99")
        database.execute("CREATE TABLE later (x)")
    command = [sys.executable, "-m", "outflank", "serve", "--no-browser", "--port", "0", "--games", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=os.environ)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "format 99" in done.stderr


# --- what is deleted ----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("each_database")
def test_game_is_forgotten_when_all_have_deleted_it_long_ago():
    store = GameStore()
    store.save(kept("both", parts=["ann", "bob"]))
    store.save(kept("ann's", parts=["ann"]))
    store.save(kept("nobody's"))
    long_ago = time.time() - 31 * DAY
    with store.writing("x") as database:
        database.execute("INSERT INTO reviews SELECT number, 'f5', 1, '{}' FROM games WHERE id = 'ann''s'")
        database.execute("UPDATE parts SET deleted = ? WHERE person = 'ann'", (long_ago,))
    store.purge()
    assert [bool(store.load(name)) for name in ("both", "ann's", "nobody's")] == [True, False, True]
    assert store.rows("SELECT count(*) FROM reviews") == [(0,)]
    with store.writing("x") as database:
        database.execute("UPDATE parts SET deleted = ? WHERE person = 'bob'", (time.time() - 29 * DAY,))
    store.purge()
    assert store.load("both")
    with store.writing("x") as database:
        database.execute("UPDATE parts SET deleted = ?", (long_ago,))
    store.purge()
    assert store.load("both") is None
    assert store.rows("SELECT * FROM parts") == []


@pytest.mark.parametrize("is_new", [False, True])
def test_threads_keep_games_while_others_are_saved(games_place, is_new):
    store = GameStore(None if is_new else games_place)
    games = OwnGames(store, is_shared=True)

    def keep(thread):
        for number in range(20):
            name = f"{thread}-{number}"
            games.add("ann", kept(name), name, 100.0, 100.0)
            games.delete("ann", name)
            games.restore("ann", name)

    with ThreadPoolExecutor(4) as pool:
        keeping = [pool.submit(keep, thread) for thread in range(4)]
        for number in range(50):
            store.save(kept(f"played-{number}", parts=("ann",)))
        for each in keeping:
            each.result()
    assert games.count("ann") == 130
    assert len(games.find("ann", most=1000)) == 130
    store.close()


def test_who_writes_in_a_thread_and_fails_changes_nothing(games_place):
    store = GameStore(games_place)
    with (
        pytest.raises(OutflankError, match=r"^not kept: .*(no such|not exist)"),
        ThreadPoolExecutor(1) as pool,
    ):
        pool.submit(fail_in, store).result()
    store.save(kept("a"))  # nobody is in the way
    assert store.load("b") is None
    store.close()


def fail_in(store):
    with store.writing("not kept") as database:
        schema.write(database, kept("b"), 1.0, 1.0, 2)
        database.execute("INSERT INTO nowhere VALUES (1)")
