"""Positions explored without an interface: the library of a file, kept values and the book."""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from outflank import Analysis, Game, MoveValue, Position
from outflank.errors import OutflankError
from outflank.library import Library, Search, ValueStore
from outflank.sessions import exploring
from outflank.sessions.exploring import Exploring, LibraryReader, MoveValues, NoLibraryError
from tests.library.conftest import library_file, random_records

START = Position.start()
ALL = Search()


@pytest.fixture
def path(tmp_path):
    return library_file(tmp_path)


@pytest.fixture
def explorer(path):
    return Exploring(LibraryReader(path), MoveValues(None))


def test_a_look_says_what_the_library_has(explorer, path):
    position = Game(moves="f5").position
    look = explorer.look(position, ALL)
    with Library.open(path) as library:
        assert look.played == library.position(position)
    assert (look.n_games, len(look.examples)) == (40, 5)
    explored = explorer.explored(position, look)
    assert explored.results == look.played.results
    assert explored.moves[0].played == look.played.moves[0]


def test_look_that_takes_long_is_remembered_until_games_are_added(explorer, path, monkeypatch):
    monkeypatch.setattr(exploring, "_LONG", 0.0)
    first = explorer.look(START, ALL)
    assert explorer.look(START, ALL) is first
    with Library.open(path) as library:
        library.add(random_records(3, seed=9))
    assert explorer.look(START, ALL).played.results.games == first.played.results.games + 3


def test_library_that_appears_goes_and_comes_back_is_seen(explorer, path, tmp_path):
    path.rename(tmp_path / "elsewhere")
    with pytest.raises(NoLibraryError):
        explorer.look(START, ALL)
    (tmp_path / "elsewhere").rename(path)
    assert explorer.look(START, ALL).n_games == 40
    path.unlink()
    with pytest.raises(NoLibraryError):
        explorer.look(START, ALL)
    with Library.open(path) as library:
        library.add(random_records(3))
    assert explorer.look(START, ALL).n_games == 3


def test_library_without_a_game_is_none_yet(tmp_path):
    Library.open(tmp_path / "library.sqlite").close()
    for path in (tmp_path / "library.sqlite", None):
        with pytest.raises(NoLibraryError):
            Exploring(LibraryReader(path), MoveValues(None)).look(START, ALL)


def test_library_of_an_older_version_is_read_as_it_is(tmp_path):
    path = tmp_path / "library.sqlite"
    content = gzip.decompress((Path(__file__).parents[1] / "data" / "library-v2.sqlite.gz").read_bytes())
    path.write_bytes(content)
    assert Exploring(LibraryReader(path), MoveValues(None)).look(START, ALL).n_games == 4
    assert path.read_bytes() == content


def changed(path, sql):
    with closing(sqlite3.connect(path)) as database:
        database.execute(sql)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda path: path.write_bytes(b"no database at all" * 100), "is damaged or not a database"),
        (lambda path: (path.unlink(), path.mkdir()), "expected the file of a library, got the folder"),
        (lambda path: path.write_bytes(b""), "is empty or has an older format"),
        (lambda path: changed(path, "PRAGMA user_version = 99"), "newer Outflank"),
        (lambda path: changed(path, "PRAGMA application_id = 7"), "belongs to another program"),
    ],
)
def test_library_that_does_not_serve_is_an_error_of_one_line(explorer, path, damage, words):
    damage(path)
    with pytest.raises(OutflankError, match=words) as caught:
        explorer.look(START, ALL)
    assert "\n" not in str(caught.value)
    assert "--" not in str(caught.value)  # an option of the terminal


def test_library_that_somebody_writes_to_is_read_all_the_same(explorer, path):
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert explorer.look(START, ALL).n_games == 40
        other.execute("ROLLBACK")


def test_values_of_earlier_analyses_are_known(tmp_path):
    position = Game(moves=["f5", "d6"]).position
    found = MoveValue(position.legal_moves[0], 3, depth=30, kind="exact", pv=(position.legal_moves[0],))
    with ValueStore(tmp_path / "values.sqlite") as store:
        store.keep(position, Analysis(found.move, (found,)))
    values = MoveValues(tmp_path / "values.sqlite")
    assert values.of(position)[found.move] == found
    values.close()


def test_values_that_are_not_saved_are_reported_once(tmp_path, protect):
    protect(tmp_path)
    position, heard = Game(moves=["f5"]).position, []
    values = MoveValues(tmp_path / "values.sqlite", hear=lambda error: heard.append(str(error)))
    values.keep(position, Analysis("d6", (MoveValue("d6", 1, depth=60, kind="exact", pv=("d6",)),)))
    assert values.of(position)["d6"].depth == 60
    values.close()
    assert len(heard) == 1
    assert heard[0].startswith("new values are not saved: ")


def test_bad_book_is_refused_at_once(tmp_path):
    (tmp_path / "bad.book").write_bytes(b"no book")
    with pytest.raises(OutflankError, match=r"bad\.book"):
        MoveValues(None, tmp_path / "bad.book")
