"""The place of a games database: a URL names a PostgreSQL database, and anything else is an SQLite file."""

import re
from pathlib import Path
from typing import TypeAlias

from outflank.errors import excerpt, quoted_path
from outflank.files import data_folder

GamesPlace: TypeAlias = Path | str | None
"""A file, the URL of a PostgreSQL database, or None for games in memory."""

_URL = re.compile(r"postgres(ql)?://", re.IGNORECASE)
_LOGIN = re.compile(r"(//[^:/@?#]*):.*@")
_PASSWORD = re.compile(r"\b(password|sslpassword)=[^&]*", re.IGNORECASE)


def place_of(text: str) -> Path | str:
    """The place that a user names: a URL as it is, or a path."""
    return text if _URL.match(text) else Path(text)


def file_beside(games: GamesPlace, name: str) -> Path | None:
    """The file for what a server stores besides the games: next to their file, or in the data folder."""
    if games is None:
        return None
    return games.with_name(name) if isinstance(games, Path) else data_folder() / name


def shown(games: Path | str) -> str:
    """A place as messages name it, without a password.

    >>> shown("postgresql://ann:s3cret@host:5432/games?password=s3cret")
    'postgresql://ann@host:5432/games?password=…'
    """
    if isinstance(games, Path):
        return quoted_path(games)
    return excerpt(_PASSWORD.sub(r"\1=…", _LOGIN.sub(r"\1@", games)), 120)
