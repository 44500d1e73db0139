"""SQL that both databases understand."""

import re
from pathlib import Path

import pytest

import outflank.web
from outflank.web.games.statements import bit, upsert
from outflank.web.games.store import GameStore

SQLITE_ONLY = re.compile(r"INSERT OR |\bGLOB\b|\browid\b|total_changes|sqlite_\w+|PRAGMA|\bIS (?:NOT )?[?{]")
OF_SQLITE = {"sqlite.py", "schema.py", "tables.py"}  # files in `web/games` that open, define or read its tables


@pytest.mark.usefixtures("each_database")
def test_upsert_inserts_a_row_and_then_changes_all_but_its_key_and_what_is_kept():
    with GameStore() as store:
        statement = upsert("club_games", ("game", "rated", "tournament", "mover", "due"), ("game",), ("mover",))
        with store.writing() as database:
            database.execute(statement, (1, True, "t", "ann", None))
            database.execute(statement, (1, False, "u", "bob", 2.5))
            database.execute(statement, (2, False, "", "eve", None))
        rows = store.rows("SELECT game, rated, tournament, mover, due FROM club_games ORDER BY game")
    assert [tuple(row) for row in rows] == [(1, 0, "u", "ann", 2.5), (2, 0, "", "eve", None)]


@pytest.mark.usefixtures("each_database")
def test_bit_is_that_of_the_seat_or_null():
    with GameStore() as store:
        for seat in (0, 1, 2, 5, None):
            (row,) = store.rows(f"SELECT {bit('CAST(? AS bigint)')}", seat)
            assert row[0] == (None if seat is None else 1 << seat)


def test_no_statement_outside_the_files_of_sqlite_is_for_sqlite_alone():
    paths = [path for path in Path(outflank.web.__file__).parent.rglob("*.py") if path.name not in OF_SQLITE]
    assert len(paths) > 50
    found = [
        f"{path.name}: {words[0]}" for path in paths for words in SQLITE_ONLY.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []
