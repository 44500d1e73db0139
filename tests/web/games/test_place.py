from pathlib import Path

import pytest

from outflank.files import data_folder
from outflank.web.games.place import file_beside, place_of, shown


@pytest.mark.parametrize("text", ["postgresql://ann@host/games", "postgres://host/games", "PostgreSQL:///games"])
def test_url_names_a_database_and_stays_as_it_is(text):
    assert place_of(text) == text


@pytest.mark.parametrize("text", ["games.sqlite", "/var/lib/outflank/games.sqlite", "postgresql.sqlite", "postgres"])
def test_anything_else_is_a_file(text):
    assert place_of(text) == Path(text)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("postgresql://ann@host/games", "postgresql://ann@host/games"),
        ("postgresql://ann:s3cret@host:5432/games", "postgresql://ann@host:5432/games"),
        ("postgresql://ann:s3@c/ret@host/games", "postgresql://ann@host/games"),
        ("postgresql://:s3cret@host/games", "postgresql://@host/games"),
        ("postgresql:///games?user=ann&password=s3cret&port=1", "postgresql:///games?user=ann&password=…&port=1"),
        ("postgresql:///games?sslPassword=s3cret", "postgresql:///games?sslPassword=…"),
    ],
)
def test_url_is_shown_without_its_password(url, expected):
    assert shown(url) == f"'{expected}'"


def test_path_is_shown_as_everywhere(tmp_path):
    assert shown(tmp_path / "games.sqlite") == f"'{tmp_path / 'games.sqlite'}'"


def test_other_files_of_a_server_are_next_to_its_games_or_in_the_data_folder(tmp_path):
    assert file_beside(tmp_path / "games.sqlite", "practice.sqlite") == tmp_path / "practice.sqlite"
    assert file_beside("postgresql://host/games", "practice.sqlite") == data_folder() / "practice.sqlite"
    assert file_beside(None, "practice.sqlite") is None
