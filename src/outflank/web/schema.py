"""The tables of the file of games, and how a file of an older version becomes one of this version.

The version stands in the file itself (`PRAGMA user_version`). Each migration leads from one version to the next; all
that a file needs are carried out in one transaction, after a copy of the file was put beside it.
"""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

from outflank.errors import OutflankError, excerpt
from outflank.play import Match
from outflank.web.kept import KeptGame


def version_of(path: Path) -> int:
    """The version of a file of games, which is not touched; 0 of a new one.

    Raises OutflankError for a file of a newer version, or of another program, and sqlite3.Error for what is none.
    """
    if not path.exists() or path.stat().st_size == 0:
        return 0
    wal = path.with_name(f"{path.name}-wal")
    # What a server that was killed left beside the file counts. Where there is nothing, nothing is made there.
    options = "mode=ro" if wal.exists() and wal.stat().st_size else "mode=ro&immutable=1"
    database = sqlite3.connect(f"{path.resolve().as_uri()}?{options}", uri=True)
    try:
        version = int(database.execute("PRAGMA user_version").fetchone()[0])
        n_tables = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    finally:
        database.close()
    shown = excerpt(str(path), 120)
    if version > VERSION:
        raise OutflankError(
            f"the games in {shown} were kept by a newer Outflank (format {version}; this one reads up to {VERSION}):"
            " use that one, or another file (--games)"
        )
    if version < 0 or (version == 0 and n_tables):
        raise OutflankError(f"the database {shown} is another program's: name another file (--games)")
    return version


def copy_beside(database: sqlite3.Connection, path: Path, version: int) -> Path:
    """Copy a file of games, as it is, to a new one beside it that is named by its version."""
    stem = f"{path.name}.v{version}"
    names = [stem, *(f"{stem}-{number}" for number in range(2, 1000))]
    copy = next(found for name in names if not (found := path.with_name(name)).exists())
    target = sqlite3.connect(copy)
    try:
        database.backup(target)
    except sqlite3.Error:
        target.close()
        copy.unlink(missing_ok=True)
        raise
    target.close()
    return copy


def migrate(database: sqlite3.Connection, version: int) -> None:
    """Bring the tables from a version to this one. The caller has begun a transaction."""
    for step in MIGRATIONS[version:]:
        step(database)
    database.execute(f"PRAGMA user_version = {VERSION}")


def _one_table(database: sqlite3.Connection) -> None:
    """Version 1: games as JSON by their ids."""
    database.execute(
        """CREATE TABLE games (
            id TEXT PRIMARY KEY,
            n_moves INTEGER NOT NULL,
            state TEXT NOT NULL,
            created REAL NOT NULL,
            changed REAL NOT NULL
        ) WITHOUT ROWID"""
    )
    database.execute("CREATE INDEX games_by_change ON games (changed)")


def _listed_games(database: sqlite3.Connection) -> None:
    """Version 2: what games are listed and searched by, whose they are, and their reviews.

    Version 1 kept an empty game of each visit: those are left out.
    """
    old = database.execute(
        "SELECT id, n_moves, state, created, changed FROM games WHERE n_moves > 0 ORDER BY changed"
    ).fetchall()
    database.execute("DROP TABLE games")
    for statement in _VERSION_2:
        database.execute(statement)
    for game, n_moves, state, created, changed in old:
        try:
            kept = KeptGame.of(game, Match.from_json(json.loads(state)), state)
        except (OutflankError, ValueError, TypeError, RecursionError):  # as it could not be opened before
            kept = KeptGame(game, state, "", (), None, "", (), "", 0)
        write(database, kept, created, changed, n_moves)


_VERSION_2 = (
    """CREATE TABLE games (
        number INTEGER PRIMARY KEY,     -- by which the other tables name it: ids are long, and in no order
        id TEXT UNIQUE NOT NULL,
        kind TEXT NOT NULL,             -- empty for a game that cannot be read
        players TEXT NOT NULL,          -- a list in JSON
        own INTEGER,                    -- the seat of the only person
        start TEXT NOT NULL,
        moves TEXT NOT NULL,            -- with spaces between them
        n_moves INTEGER NOT NULL,
        cells TEXT NOT NULL,            -- as they are now
        width INTEGER NOT NULL,
        result TEXT NOT NULL,           -- in JSON, empty while the game goes on
        won INTEGER,                    -- a bit for each seat, NULL while the game goes on
        opening TEXT NOT NULL,
        words TEXT NOT NULL,            -- that are searched
        content INTEGER NOT NULL,       -- a digest: the same for the same game
        created REAL NOT NULL,
        changed REAL NOT NULL
    )""",
    "CREATE INDEX games_by_change ON games (changed, id)",
    "CREATE INDEX games_unplayed ON games (changed) WHERE n_moves = 0",
    # The rows of the list are short, so that many of them are read at once.
    "CREATE TABLE states (game INTEGER PRIMARY KEY, state TEXT NOT NULL)",
    """CREATE TABLE parts (               -- who has a part in a game, and what it is to them
        person TEXT NOT NULL,
        game INTEGER NOT NULL,
        seat INTEGER,                   -- that is theirs, NULL if it is not known, ELSEWHERE of an imported game
        name TEXT NOT NULL DEFAULT '',
        words TEXT NOT NULL DEFAULT '', -- of the name, that are searched
        deleted REAL,                   -- when, NULL if it is not
        PRIMARY KEY (person, game)
    ) WITHOUT ROWID""",
    "CREATE INDEX parts_by_game ON parts (game)",
    "CREATE INDEX parts_deleted ON parts (deleted) WHERE deleted IS NOT NULL",
    """CREATE TABLE reviews (
        game INTEGER PRIMARY KEY,
        moves TEXT NOT NULL,            -- that were judged
        seconds REAL NOT NULL,          -- for a position
        review TEXT NOT NULL            -- in JSON
    )""",
)

ELSEWHERE = -1
"""The seat of whoever has imported a game and not moved in it yet."""

MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_one_table, _listed_games)
VERSION = len(MIGRATIONS)


def write(database: sqlite3.Connection, kept: KeptGame, created: float, changed: float, n_moves: int) -> int:
    """Write a game, or write it anew with the time of its beginning kept; its number."""
    database.execute(
        f"""INSERT INTO games VALUES (NULL{", ?" * 16}) ON CONFLICT (id) DO UPDATE SET
            kind = excluded.kind, players = excluded.players, own = excluded.own, start = excluded.start,
            moves = excluded.moves, n_moves = excluded.n_moves, cells = excluded.cells, width = excluded.width,
            result = excluded.result, won = excluded.won, opening = excluded.opening, words = excluded.words,
            content = excluded.content, changed = excluded.changed""",
        (
            kept.id,
            kept.kind,
            json.dumps(kept.players, ensure_ascii=False),
            kept.own,
            kept.start,
            " ".join(kept.moves),
            n_moves,
            kept.cells,
            kept.width,
            "" if kept.result is None else json.dumps(kept.result.to_json(), ensure_ascii=False),
            kept.won,
            kept.opening,
            kept.words,
            kept.digest,
            created,
            changed,
        ),
    )
    number = int(database.execute("SELECT number FROM games WHERE id = ?", (kept.id,)).fetchone()[0])
    database.execute("INSERT OR REPLACE INTO states VALUES (?, ?)", (number, kept.state))
    return number
