"""The file of a library: its tables, and how a file of an older version becomes one of this version."""

import sqlite3
import struct
from collections.abc import Iterator
from typing import Any

from outflank.analysis.mistakes import KINDS
from outflank.board.squares import NAMES
from outflank.databases import UNREADABLE, DatabaseFile, Migration, executing
from outflank.errors import OutflankError
from outflank.library.stored import start_of
from outflank.rules import Position

PATIENCE = 60.0
"""Seconds to wait for another program that is writing to the same library: it writes no longer than that at once."""

_CACHE = 64  # MiB of the file that are kept in memory

APPLICATION = 0x4F464C49
"""The mark of a library among databases: ``OFLI``."""

SUMMARISED = "summarised"
"""In `about`: the number of the last game that the summaries tell of."""

_VERSION_1 = (
    f"PRAGMA application_id = {APPLICATION}",
    """CREATE TABLE players (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL,             -- as it was spelled first
        plain TEXT UNIQUE NOT NULL      -- whatever the case, the width and the composition of its letters
    )""",
    "CREATE TABLE tournaments (number INTEGER PRIMARY KEY, name TEXT NOT NULL, plain TEXT UNIQUE NOT NULL)",
    "CREATE TABLE sources (number INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, added TEXT NOT NULL)",
    """CREATE TABLE openings (            -- with a name: what stands for each position
        number INTEGER PRIMARY KEY,
        player INTEGER NOT NULL,        -- bitboards as signed numbers
        opponent INTEGER NOT NULL,
        english TEXT NOT NULL,
        japanese TEXT NOT NULL
    )""",
    """CREATE TABLE games (
        number INTEGER PRIMARY KEY,
        digest INTEGER UNIQUE NOT NULL, -- the same for the same game
        black INTEGER,
        white INTEGER,
        tournament INTEGER,             -- or wherever else it was played
        year INTEGER,
        date TEXT,                      -- where more is known than the year
        start TEXT,                     -- a board string, NULL for the usual start
        moves BLOB NOT NULL,            -- a byte for each square that was moved to, without passes
        won INTEGER,                    -- 1 Black, 0 draw, -1 White, NULL if it is not known
        score INTEGER,                  -- by how many discs Black won, empty squares the winner's
        how TEXT,                       -- it ended where the moves do not tell
        result TEXT,                    -- the same in words
        english INTEGER,                -- the last opening that has a name in English
        japanese INTEGER,               -- and in Japanese
        source INTEGER NOT NULL,
        tags TEXT                       -- in JSON
    )""",
    "CREATE INDEX games_by_black ON games (black)",
    "CREATE INDEX games_by_white ON games (white)",
    "CREATE INDEX games_by_tournament ON games (tournament)",
    "CREATE INDEX games_by_year ON games (year, number)",
    # An entry for each position of each game: the key of what stands for it, and behind it the number of the game. Keys
    # of 39 bits may agree by chance: who looks a position up plays the games on to it.
    "CREATE TABLE positions (entry INTEGER PRIMARY KEY) WITHOUT ROWID",
    # What came of positions that many games went through, in the first games up to a number that `about` has. These are
    # sums that can be made anew at any time: nothing is known here only.
    """CREATE TABLE summaries (
        player INTEGER NOT NULL,
        opponent INTEGER NOT NULL,
        move INTEGER NOT NULL,          -- what stands for the square
        games INTEGER NOT NULL,
        wins INTEGER NOT NULL,          -- of the side to move, as all here
        draws INTEGER NOT NULL,
        losses INTEGER NOT NULL,
        scored INTEGER NOT NULL,        -- games whose score is known
        discs INTEGER NOT NULL,         -- the sum of these scores
        first INTEGER,                  -- year
        last INTEGER,
        choosers BLOB NOT NULL,         -- players, with the games in which they chose the move: 4 bytes each
        PRIMARY KEY (player, opponent, move)
    ) WITHOUT ROWID""",
    "CREATE TABLE about (name TEXT PRIMARY KEY, value) WITHOUT ROWID",
)


_REVIEWS = (
    """CREATE TABLE reviewers (           -- who reviewed games, and how far it looked
        number INTEGER PRIMARY KEY,
        engine TEXT NOT NULL,           -- its version and weights
        depth INTEGER NOT NULL,         -- plies
        exact_from INTEGER NOT NULL,    -- empty squares
        seconds REAL NOT NULL,          -- for a position, 0 for as many as it takes
        UNIQUE (engine, depth, exact_from, seconds)
    )""",
    """CREATE TABLE reviews (
        game INTEGER PRIMARY KEY,
        reviewer INTEGER NOT NULL,
        made TEXT NOT NULL,             -- when
        judged BLOB NOT NULL            -- a record of struct `_PACKED` for each move of the game
    )""",
)

_JUDGED = (
    "ALTER TABLE reviews RENAME TO packed",
    """CREATE TABLE reviews (
        game INTEGER PRIMARY KEY,
        reviewer INTEGER NOT NULL,
        made TEXT NOT NULL              -- when
    )""",
    "INSERT INTO reviews SELECT game, reviewer, made FROM packed",
    """CREATE TABLE judged (              -- each move of a reviewed game, passes left out
        game INTEGER NOT NULL,
        ply INTEGER NOT NULL,           -- moves and passes before it
        side INTEGER NOT NULL,          -- 0 Black, 1 White
        empties INTEGER NOT NULL,       -- before it
        move TEXT NOT NULL,
        value REAL NOT NULL,            -- discs in the mover's view, in hundredths
        best TEXT NOT NULL,
        best_value REAL NOT NULL,
        depth INTEGER NOT NULL,         -- plies that the best move was looked ahead
        proven INTEGER NOT NULL,        -- 1 if both values are exact scores
        kinds TEXT NOT NULL,            -- of mistake, with commas between
        PRIMARY KEY (game, ply)
    ) WITHOUT ROWID""",
)

_PACKED = struct.Struct("<BBBIhh")  # best move, depth, flags, kinds (a bit for each), values of both moves
_PROVEN, _WHITE = 1, 2  # flags


def _unpack(database: sqlite3.Connection) -> None:
    """Version 3: the moves of reviews become rows, which versions before packed into eleven bytes each.

    A review that cannot be read is left out, so that the game can be reviewed again.
    """
    for statement in _JUDGED:
        database.execute(statement)
    packed = database.execute("SELECT game, start, moves, judged FROM packed JOIN games ON number = game")
    for game, start, moves, judged in packed:
        try:
            rows = list(_unpacked(start_of(start), moves, judged))
        except (OutflankError, struct.error, *UNREADABLE):
            database.execute("DELETE FROM reviews WHERE game = ?", (game,))
        else:
            marks = ", ".join("?" * 10)
            database.executemany(f"INSERT INTO judged VALUES ({game}, {marks})", rows)
    database.execute("DROP TABLE packed")


def _unpacked(start: Position, moves: bytes, judged: bytes) -> Iterator[tuple[Any, ...]]:
    """The rows of a game in `judged`, without its number."""
    names, ply, turn = NAMES[8], 0, int(start.turn)
    for number, (best, depth, flags, kinds, value, best_value) in enumerate(_PACKED.iter_unpack(judged)):
        side = flags // _WHITE & 1
        ply += side != turn  # a pass
        move = ply, side, start.n_empties - number, names[moves[number]], value / 100
        named = ",".join(kind for place, kind in enumerate(KINDS) if kinds >> place & 1)
        yield *move, names[best], best_value / 100, depth, flags & _PROVEN, named
        ply, turn = ply + 1, 1 - side


MIGRATIONS: tuple[Migration, ...] = (executing(*_VERSION_1), executing(*_REVIEWS), _unpack)


class Database(DatabaseFile):
    """The file of a library. For one thread at a time."""

    called, holds, option = "library", "the games", "--database"
    otherwise = "move it away and import the games again"
    absent = "there is no library {path}: outflank library import makes one of files of games"
    older = "the library {path} is of an older version, or empty: outflank library import brings it up to date"
    oldest_read = 1  # who only reads looks at no reviews, which later versions are about
    application, migrations = APPLICATION, MIGRATIONS

    def _open(self, version: int, patience: float) -> None:
        super()._open(version, patience)
        self.connection.execute(f"PRAGMA cache_size = {-1024 * _CACHE}")
