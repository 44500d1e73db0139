"""The tables of the games database, and migrations from its older versions."""

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from functools import cache
from typing import Any
from unicodedata import normalize

from outflank import databases
from outflank.errors import OutflankError
from outflank.play import Match
from outflank.play.words import teach_typed, typed
from outflank.web.games.club_results import write_club
from outflank.web.games.statements import SqlConnection, upsert
from outflank.web.games.stored_games import StoredMatch


def _one_table(database: sqlite3.Connection) -> None:
    """Create the tables of version 1, which stored each game as JSON."""
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
    """Migrate to version 2, which added columns for lists and searches, the people in each game, and reviews.

    Games without moves are dropped, because version 1 stored an empty game on every visit.
    """
    old = database.execute(
        "SELECT id, n_moves, state, created, changed FROM games WHERE n_moves > 0 ORDER BY changed"
    ).fetchall()
    database.execute("DROP TABLE games")
    databases.executing(*_VERSION_2)(database)
    for game, n_moves, state, created, changed in old:
        try:
            kept = StoredMatch.of(game, Match.from_json(json.loads(state)), state)
        except (OutflankError, ValueError, TypeError, RecursionError):  # unreadable in version 1 too
            kept = StoredMatch(game, state, "", (), None, "", (), "", 0)
        _write(database, _row(kept, created, changed, n_moves), kept.state)


_VERSION_2 = (
    """CREATE TABLE games (
        number INTEGER PRIMARY KEY,     -- the key in other tables, as ids are long and unordered
        id TEXT UNIQUE NOT NULL,
        kind TEXT NOT NULL,             -- empty for a game that cannot be read
        players TEXT NOT NULL,          -- a list in JSON
        own INTEGER,                    -- the seat of the only person
        start TEXT NOT NULL,
        moves TEXT NOT NULL,            -- with spaces between them
        n_moves INTEGER NOT NULL,
        cells TEXT NOT NULL,            -- the current board
        width INTEGER NOT NULL,
        result TEXT NOT NULL,           -- in JSON, empty while the game goes on
        won INTEGER,                    -- a bit for each seat, NULL while the game goes on
        opening TEXT NOT NULL,
        words TEXT NOT NULL,            -- searched text
        content INTEGER NOT NULL,       -- a digest, equal for equal games
        created REAL NOT NULL,
        changed REAL NOT NULL
    )""",
    "CREATE INDEX games_by_change ON games (changed, id)",
    "CREATE INDEX games_unplayed ON games (changed) WHERE n_moves = 0",
    # A separate table keeps the rows of the list short and fast to read.
    "CREATE TABLE states (game INTEGER PRIMARY KEY, state TEXT NOT NULL)",
    """CREATE TABLE parts (               -- a person's part in a game, their name for it, its deletion
        person TEXT NOT NULL,
        game INTEGER NOT NULL,
        seat INTEGER,                   -- the person's seat, NULL if unknown, ELSEWHERE for an imported game
        name TEXT NOT NULL DEFAULT '',
        words TEXT NOT NULL DEFAULT '', -- searched text of the name
        deleted REAL,                   -- time of deletion, or NULL
        PRIMARY KEY (person, game)
    ) WITHOUT ROWID""",
    "CREATE INDEX parts_by_game ON parts (game)",
    "CREATE INDEX parts_deleted ON parts (deleted) WHERE deleted IS NOT NULL",
    """CREATE TABLE reviews (
        game INTEGER PRIMARY KEY,
        moves TEXT NOT NULL,            -- the judged moves
        seconds REAL NOT NULL,          -- per position
        review TEXT NOT NULL            -- in JSON
    )""",
)

_VERSION_3 = (  # studies: games with variations and comments
    """CREATE TABLE studies (
        id TEXT PRIMARY KEY,
        person TEXT NOT NULL,           -- the owner
        title TEXT NOT NULL,
        players TEXT NOT NULL,          -- a list in JSON
        kind TEXT NOT NULL,
        start TEXT NOT NULL,
        tree TEXT NOT NULL,             -- in the format of `trees`
        cells TEXT NOT NULL,            -- at the end of the main line
        width INTEGER NOT NULL,
        n_nodes INTEGER NOT NULL,
        words TEXT NOT NULL,            -- searched text
        revision INTEGER NOT NULL,      -- grows by one with each change
        created REAL NOT NULL,
        changed REAL NOT NULL,
        deleted REAL                    -- time of deletion, or NULL
    ) WITHOUT ROWID""",
    "CREATE INDEX studies_of_person ON studies (person, changed)",
)

_VERSION_4 = (  # the seats of people, whose names are never translated
    "ALTER TABLE games ADD COLUMN persons INTEGER NOT NULL DEFAULT 0",  # a bit for each seat
    """UPDATE games SET persons = coalesce((
        SELECT sum(1 << e.key) FROM states s, json_each(s.state, '$.seats') e
        WHERE s.game = games.number AND json_valid(s.state) AND e.value = 'human'), 0)""",
)

_VERSION_5 = (  # rated games, which stay when the game is deleted
    """CREATE TABLE rated (
        id TEXT NOT NULL,               -- of the game
        ended REAL NOT NULL,
        person TEXT NOT NULL,
        opponent TEXT NOT NULL,         -- a character
        rating REAL NOT NULL,           -- of the opponent, at that time
        error REAL NOT NULL,            -- half the width of its 95% interval
        score REAL NOT NULL,            -- the person's points
        PRIMARY KEY (id, ended)
    ) WITHOUT ROWID""",
    "CREATE INDEX rated_by_person ON rated (person, ended)",
)

_VERSION_6 = (  # the members of the club
    """CREATE TABLE members (
        number INTEGER PRIMARY KEY,
        person TEXT UNIQUE NOT NULL,
        name TEXT NOT NULL,
        form TEXT UNIQUE NOT NULL,      -- equal for names that look alike
        joined REAL NOT NULL,
        deleted REAL                    -- time of deletion, or NULL
    )""",
    """CREATE TABLE blocks (
        person TEXT NOT NULL,           -- does not play with
        other TEXT NOT NULL,
        PRIMARY KEY (person, other)
    ) WITHOUT ROWID""",
    """CREATE TABLE reports (
        number INTEGER PRIMARY KEY,
        at REAL NOT NULL,
        person TEXT NOT NULL,           -- reports
        other TEXT NOT NULL,
        game TEXT NOT NULL,             -- an id, or empty
        words TEXT NOT NULL
    )""",
)

_VERSION_7 = (  # games of the club, and ratings
    """CREATE TABLE club_games (
        game INTEGER PRIMARY KEY,
        rated INTEGER NOT NULL,
        tournament TEXT NOT NULL,       -- an id, or empty
        mover TEXT NOT NULL,            -- the person to move, empty if the game is over
        due REAL                        -- when a move of correspondence is due
    )""",
    "CREATE INDEX club_games_by_mover ON club_games (mover) WHERE mover <> ''",
    "CREATE INDEX club_games_by_tournament ON club_games (tournament) WHERE tournament <> ''",
    """CREATE TABLE ratings (
        person TEXT NOT NULL,
        pool TEXT NOT NULL,             -- the kind of game
        rating REAL NOT NULL,
        deviation REAL NOT NULL,
        volatility REAL NOT NULL,
        results INTEGER NOT NULL,
        at REAL NOT NULL,               -- of the last result
        PRIMARY KEY (person, pool)
    ) WITHOUT ROWID""",
    "CREATE INDEX ratings_by_rating ON ratings (pool, rating)",
    """CREATE TABLE rating_changes (
        game TEXT NOT NULL,             -- an id; the row stays if the game is deleted
        seat INTEGER NOT NULL,
        person TEXT NOT NULL,
        pool TEXT NOT NULL,
        at REAL NOT NULL,
        score REAL NOT NULL,            -- between 0 and 1
        before REAL NOT NULL,
        rating REAL NOT NULL,           -- after the game
        deviation REAL NOT NULL,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID""",
    "CREATE INDEX rating_changes_by_person ON rating_changes (person, pool, at)",
    """CREATE TABLE short_games (         -- rated games that did not count
        game TEXT PRIMARY KEY,
        person TEXT NOT NULL,           -- ended it
        at REAL NOT NULL
    ) WITHOUT ROWID""",
    "CREATE INDEX short_games_by_person ON short_games (person, at)",
)

_VERSION_8 = (  # tournaments of the club
    """CREATE TABLE club_tournaments (
        id TEXT PRIMARY KEY,
        title TEXT NOT NULL,
        kind TEXT NOT NULL,
        size INTEGER,
        clock TEXT NOT NULL,
        rated INTEGER NOT NULL,
        schedule TEXT NOT NULL,         -- swiss or round-robin
        rounds INTEGER NOT NULL,
        seed INTEGER NOT NULL,
        owner TEXT NOT NULL,            -- a person
        created REAL NOT NULL,
        state TEXT NOT NULL             -- open, running, over or cancelled
    ) WITHOUT ROWID""",
    """CREATE TABLE club_entrants (
        tournament TEXT NOT NULL,
        number INTEGER NOT NULL,
        person TEXT NOT NULL,
        name TEXT NOT NULL,
        first INTEGER NOT NULL,         -- round
        active INTEGER NOT NULL,        -- 0 for somebody who has left
        PRIMARY KEY (tournament, number)
    ) WITHOUT ROWID""",
    """CREATE TABLE club_pairings (
        tournament TEXT NOT NULL,
        round INTEGER NOT NULL,
        board INTEGER NOT NULL,
        seats TEXT NOT NULL,            -- numbers of entrants, in JSON; only one for a bye
        game TEXT NOT NULL,             -- an id, empty for a bye
        PRIMARY KEY (tournament, round, board)
    ) WITHOUT ROWID""",
)


def _typed_words(database: sqlite3.Connection) -> None:
    """Migrate to version 9, in which the searched texts have the form that `typed` gives to a query.

    The text of a study has a line for its title and a line for everything else.
    """
    teach_typed(database)
    database.execute("UPDATE games SET words = typed(words)")
    database.execute("UPDATE parts SET words = typed(words) WHERE words <> ''")
    studies = database.execute("SELECT id, title, words FROM studies").fetchall()
    for study, title, words in studies:
        others = words[len(normalize("NFKC", title).casefold()) :]
        database.execute("UPDATE studies SET words = ? WHERE id = ?", (f"{typed(title)}\n{typed(others)}", study))


_VERSION_10 = (  # studies that several people edit or follow
    """CREATE TABLE shared_studies (
        study TEXT PRIMARY KEY,
        edit_secret TEXT NOT NULL,      -- of the link for members
        watch_secret TEXT NOT NULL      -- of the link for everybody else
    )""",
    """CREATE TABLE study_members (
        study TEXT NOT NULL,
        person TEXT NOT NULL,
        name TEXT NOT NULL,
        role TEXT NOT NULL,             -- edit, or out for somebody who was removed
        joined REAL NOT NULL,
        PRIMARY KEY (study, person)
    )""",
    "CREATE INDEX study_members_by_person ON study_members (person)",
    """CREATE TABLE study_changes (       -- the latest ones, also those that the tree in `studies` lacks
        study TEXT NOT NULL,
        revision INTEGER NOT NULL,
        source TEXT NOT NULL,           -- chosen by the page, so that nothing is done twice
        event TEXT NOT NULL,            -- in JSON
        PRIMARY KEY (study, revision)
    )""",
)

FIRST_PORTABLE = 9
"""The version with which games in PostgreSQL begin."""

NEWER: tuple[tuple[str, ...], ...] = (_VERSION_10,)
"""The statements of each later version, which both databases execute."""

_NUMBERS = {"games": "number", "states": "game", "parts": "game", "reviews": "game", "club_games": "game"}
"""The column with a game's number in each table. After a game is removed, another one may get its number."""

STUDY_TABLES = ("shared_studies", "study_members", "study_changes")
"""The tables with everything else about a study, whose id is in the column `study`."""

ELSEWHERE = -1
"""The seat stored for a person who has imported a game but not yet made a move in it."""

MIGRATIONS: tuple[databases.Migration, ...] = (
    _one_table,
    _listed_games,
    databases.executing(*_VERSION_3),
    databases.executing(*_VERSION_4),
    databases.executing(*_VERSION_5),
    databases.executing(*_VERSION_6),
    databases.executing(*_VERSION_7),
    databases.executing(*_VERSION_8),
    _typed_words,
    *(databases.executing(*statements) for statements in NEWER),
)


def newest() -> sqlite3.Connection:
    """An empty database in memory with the newest tables."""
    database = sqlite3.connect(":memory:", isolation_level=None)
    databases.prepare(database, None, 0, MIGRATIONS)
    return database


@cache
def columns() -> dict[str, tuple[str, ...]]:
    """The names of all tables, with the names of their columns."""
    with closing(newest()) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            table: tuple(name for (name,) in database.execute("SELECT name FROM pragma_table_info(?)", (table,)))
            for table in tables
        }


def write(database: SqlConnection, kept: StoredMatch, created: float, changed: float, n_moves: int) -> int:
    """Insert or update a game, and return its row number. An update keeps the original creation time."""
    persons = sum(1 << seat for seat in kept.persons)
    if (rated := kept.rated) is not None:
        database.execute(
            "INSERT INTO rated (id, ended, person, opponent, rating, error, score)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (kept.id, rated.at, kept.rated_person, rated.opponent, rated.rating, rated.error_95, rated.score),
        )
    number = _write(database, {**_row(kept, created, changed, n_moves), "persons": persons}, kept.state)
    if kept.club is not None:
        write_club(database, number, kept.id, kept.club)
    return number


def remove(database: SqlConnection, numbers: Iterable[int]) -> None:
    """Remove games with all that is stored about them. The ratings to which they have led stay."""
    gone = [(number,) for number in numbers]
    for table, column in _NUMBERS.items():
        database.executemany(f"DELETE FROM {table} WHERE {column} = ?", gone)


def _row(kept: StoredMatch, created: float, changed: float, n_moves: int) -> dict[str, Any]:
    """Build a row for the `games` table of version 2."""
    return {
        "id": kept.id,
        "kind": kept.kind,
        "players": json.dumps(kept.players, ensure_ascii=False),
        "own": kept.own,
        "start": kept.start,
        "moves": " ".join(kept.moves),
        "n_moves": n_moves,
        "cells": kept.cells,
        "width": kept.width,
        "result": "" if kept.result is None else json.dumps(kept.result.to_json(), ensure_ascii=False),
        "won": kept.won,
        "opening": kept.opening,
        "words": kept.words,
        "content": kept.digest,
        "created": created,
        "changed": changed,
    }


def _write(database: SqlConnection, row: dict[str, Any], state: str) -> int:
    written = database.execute(
        upsert("games", tuple(row), ("id",), ("created",)) + " RETURNING number", tuple(row.values())
    )
    number = int(written.fetchall()[0][0])
    database.execute(upsert("states", ("game", "state"), ("game",)), (number, state))
    return number
