"""Games that move from a file to PostgreSQL, and back into a file."""

import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from outflank.errors import OutflankError
from outflank.web.club.members import Members
from outflank.web.games import schema
from outflank.web.games.copying import back_up, copy_to_postgres
from outflank.web.games.lock import lock_of
from outflank.web.games.own_games import OwnGames, Query
from outflank.web.games.store import GameStore
from tests.web.games.test_store import kept


@pytest.fixture
def file(tmp_path):
    """A file of which every table has rows."""
    path = tmp_path / "games.sqlite"
    with GameStore(path) as store:
        for number in range(20):
            store.save(kept(f"game{number}", state=f"état {number} '?%\\\t\n", parts=["ann"]), 1000.0 + number / 3)
        Members(store).claim("ann", "Änna")
        for table in schema.columns():
            if not store.rows(f"SELECT 1 FROM {table}"):
                fill(store, table)
    return path


def fill(store, table):
    """Add a row of some values, and of NULL in all columns that are not keys and may have it."""
    with closing(schema.newest()) as tables:
        columns = tables.execute('SELECT type, pk OR "notnull" FROM pragma_table_info(?)', (table,)).fetchall()
    values = {"TEXT": "漢字", "REAL": 0.1, "INTEGER": 7}
    row = [values[type_] if is_needed else None for type_, is_needed in columns]
    with store.writing() as database:
        database.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def content(path):
    with closing(sqlite3.connect(path)) as database:
        return {table: sorted(map(str, database.execute(f"SELECT * FROM {table}"))) for table in schema.columns()}


def test_all_games_survive_the_way_to_postgresql_and_back(postgres, file, tmp_path):
    url = postgres.new_database()
    assert copy_to_postgres(file, url) == 20
    assert back_up(url, tmp_path / "copy.sqlite") == 20
    assert all(content(file).values())
    assert content(tmp_path / "copy.sqlite") == content(file)
    with GameStore(tmp_path / "copy.sqlite") as again:
        assert again.load("game7") == "état 7 '?%\\\t\n"


def test_numbers_go_on_after_those_that_were_copied(postgres, file):
    url = postgres.new_database()
    copy_to_postgres(file, url)
    with GameStore(url) as store:
        for number in range(3):
            store.save(kept(f"new{number}", parts=["ann"]))
        assert store.rows("SELECT count(*), count(DISTINCT number) FROM games") == [(23, 23)]
        assert OwnGames(store, is_shared=True).count("ann", Query("othello")) == 23
        assert Members(store).claim("bob", "Bob").number > Members(store).of("ann").number


def test_database_that_has_games_is_not_changed(postgres, file):
    url = postgres.new_database()
    copy_to_postgres(file, url)
    with pytest.raises(OutflankError, match=r"^'postgresql://.*' has games already: name an empty database"):
        copy_to_postgres(file, url)
    with GameStore(url) as store:
        assert len(store) == 20


def test_database_that_a_server_uses_is_not_changed(postgres, file):
    url = postgres.new_database()
    lock = lock_of(url)
    assert lock.try_take()
    with pytest.raises(OutflankError, match="a server stores its games in"):
        copy_to_postgres(file, url)
    lock.release()
    assert copy_to_postgres(file, url) == 20


def test_copy_that_fails_leaves_nothing_in_the_database(postgres, file):
    url = postgres.new_database()
    with sqlite3.connect(file) as database:  # SQLite stores anything in any column; this one is in the last table
        database.execute("UPDATE club_pairings SET round = 'first'")
    database.close()
    with pytest.raises(OutflankError, match="cannot copy the games to") as said:
        copy_to_postgres(file, url)
    assert "\n" not in str(said.value)
    with GameStore(url) as store:
        assert len(store) == 0
    assert content(file)["club_pairings"]


def test_file_that_is_not_there_or_not_a_database_is_refused(postgres, tmp_path):
    url = postgres.new_database()
    (tmp_path / "rubbish").write_bytes(b"rubbish" * 1000)
    for name, message in (("absent", "there are no games"), ("rubbish", "not a database")):
        with pytest.raises(OutflankError, match=message):
            copy_to_postgres(tmp_path / name, url)
    with pytest.raises(OutflankError, match=r"cannot copy the games to .*: there are no games in 'postgresql"):
        back_up(url, tmp_path / "copy")
    with pytest.raises(OutflankError, match=r"cannot copy the games to .*: there is no such folder"):
        back_up(url, tmp_path / "absent" / "copy")
    assert [path.name for path in tmp_path.iterdir()] == ["rubbish"]


def test_command_copies_and_backs_up(postgres, file, tmp_path):
    url = postgres.new_database()

    def serve(*options):
        command = [sys.executable, "-m", "outflank", "serve", *map(str, options)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout + done.stderr

    assert serve("--games", url, "--copy-from", file)[0] == 0
    code, said = serve("--games", url, "--copy-from", file)
    assert (code, len(said.splitlines())) == (2, 1)
    assert serve("--games", url, "--backup", tmp_path / "copy") == (0, f"20 games copied to {tmp_path / 'copy'}\n")
    assert "漢字" in serve("--games", url, "--reports")[1]
    code, said = serve("--copy-from", file)
    assert (code, said.count("\n")) == (2, 1)
    assert "--copy-from needs --games postgresql" in said
    imported = [sys.executable, "-m", "outflank", "library", "import", "--page", url]
    done = subprocess.run([*imported, "--database", str(tmp_path / "l")], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done
