"""Tests of outflank.databases: whose a file is, two that make one at once, and numbers as SQLite holds them."""

import os
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
from outflank.play.record import Record
from outflank.practice.deck import Deck, now
from outflank.rules import BLACK, Game
from outflank.sessions.own_rating import RatedGame
from outflank.sessions.rated_games import RatedGames
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


@pytest.mark.parametrize("on_disk", [True, False])
def test_threads_that_share_a_library_add_and_look_one_after_another(tmp_path, on_disk):
    barrier = Barrier(4)
    with Library.open(tmp_path / "file" if on_disk else None) as library, ThreadPoolExecutor(4) as pool:

        def add_some(thread):
            barrier.wait()
            for n in range(5):
                library.add([Record.of(Game(moves="f5d6"), (f"Ann {thread}", f"Ben {n}"))])
                library.position(Game(moves="f5").position)
            return 5

        assert sum(pool.map(add_some, range(4))) == len(library) == 20
        assert {row.black for row in library.games()} == {f"Ann {thread}" for thread in range(4)}


def test_threads_that_share_a_deck_write_one_after_another(tmp_path):
    barrier = Barrier(4)
    with Deck(tmp_path / "file") as deck, ThreadPoolExecutor(4) as pool:

        def answer_some(person):
            own = deck.of(str(person))
            barrier.wait()
            for n in range(5):
                own.answer("puzzle", str(n), "right", now=now())
            return len(own.answers("puzzle"))

        assert list(pool.map(answer_some, range(4))) == [5] * 4


# --- write-protected files --------------------------------------------------------------------------------------------


def played(moves):
    return Record.of(Game(moves=moves), ("Ann", "Ben"))


READ = {
    "library": (Library.open, len, lambda library: library.add([played("f5d6" if len(library) else "f5f6")])),
    "deck": (Deck, lambda deck: deck.lines(), lambda deck: deck.add_lines([(BLACK, "f5d6", "")], now=now())),
    "ratings": (RatedGames, lambda file: file.games(), lambda file: file.add(RatedGame("momo", 0.0, 9.0, 1.0, 1e9))),
}


@pytest.mark.parametrize("kind", READ)
@pytest.mark.parametrize("whole_folder", [True, False])
def test_a_write_protected_file_is_read_and_only_a_write_fails(tmp_path, protect, kind, whole_folder):
    opened, read, write = READ[kind]
    path = tmp_path / "file"
    with opened(path) as file:
        write(file)
        found = read(file)
    before = path.read_bytes()
    protect(tmp_path if whole_folder else path)
    with opened(path) as file:
        assert read(file) == found
        for refused in (lambda: write(file), file.check_writable):
            with pytest.raises(OutflankError, match=r"'.*file' is write-protected$"):
                refused()
    assert path.read_bytes() == before
    if whole_folder:
        assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("kind", READ)
def test_a_file_that_is_missing_in_a_write_protected_folder_names_the_folder(tmp_path, protect, kind):
    protect(tmp_path)
    with pytest.raises(OutflankError, match=r"^cannot open .*: its folder is write-protected$"):
        READ[kind][0](tmp_path / "file")


def test_a_link_to_a_file_in_a_write_protected_folder_is_read(tmp_path, protect):
    folder, link = tmp_path / "folder", tmp_path / "link"
    Deck(folder / "file").close()
    protect(folder)
    try:
        link.symlink_to(folder / "file")
    except OSError:
        pytest.skip("no links here")
    with Deck(link) as deck:
        assert deck.is_read_only
        assert deck.lines() == []
    assert list(folder.iterdir()) == [folder / "file"]


def test_a_library_in_a_write_protected_folder_keeps_its_opening_names(tmp_path, protect):
    path = tmp_path / "file"
    with Library.open(path) as library, library.writing() as connection:
        connection.execute("UPDATE about SET value = 'old' WHERE name = 'openings'")
    protect(tmp_path)
    with Library.open(path) as library:
        assert library.value("SELECT value FROM about WHERE name = 'openings'") == "old"


def test_the_servers_games_are_not_opened_where_they_cannot_be_written(tmp_path, protect):
    GameStore(tmp_path / "file").close()
    protect(tmp_path)
    with pytest.raises(OutflankError):
        GameStore(tmp_path / "file")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="who may do everything is refused nothing")
@pytest.mark.parametrize("kind", READ)
def test_a_file_in_a_folder_without_the_right_to_write_is_read(tmp_path, kind):
    opened, read, write = READ[kind]
    folder = tmp_path / "folder"
    with opened(folder / "file") as file:
        write(file)
        found = read(file)
    folder.chmod(0o500)
    try:
        with opened(folder / "file") as file:
            assert read(file) == found
            with pytest.raises(OutflankError, match="is write-protected"):
                write(file)
    finally:
        folder.chmod(0o700)
