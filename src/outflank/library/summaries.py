"""Precomputed totals for the positions that many games reach, so that lookups need not replay those games.

The totals cover all games up to a certain number. Lookups add the newer games, so that results are correct even when a
summary is out of date. The summaries are rebuilt once they are missing too many games.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from outflank.library.boards import Canonical
from outflank.library.database import SUMMARISED, Database
from outflank.library.many import ManyGames, Walk
from outflank.library.stored import start_of

SHARED = 16
"""Minimum number of games that must reach a position for it to get a summary."""

_AT_ONCE = 10_000  # games
_UNKNOWN = -1000  # stands for None
_GAMES = "SELECT moves, start, won, score, year, black, white FROM games ORDER BY number"
_KNOWN = ("won", "score", "year", "black", "white")  # columns of a game


def renew(database: Database) -> None:
    """Rebuild the summaries from all games. Raises OutflankError if the library cannot be read or written."""
    with database.writing() as connection:
        connection.execute("DELETE FROM summaries")
        for found in _of_games(connection.execute(_GAMES), SHARED):
            connection.executemany(f"INSERT INTO summaries VALUES (?{', ?' * 11})", found)
        last = connection.execute("SELECT coalesce(max(number), 0) FROM games").fetchone()[0]
        connection.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (SUMMARISED, last))


def shared(database: Database, least: int) -> Iterator[Any]:
    """Yield the rows of the `summaries` table for all positions that at least `least` games share.

    All games count. Raises OutflankError if the library cannot be read.
    """
    with database.reading():
        for rows in _of_games(database.connection.execute(_GAMES), least):
            yield from rows


def moves_at(rows: Sequence[Any], at: Canonical) -> Iterator[Any]:
    """Yield a row of totals for each move in a position; it contains the columns of `summaries` from `move` onwards."""
    games, columns = _arrays(rows)
    walk = Walk(games)
    there = walk.find(at)
    for row in _rows_of(there[np.argsort(walk.squares[there], kind="stable")], walk, columns):
        yield row[2:]


def _of_games(rows: Any, least: int) -> Iterator[list[Any]]:
    """Yield the rows of all positions that at least `least` games share, from a cursor of games."""
    parts = []
    while part := rows.fetchmany(_AT_ONCE):  # arrays take a fraction of the memory of Python objects
        parts.append(_arrays(part))
    if parts:
        games, columns = ManyGames.joined([part[0] for part in parts]), np.concatenate([part[1] for part in parts])
        parts.clear()
        yield from _summaries(games, columns, least)


def _arrays(rows: Sequence[Any]) -> tuple[ManyGames, Any]:
    """Convert rows to arrays: the games themselves, and the columns in `_KNOWN`."""
    games = ManyGames.packed([row[0] for row in rows], {n: start_of(row[1]) for n, row in enumerate(rows) if row[1]})
    known = np.array([row[2:] for row in rows], float).reshape(-1, len(_KNOWN))  # None becomes NaN
    numbers = np.where(np.isnan(known), _UNKNOWN, known).astype("<i4")
    return games, numbers.view([(name, "<i4") for name in _KNOWN]).reshape(-1)


def _summaries(games: ManyGames, columns: Any, least: int) -> Iterator[list[Any]]:
    """Yield the `summaries` rows of all shared positions, in a separate list for each number of discs."""
    walk = Walk(games)
    for n_discs in range(games.fewest_discs, 65):
        walk.go_to(n_discs)
        there = np.flatnonzero(walk.squares >= 0)
        players, opponents = walk.least_players[there], walk.least_opponents[there]
        order = np.lexsort((walk.squares[there], opponents, players))
        there, players, opponents = there[order], players[order], opponents[order]
        is_first = np.ones(len(there), bool)
        is_first[1:] = (players[1:] != players[:-1]) | (opponents[1:] != opponents[:-1])
        begins = np.flatnonzero(is_first)
        sizes = np.diff(np.append(begins, len(there)))
        chosen = np.repeat(sizes >= least, sizes)
        yield list(_rows_of(there[chosen], walk, columns))


def _rows_of(there: Any, walk: Walk, columns: Any) -> Iterator[Any]:
    """Yield the `summaries` rows for the games at the indices `there`, which must be sorted by position and move."""
    if not len(there):
        return
    players, opponents = walk.least_players[there], walk.least_opponents[there]
    squares, sign = walk.squares[there], np.where(walk.movers[there] == 0, 1, -1)
    is_first = np.ones(len(there), bool)
    is_first[1:] = (players[1:] != players[:-1]) | (opponents[1:] != opponents[:-1]) | (squares[1:] != squares[:-1])
    begins = np.flatnonzero(is_first)
    ends = np.append(begins[1:], len(there))
    won, score, year = (columns[name][there] for name in ("won", "score", "year"))
    is_known, is_scored = won != _UNKNOWN, score != _UNKNOWN
    won, score = np.where(is_known, sign * won, _UNKNOWN), np.where(is_scored, sign * score, 0)
    choosers = np.where(sign == 1, columns["black"][there], columns["white"][there])
    is_dated = year != _UNKNOWN
    sums = [
        np.add.reduceat(each.astype(np.int64), begins)
        for each in (np.ones(len(there)), won == 1, won == 0, won == -1, is_scored, score, is_dated)
    ]
    first = np.minimum.reduceat(np.where(is_dated, year, np.iinfo(year.dtype).max), begins)
    last = np.maximum.reduceat(np.where(is_dated, year, -1), begins)
    told = [players[begins].view(np.int64), opponents[begins].view(np.int64), squares[begins], *sums, first, last]
    for begin, end, *values in zip(begins.tolist(), ends.tolist(), *(each.tolist() for each in told), strict=True):
        *row, n_dated, least, most = values
        names, counts = np.unique(choosers[begin:end], return_counts=True)
        pairs = np.stack([names, counts], axis=1)[names != _UNKNOWN].astype("<u4")
        yield (*row, *((least, most) if n_dated else (None, None)), pairs.tobytes())
