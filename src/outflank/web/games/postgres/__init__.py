"""The games database in PostgreSQL, for operators who have it (extra `postgres`)."""

import importlib.util

from outflank.errors import OutflankError


def check_driver() -> None:
    """Raise OutflankError if the package that the extra `postgres` installs is missing."""
    if importlib.util.find_spec("psycopg") is None:
        raise OutflankError("PostgreSQL needs the package psycopg: pip install 'outflank[postgres]'")
