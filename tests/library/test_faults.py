"""Kills, full disks, damaged, locked and foreign files, and two imports at once."""

import os
import signal
import sqlite3
import subprocess
import sys

import pytest

from outflank import Position
from outflank.errors import OutflankError
from outflank.formats.files import write_records
from outflank.library import Library, boards, database, importing
from outflank.library.database import Database
from tests.library.conftest import random_records

IMPORTING = """
import os, signal, sys
from outflank.library import Library, importing
from outflank.library.writer import Writer

path, file, dies_at = sys.argv[1], sys.argv[2], int(sys.argv[3])
importing._AT_ONCE = 10
keep_row, n_rows = Writer._row, 0

def row(*arguments):
    global n_rows
    n_rows += 1
    if n_rows == dies_at:
        os.kill(os.getpid(), signal.SIGKILL)
    return keep_row(*arguments)

Writer._row = row
print("begun", flush=True)
with Library.open(path) as library:
    print(library.import_files([file]).to_json(), flush=True)
"""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "library.sqlite"


@pytest.fixture
def file(tmp_path):
    """Forty games in a file."""
    write_records(tmp_path / "games.ggf", random_records(40))
    return tmp_path / "games.ggf"


def importing_process(path, file, dies_at=0):
    arguments = [sys.executable, "-c", IMPORTING, str(path), str(file), str(dies_at)]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def check_whole(library, n_games):
    """Every game is there once, can be played again, and stands in the index with every position."""
    assert library.value("PRAGMA integrity_check") == "ok"
    rows = list(library.each())
    assert len(rows) == len({row.entry.digest for row in rows}) == n_games
    entries = set()
    for row in rows:
        assert library.position(row.record.position).results.games >= 1
        for step in boards.steps(row.entry.start, row.entry.moves):
            entries.add((boards.canonical(*step.board).key << boards.GAME_BITS) + row.number)
    assert [entry for (entry,) in library.rows("SELECT entry FROM positions")] == sorted(entries)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_import_that_was_killed_is_completed_by_the_next(path, file):
    killed = importing_process(path, file, dies_at=27)
    assert killed.communicate(timeout=60)[1] == ""
    assert killed.returncode == -signal.SIGKILL
    with Library.open(path) as library:
        check_whole(library, 20)  # of the third ten nothing
        assert library.import_files([file]).to_json() == {"added": 20, "known": 20, "bad": 0, "odd": 0}
        check_whole(library, 40)


def test_two_imports_at_once_keep_each_game_once(path, file):
    both = [importing_process(path, file) for _ in range(2)]
    told = [process.communicate(timeout=60) for process in both]
    assert [process.returncode for process in both] == [0, 0], told
    with Library.open(path) as library:
        check_whole(library, 40)


def test_full_disk_is_said_in_one_line_and_what_was_kept_stays(path, file, monkeypatch):
    monkeypatch.setattr(importing, "_AT_ONCE", 10)
    with Library.open(path) as library:
        n_pages = library.value("PRAGMA page_count")
        library.connection.execute(f"PRAGMA max_page_count = {n_pages + 5}")
        with pytest.raises(OutflankError, match=r"no room left for the library '.*': it was not changed"):
            library.import_files([file])
    with Library.open(path) as library:
        n_games = len(library)
        assert 0 < n_games < 40
        check_whole(library, n_games)
        assert library.import_files([file]).added == 40 - n_games


def test_library_that_is_written_by_another_is_waited_for_and_then_said_to_be(path, file):
    with Library.open(path, patience=0.05) as library:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OutflankError, match="another program is writing to the library"):
            library.import_files([file])
        assert library.position(Position.start()).results.games == 0  # it can be read
        other.execute("ROLLBACK")
        other.close()
        assert library.import_files([file]).added == 40


@pytest.mark.parametrize("content", [b"no database at all" * 300, b"SQLite format 3\0" + b"\xff" * 5000])
def test_file_that_is_no_library_is_refused_and_not_touched(path, content):
    path.write_bytes(content)
    with pytest.raises(
        OutflankError, match=r"the library '.*' is damaged or not a database \(file is not a database\)"
    ):
        Library.open(path)
    assert path.read_bytes() == content


def import_and_read(path, file):
    with Library.open(path) as library:
        library.import_files([file])
        return list(library.each())


def test_damage_in_the_middle_is_said_in_one_line(path, file):
    with Library.open(path) as library:
        library.import_files([file])
    data = bytearray(path.read_bytes())
    data[4096 * 3 :] = os.urandom(len(data) - 4096 * 3)
    path.write_bytes(data)
    with pytest.raises(OutflankError) as caught:
        import_and_read(path, file)
    assert "is damaged" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_library_of_a_newer_version_is_refused_and_not_touched(path):
    Library.open(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {len(database.MIGRATIONS) + 1}")
    connection.close()
    before = path.read_bytes()
    version = len(database.MIGRATIONS)
    words = rf"were saved by a newer Outflank \(format {version + 1}; this one reads up to {version}\)"
    with pytest.raises(OutflankError, match=words):
        Library.open(path)
    assert path.read_bytes() == before


def test_database_of_another_program_is_refused(path):
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE games (number INTEGER)")
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    with pytest.raises(OutflankError, match=r"belongs to another program: name another file \(--database\)"):
        Library.open(path)


def test_file_of_an_older_version_is_copied_before_it_is_changed(path, file, monkeypatch):
    with Library.open(path) as library:
        library.import_files([file])

    def add_column(connection):
        connection.execute("ALTER TABLE games ADD COLUMN more TEXT")

    version = len(database.MIGRATIONS)
    monkeypatch.setattr(Database, "migrations", (*database.MIGRATIONS, add_column))
    with Library.open(path) as library:
        assert library.rows("SELECT DISTINCT more FROM games") == [(None,)]
        assert len(library) == 40
    with sqlite3.connect(path.with_name(f"library.sqlite.v{version}")) as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (version,)
        assert copy.execute("SELECT count(*) FROM games").fetchone() == (40,)
    copy.close()


def test_library_of_the_first_version_is_brought_to_this_one(path, file):
    """It had no tables for reviews."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "migrations", database.MIGRATIONS[:1])
        with Library.open(path) as library:
            library.import_files([file])
    with Library.open(path) as library:
        check_whole(library, 40)
        assert library.value("SELECT count(*) FROM reviews") == 0
    assert path.with_name("library.sqlite.v1").exists()


def test_migration_that_fails_leaves_the_file_as_it_was(path, file, monkeypatch):
    with Library.open(path) as library:
        library.import_files([file])

    def fail(connection):
        connection.execute("DROP TABLE games")
        connection.execute("SELECT no_such_thing")

    with monkeypatch.context() as patch:
        patch.setattr(Database, "migrations", (*database.MIGRATIONS, fail))
        with pytest.raises(
            OutflankError, match=r"the library .* is damaged or not a database \(no such column: no_such_thing\)"
        ):
            Library.open(path)
    with Library.open(path) as library:
        check_whole(library, 40)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everything")
def test_folder_that_may_not_be_written_is_said(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(OutflankError, match="cannot open the library"):
        Library.open(tmp_path / "sub" / "library.sqlite")


def test_folder_and_missing_file_are_said(tmp_path):
    with pytest.raises(OutflankError, match="expected the file of a library, got the folder"):
        Library.open(tmp_path)
    with pytest.raises(OutflankError, match="there is no library"):
        Library.open(tmp_path / "none.sqlite", create=False)
    assert not (tmp_path / "none.sqlite").exists()


def test_closed_library_says_so():
    library = Library.open(None)
    library.close()
    library.close()
    with pytest.raises(OutflankError, match="the library in memory has been closed"):
        len(library)


def test_library_that_is_full_says_so(monkeypatch):
    monkeypatch.setattr(boards, "MOST_GAMES", 30)
    with Library.open(None) as library, pytest.raises(OutflankError, match="room for 30 games"):
        library.add(random_records(40, plies=3))


def test_error_of_sqlite_that_nobody_foresaw_is_one_line(path):
    found = Database(path, patience=1)
    with pytest.raises(OutflankError, match=r"the library .* is damaged or not a database \(no such table: void\)"):
        found.rows("SELECT 1 FROM void")
    found.close()
    assert database.PATIENCE >= 10
