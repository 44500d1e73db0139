import os
import re
import signal
import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("psycopg", reason="PostgreSQL needs outflank[postgres]")

from outflank.web.games.postgres.connection import BEGIN_WRITING, FAULTS, PostgresConnection, Silent, in_words, marked
from tests.web.postgres import name_of


@pytest.fixture
def url(postgres):
    return postgres.new_database()


@pytest.fixture
def connection(url):
    connection = PostgresConnection(url, seconds=30.0)
    yield connection
    connection.close()


@given(st.lists(st.sampled_from(["?", "%", "%s", "'a ? %'", "''", "'it''s ?'", '"?%"', "x", " = ", "%%"]), max_size=8))
def test_marks_in_quoted_text_stay_and_all_others_are_replaced(pieces):
    text = " ".join(pieces)
    found = marked(text)
    assert found.count("%s") - found.count("%%s") == sum(piece == "?" for piece in pieces)
    assert re.sub(r"%%|%s", lambda mark: "%" if mark[0] == "%%" else "?", found) == text


def test_values_come_back_as_from_sqlite(connection):
    values = (1, -1, 2**40, 2**62, 0.1, -1e300, "", "é % ? ' \" \\ 漢字", None, True, False)
    marks = ", ".join("?" * len(values))
    expected = sqlite3.connect(":memory:").execute(f"SELECT {marks}", values).fetchall()
    assert connection.execute(f"SELECT {marks}", values).fetchall() == expected


def test_marks_in_literals_are_text(connection):
    assert connection.execute("SELECT '100 %? ' || ?", ("x",)).fetchall() == [("100 %? x",)]
    assert connection.execute("SELECT '100 %?'").fetchall() == [("100 %?",)]


def test_functions_of_sqlite_are_there(connection, url):
    from outflank.web.games.postgres.database import PostgresGames

    PostgresGames(url).close()
    for query, values in (
        ("SELECT instr(?, ?)", ("othello perpendicular", "perp")),
        ("SELECT instr(?, ?)", ("x", "y")),
        ("SELECT e.value FROM json_each(?) e", ('["", "Ann \\" é", "漢"]',)),
        ("SELECT e.value FROM json_each(?) e", ("[]",)),
    ):
        expected = sqlite3.connect(":memory:").execute(query, values).fetchall()
        assert connection.execute(query, values).fetchall() == expected


def test_statement_for_many_rows_counts_what_it_changes(connection):
    connection.execute("CREATE TABLE t (x bigint PRIMARY KEY)")
    insert = "INSERT INTO t VALUES (?) ON CONFLICT DO NOTHING"
    assert connection.executemany(insert, [(1,), (2,), (1,)]).rowcount == 2
    assert connection.executemany(insert, iter([(3,)])).rowcount == 1


def test_only_one_connection_writes_at_a_time(connection, url):
    other = PostgresConnection(url, seconds=30.0, locked=0.1)
    connection.begin(BEGIN_WRITING)
    with pytest.raises(FAULTS) as caught:
        other.begin(BEGIN_WRITING)
    assert in_words(caught.value) == "database is locked"
    connection.roll_back()
    other.begin(BEGIN_WRITING)
    other.roll_back()
    other.close()


def test_long_statement_ends_and_leaves_the_connection_usable(url):
    connection = PostgresConnection(url, seconds=0.2)
    connection._raw.seconds = 600.0  # the machine may be busy
    with pytest.raises(FAULTS) as caught:
        connection.execute("SELECT pg_sleep(600)")
    assert in_words(caught.value) == "the database server did not answer in time"
    assert connection.execute("SELECT 1").fetchall() == [(1,)]
    connection.close()


def test_connection_to_a_server_that_hangs_is_given_up(postgres, url, monkeypatch):
    connection = PostgresConnection(url, seconds=0.2)
    (pid,) = postgres.backends(name_of(url))
    os.kill(pid, signal.SIGSTOP)
    try:
        with pytest.raises(Silent) as caught:
            connection.execute("SELECT 1")
    finally:
        os.kill(pid, signal.SIGCONT)
    assert in_words(caught.value) == "the database server does not answer"
    assert not connection.is_open
    assert not connection.answers()


def test_lost_connection_is_named_in_one_line(postgres, url):
    connection = PostgresConnection(url, seconds=30.0)
    (pid,) = postgres.backends(name_of(url))
    os.kill(pid, signal.SIGTERM)
    with pytest.raises(FAULTS) as caught:
        connection.execute("SELECT pg_sleep(20)")
    assert "\n" not in in_words(caught.value)
    assert not connection.is_open


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("disk_full", "the database server's disk is full"),
        ("read_only_sql_transaction", "the database is write-protected"),
        ("lock_not_available", "database is locked"),
        ("deadlock_detected", "database is locked"),
        ("insufficient_privilege", "permission denied"),
    ],
)
def test_each_fault_is_one_line(connection, state, words):
    raising = f"DO $$ BEGIN RAISE EXCEPTION 'permission denied' USING ERRCODE = '{state}', HINT = 'ask'; END $$"
    with pytest.raises(FAULTS) as caught:
        connection.execute(raising)
    assert in_words(caught.value) == words


def test_character_that_the_server_refuses_is_replaced(connection):
    assert connection.execute("SELECT ?, '\1'", ("a\0b\1",)).fetchall() == [("a\ufffdb\1", "\1")]


def test_text_that_is_not_unicode_is_an_error_of_one_line(connection):
    with pytest.raises(FAULTS) as caught:
        connection.execute("SELECT ?", ("\ud800",))
    assert "\n" not in in_words(caught.value)
    assert connection.execute("SELECT 1").fetchall() == [(1,)]


def test_rows_of_a_long_query_come_one_by_one(connection, monkeypatch):
    rows = connection.each_row("SELECT * FROM generate_series(1, ?)", (5000,))
    assert next(rows) == (1,)
    assert sum(value for (value,) in rows) == sum(range(2, 5001))
    assert connection.execute("SELECT 1").fetchall() == [(1,)]
    left = connection.each_row("SELECT * FROM generate_series(1, ?)", (5000,))
    next(left)
    left.close()
    assert connection.execute("SELECT 1").fetchall() == [(1,)]
