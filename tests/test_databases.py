"""Tests of outflank.databases: whose a file is, two that make one at once, and numbers as SQLite holds them."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.book.store import BookStore
from outflank.databases import prepare, signed, unsigned
from outflank.errors import OutflankError
from outflank.library import Library
from outflank.library.values import ValueStore
from outflank.practice.deck import Deck
from outflank.web.games.store import GameStore


@given(st.integers(0, 2**64 - 1))
def test_numbers_of_64_bits_are_held_as_signed_ones_of_the_same_bits(word):
    assert signed(word) == int.from_bytes(word.to_bytes(8, "big"), "big", signed=True)
    assert unsigned(signed(word)) == word


OPENED = {
    "games": GameStore,
    "library": Library.open,
    "book": lambda path: BookStore(path, writes=True),
    "deck": Deck,
    "values": ValueStore,
}


@pytest.mark.parametrize("made", OPENED)
@pytest.mark.parametrize("opened", OPENED)
def test_no_database_is_taken_for_one_of_another_kind(tmp_path, made, opened):
    path = tmp_path / "file"
    OPENED[made](path).close()
    before = path.read_bytes()
    if made == opened:
        OPENED[opened](path).close()
        return
    with pytest.raises(OutflankError, match="another program"):
        OPENED[opened](path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("opened", OPENED)
def test_a_file_of_a_few_letters_is_not_written_over(tmp_path, opened):
    path = tmp_path / "file"
    path.write_text("x")
    with pytest.raises(OutflankError, match="not a database"):
        OPENED[opened](path)
    assert path.read_text() == "x"


@pytest.mark.parametrize("opened", OPENED)
def test_a_file_in_which_another_process_is_about_to_make_the_tables_is_no_other_programs(tmp_path, opened):
    path = tmp_path / "file"
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        assert path.stat().st_size
        OPENED[opened](path).close()


def test_who_makes_the_same_file_at_once_waits(tmp_path):
    threads = 4
    barrier = Barrier(threads)

    def made(path):
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            barrier.wait()
            prepare(database, path, 0, [lambda database: database.execute("CREATE TABLE t (a)")])
            return database.execute("PRAGMA user_version").fetchone()[0]

    with ThreadPoolExecutor(threads) as pool:
        for n in range(40):
            assert list(pool.map(made, [tmp_path / str(n)] * threads)) == [1] * threads


def test_a_file_that_stays_locked_is_waited_for_no_longer_than_that(tmp_path):
    path = tmp_path / "file"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("CREATE TABLE t (a)")
        other.execute("BEGIN EXCLUSIVE")
        late = sqlite3.connect(path, timeout=0.1, isolation_level=None)
        with closing(late), pytest.raises(sqlite3.OperationalError, match="locked"):
            prepare(late, path, 0, [])
