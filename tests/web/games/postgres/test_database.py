"""The games in a real PostgreSQL server that is upgraded, restarted, killed and stopped in between."""

import asyncio
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

pytest.importorskip("psycopg", reason="PostgreSQL needs outflank[postgres]")

from outflank import databases
from outflank.errors import OutflankError
from outflank.web.games import retrying_store, schema
from outflank.web.games.database import open_database, open_to_read
from outflank.web.games.own_games import OwnGames
from outflank.web.games.postgres import database as database_module
from outflank.web.games.postgres import tables
from outflank.web.games.retrying_store import RetryingStore
from outflank.web.games.store import GameStore
from tests.patience import until
from tests.web.conftest import run
from tests.web.games.test_store import kept
from tests.web.postgres import name_of


@pytest.fixture
def url(postgres):
    return postgres.new_database()


def tables_of(server, url):
    """The columns, keys and indexes of a database."""
    columns = "SELECT table_name, column_name, data_type, is_nullable, collation_name FROM information_schema.columns"
    schema_ = "WHERE table_schema = 'public'"
    database = name_of(url)
    return (
        sorted(map(str, server.execute(f"{columns} {schema_}", database))),
        sorted(server.execute("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'", database)),
    )


# --- tables -------------------------------------------------------------------------------------------------------


def test_both_databases_have_the_same_tables_columns_and_indexes(postgres, url):
    GameStore(url).close()
    name = name_of(url)
    found = postgres.execute(
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
        " ORDER BY table_name, ordinal_position",
        name,
    )
    expected = [(table, column) for table, columns in sorted(schema.columns().items()) for column in columns]
    assert [row for row in found if row[0] != "outflank_version"] == expected
    with closing(schema.newest()) as sqlite:
        indexes = {row[0] for row in sqlite.execute("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql > ''")}
        needed = {
            (table, column)
            for table in schema.columns()
            for _, column, _, is_needed, _, key in sqlite.execute(f"PRAGMA table_info({table})")
            if is_needed or key
        }
    made = {row[0] for row in postgres.execute("SELECT indexname FROM pg_indexes WHERE schemaname = 'public'", name)}
    assert indexes <= made
    nullable = postgres.execute(
        "SELECT table_name, column_name FROM information_schema.columns WHERE is_nullable = 'YES'"
        " AND table_schema = 'public'",
        name,
    )
    assert needed.isdisjoint(nullable)
    assert len(nullable) + len(needed) == len(expected)


def test_later_version_changes_an_older_database(postgres, url, monkeypatch):
    newer = (
        *schema.NEWER,
        ("CREATE TABLE later (number INTEGER PRIMARY KEY, words TEXT NOT NULL)",),
        ("ALTER TABLE games ADD COLUMN later REAL NOT NULL DEFAULT 0", "CREATE INDEX by_later ON games (later)"),
    )
    with GameStore(url) as store:
        store.save(kept("a"))
    monkeypatch.setattr(
        schema, "MIGRATIONS", (*schema.MIGRATIONS, *(databases.executing(*each) for each in newer[len(schema.NEWER) :]))
    )
    monkeypatch.setattr(schema, "NEWER", newer)
    monkeypatch.setattr(database_module, "_VERSION", len(schema.MIGRATIONS))
    tables.statements.cache_clear()
    with GameStore(url) as store:
        assert store.load("a") == "state"
    new = postgres.new_database()
    GameStore(new).close()
    tables.statements.cache_clear()
    upgraded, made = tables_of(postgres, url), tables_of(postgres, new)
    assert upgraded == made
    assert any("later" in column for column in made[0])
    with GameStore(url) as store:  # once more: nothing is left to do
        assert len(store) == 1


def test_newer_version_is_refused_and_not_touched(postgres, url):
    GameStore(url).close()
    postgres.execute("UPDATE outflank_version SET version = 99", name_of(url))
    before = tables_of(postgres, url)
    for open_ in (GameStore, open_to_read):
        with pytest.raises(OutflankError, match=r"saved by a newer Outflank \(format 99") as said:
            open_(url)
        assert "\n" not in str(said.value)
    assert tables_of(postgres, url) == before


def test_table_of_another_program_is_not_touched(postgres, url):
    postgres.execute("CREATE TABLE games (name text)", name_of(url))
    before = tables_of(postgres, url)
    with pytest.raises(OutflankError, match="another program"):
        GameStore(url)
    assert tables_of(postgres, url) == before


def test_database_that_cannot_store_all_names_is_refused(postgres):
    postgres.execute("DROP DATABASE IF EXISTS latin")
    postgres.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(OutflankError, match="expected a database with the encoding UTF8, got LATIN1"):
        GameStore(postgres.url("latin"))


def test_upgrade_that_fails_leaves_nothing(postgres, url, monkeypatch):
    monkeypatch.setattr(tables, "statements", lambda: ("CREATE TABLE games (x bigint)", "nonsense"))
    with pytest.raises(OutflankError, match=r"cannot store games in .*: .*syntax error"):
        GameStore(url)
    assert tables_of(postgres, url) == ([], [])


def test_many_processes_create_the_tables_once(url):
    with ThreadPoolExecutor(8) as pool:
        opened = list(pool.map(lambda _: open_database(url), range(8)))
    for database in opened:
        database.close()
    with GameStore(url) as store:
        assert len(store) == 0


def test_who_only_reads_neither_creates_nor_changes_anything(postgres, url):
    with pytest.raises(OutflankError, match="there are no games in"):
        open_to_read(url)
    assert tables_of(postgres, url) == ([], [])
    with GameStore(url) as store:
        store.save(kept("a"))
    reader = open_to_read(url)
    assert list(reader.each_row("SELECT id FROM games")) == [("a",)]
    with pytest.raises(OutflankError, match="write-protected"):
        reader.rows("DELETE FROM games")
    reader.close()
    with pytest.raises(OutflankError, match="has been closed"):
        reader.rows("SELECT 1")


# --- several writers ----------------------------------------------------------------------------------------------


def test_changes_of_others_are_seen_and_change_the_state(url):
    one, other = GameStore(url), GameStore(url)
    before = one.state
    assert one.state == before
    other.save(kept("a"))
    assert one.state != before
    assert one.load("a") == "state"
    one.close()
    other.close()


def test_server_that_has_lost_the_games_cannot_overwrite_them(url):
    """It may have games in memory that are older than those of the server that has taken over."""
    old = RetryingStore(url)
    old.save(kept("a", "f5", "first"))
    importing = GameStore(url)  # a process that does not have the games in memory
    importing.save(kept("b", "f5", "imported"))
    old.save(kept("a", "f5", "first"))
    assert old.failure == ""
    new = RetryingStore(url)
    new.save(kept("a", "f5d6", "second"))
    old.save(kept("a", "f5d6", "wrong"))
    assert old.failure == "the game could not be saved: another server has taken over the games"
    with pytest.raises(OutflankError, match="taken over"):
        OwnGames(old).claim("ann", ["a"])
    old.close()
    importing.save(kept("c", "f5", "imported"))
    assert [new.load(name) for name in "abc"] == ["second", "imported", "imported"]
    new.close()
    importing.close()


def test_what_a_writer_reads_stays_true_until_it_ends(url):
    """Each adds one to a number that it has read, as ratings are counted."""
    store = GameStore(url)
    with store.writing() as database:
        database.execute("INSERT INTO states VALUES (1, '0')")

    def add(_thread):
        for _ in range(50):
            with store.writing() as database:
                (state,) = database.execute("SELECT state FROM states WHERE game = 1").fetchone()
                database.execute("UPDATE states SET state = ? WHERE game = 1", (str(int(state) + 1),))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(add, range(4)))
    assert store.value("SELECT state FROM states") == "200"
    store.close()


def test_snapshot_is_that_of_one_moment(url):
    one, other = GameStore(url), GameStore(url)
    with one.database.at_one_moment():
        assert one.rows("SELECT count(*) FROM games") == [(0,)]
        other.save(kept("a"))
        assert one.rows("SELECT count(*) FROM games") == [(0,)]
    assert len(one) == 1
    one.close()
    other.close()


def test_pages_go_on_while_games_are_searched(url):
    """A long query in a thread does not hold up the event loop's connection."""
    store = GameStore(url)
    games = OwnGames(store, is_shared=True)
    began, done = threading.Event(), threading.Event()

    def search():
        began.set()
        store.rows("SELECT pg_sleep(1)")
        done.set()

    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(search)
        began.wait(60)
        for number in range(10):
            store.save(kept(f"a{number}", parts=["ann"]))
        was_done = done.is_set()
        found.result()
    assert not was_done
    assert games.count("ann") == 10
    store.close()


# --- faults -------------------------------------------------------------------------------------------------------


def test_connection_that_the_server_has_ended_is_replaced(postgres, url):
    store = GameStore(url)
    store.save(kept("a"))
    for use in (lambda: store.load("a"), lambda: store.save(kept("b")), lambda: store.state, store.purge):
        (pid,) = postgres.backends(name_of(url))
        postgres.execute(f"SELECT pg_terminate_backend({pid}, 60000)")
        use()
    assert len(store) == 2
    store.close()


def test_connection_that_ends_in_a_change_changes_nothing(postgres, url):
    store = GameStore(url)

    def half():
        with store.writing("it failed") as database:
            database.execute("INSERT INTO states VALUES (7, 'half')")
            postgres.execute(f"SELECT pg_terminate_backend({postgres.backends(name_of(url))[0]}, 60000)")
            database.execute("INSERT INTO states VALUES (8, 'half')")

    with pytest.raises(OutflankError, match=r"^it failed: ") as said:
        half()
    assert "\n" not in str(said.value)
    assert store.rows("SELECT * FROM states") == []
    store.save(kept())
    assert len(store) == 1
    store.close()


def test_games_wait_in_memory_while_the_server_is_killed_and_started_again(own_postgres, monkeypatch):
    monkeypatch.setattr(retrying_store, "_PAUSE", 0.02)
    url = own_postgres.new_database()

    async def script():
        told = []
        store = RetryingStore(url)
        store.on_saved = lambda game, saved: told.append((game, saved))
        store.save(kept("old"))
        own_postgres.stop(signal.SIGQUIT)  # without any shutdown, as after a power failure
        store.save(kept("new", state="first"))
        store.save(kept("new", state="second"))
        assert (store.load("new"), store.is_saved("new")) == ("second", False)
        assert store.failure
        assert "\n" not in store.failure
        with pytest.raises(OutflankError):
            store.check()
        with pytest.raises(OutflankError, match="the games could not be read"):
            store.load("old")
        own_postgres.start()
        async with asyncio.timeout(60):
            while store.failure:
                await asyncio.sleep(0.02)
        store.check()
        assert (store.load("old"), store.load("new")) == ("state", "second")
        assert told == [("new", False), ("new", True)]
        store.close()

    run(script())
    with GameStore(url) as again:
        assert again.load("new") == "second"


def test_event_loop_waits_once_for_a_server_that_hangs(own_postgres, monkeypatch):
    monkeypatch.setattr(retrying_store, "_PAUSE", 0.02)
    url = own_postgres.new_database()

    async def script():
        store = RetryingStore(url)
        store.save(kept("old"))
        stopped = own_postgres.all_pids()
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        try:
            began = time.monotonic()
            store.save(kept("new"))
            first = time.monotonic() - began
            assert not store.is_saved("new")
            assert "does not answer" in store.failure
            began = time.monotonic()
            for number in range(100):
                store.save(kept(f"more{number}"))
            with pytest.raises(OutflankError):
                store.check()
            later = time.monotonic() - began
        finally:
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)
        assert first > 1.0
        assert later < 60.0  # none of the hundred waits, which would take minutes
        async with asyncio.timeout(60):
            while store.failure:
                await asyncio.sleep(0.02)
        assert len(store) == 102
        store.close()

    run(script())


def test_full_disk_is_said_and_the_game_waits(postgres, url):
    store = RetryingStore(url)
    store.save(kept("old"))
    full = "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS"
    name = name_of(url)
    postgres.execute(f"{full} $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = 'disk_full'; END $$", name)
    postgres.execute("CREATE TRIGGER t BEFORE INSERT ON states FOR EACH ROW EXECUTE FUNCTION full_disk()", name)
    store.save(kept("new"))
    assert (store.load("new"), store.is_saved("new")) == ("state", False)
    assert store.failure == "the game could not be saved: the database server's disk is full"
    assert len(store) == 1
    postgres.execute("DROP TRIGGER t ON states", name)
    store.close()
    with GameStore(url) as again:
        assert again.load("new") == "state"


def test_missing_rights_are_said_in_one_line(postgres, url):
    GameStore(url).close()
    postgres.execute("DROP ROLE IF EXISTS reader")
    postgres.execute("CREATE ROLE reader LOGIN")
    with pytest.raises(OutflankError, match="permission denied") as said:
        GameStore(url.replace("postgres@", "reader@"))
    assert "\n" not in str(said.value)


def test_other_connection_that_writes_too_long_is_not_waited_for(url):
    store = RetryingStore(url)
    begun, done = threading.Event(), threading.Event()

    def write():
        with store.writing():
            begun.set()
            done.wait(60)

    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write)
        begun.wait(60)
        with pytest.raises(OutflankError, match="locked"):
            store.check()
        store.save(kept("a"))
        assert not store.is_saved("a")
        done.set()
        writing.result()
    store.save_again()
    assert store.is_saved("a")
    store.close()


def test_closed_database_says_so(url):
    store = GameStore(url)
    store.close()
    with pytest.raises(OutflankError, match="has been closed"):
        store.load("a")
    until(lambda: not [thread for thread in threading.enumerate() if thread.name == "postgres"])
