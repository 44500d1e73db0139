"""SQL that SQLite and PostgreSQL both understand, and the interface of their connections.

`?` marks a value in a statement. Both databases have the functions of SQLite that the statements use: `instr` and
`json_each`.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Protocol


class SqlCursor(Protocol):
    """The rows that a statement returns."""

    @property
    def rowcount(self) -> int:
        """Number of rows that the statement has changed."""

    def fetchone(self) -> Any:
        """The next row, or None."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""

    def __iter__(self) -> Iterator[Any]: ...


class SqlConnection(Protocol):
    """A connection to a database, inside a transaction."""

    def execute(self, sql: str, values: Sequence[Any] = ..., /) -> SqlCursor:
        """Run a statement."""

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> SqlCursor:
        """Run a statement for each row of values."""


@lru_cache
def upsert(table: str, columns: tuple[str, ...], key: tuple[str, ...], kept: tuple[str, ...] = ()) -> str:
    """The statement that inserts a row, or changes the row with the same key except for the columns `kept`.

    >>> upsert("states", ("game", "state"), ("game",))
    'INSERT INTO states (game, state) VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET state = excluded.state'
    """
    changed = ", ".join(f"{name} = excluded.{name}" for name in columns if name not in (*key, *kept))
    marks = ", ".join("?" * len(columns))
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"
        f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changed}"
    )


def bit(seat: str) -> str:
    """SQL expression for the bit of a seat in a mask such as `games.won`."""
    return f"(1 << CAST({seat} AS int))"
