"""The library file: its tables, and the migrations from older formats."""

import sqlite3
import struct
from collections.abc import Iterator
from typing import Any

from outflank.analysis.mistakes import KINDS
from outflank.board.squares import NAMES
from outflank.databases import UNREADABLE, DatabaseFile, Migration, executing
from outflank.errors import OutflankError
from outflank.library.stored import start_of
from outflank.play.words import teach_typed
from outflank.rules import Position

PATIENCE = 60.0
"""Seconds to wait for another program that is writing to the library; no single write takes longer than this."""

_CACHE = 64  # MiB of the file cached in memory

APPLICATION = 0x4F464C49
"""The SQLite application ID that marks a file as a library; it spells ``OFLI``."""

SUMMARISED = "summarised"
"""Name of the row in the `about` table that stores the number of the last game covered by the summaries."""

_VERSION_1 = (
    f"PRAGMA application_id = {APPLICATION}",
    """CREATE TABLE players (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL,             -- in its first spelling
        plain TEXT UNIQUE NOT NULL      -- without differences of case, width and Unicode composition
    )""",
    "CREATE TABLE tournaments (number INTEGER PRIMARY KEY, name TEXT NOT NULL, plain TEXT UNIQUE NOT NULL)",
    "CREATE TABLE sources (number INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, added TEXT NOT NULL)",
    """CREATE TABLE openings (            -- named canonical boards
        number INTEGER PRIMARY KEY,
        player INTEGER NOT NULL,        -- bitboards as signed numbers
        opponent INTEGER NOT NULL,
        english TEXT NOT NULL,
        japanese TEXT NOT NULL
    )""",
    """CREATE TABLE games (
        number INTEGER PRIMARY KEY,
        digest INTEGER UNIQUE NOT NULL, -- equal for equal games
        black INTEGER,
        white INTEGER,
        tournament INTEGER,             -- or another place
        year INTEGER,
        date TEXT,                      -- NULL if only the year is known
        start TEXT,                     -- a board string, NULL for the usual start
        moves BLOB NOT NULL,            -- a byte for each square, without passes
        won INTEGER,                    -- 1 Black, 0 draw, -1 White, NULL if unknown
        score INTEGER,                  -- discs by which Black won; the winner takes the empty squares
        how TEXT,                       -- the ending, if the moves do not show it
        result TEXT,                    -- the result in words
        english INTEGER,                -- the last opening with an English name
        japanese INTEGER,               -- the last opening with a Japanese name
        source INTEGER NOT NULL,
        tags TEXT                       -- in JSON
    )""",
    "CREATE INDEX games_by_black ON games (black)",
    "CREATE INDEX games_by_white ON games (white)",
    "CREATE INDEX games_by_tournament ON games (tournament)",
    "CREATE INDEX games_by_year ON games (year, number)",
    # An entry for each position of each game: the key of its canonical board, followed by the game's number. 39-bit
    # keys may collide, so a lookup replays the games up to the position.
    "CREATE TABLE positions (entry INTEGER PRIMARY KEY) WITHOUT ROWID",
    # Sums of results in positions that many games reach, covering all games up to the number in `about`. They can be
    # rebuilt from the games at any time.
    """CREATE TABLE summaries (
        player INTEGER NOT NULL,
        opponent INTEGER NOT NULL,
        move INTEGER NOT NULL,          -- the canonical square
        games INTEGER NOT NULL,
        wins INTEGER NOT NULL,          -- for the side to move, as are draws, losses and discs
        draws INTEGER NOT NULL,
        losses INTEGER NOT NULL,
        scored INTEGER NOT NULL,        -- games with a known score
        discs INTEGER NOT NULL,         -- sum of these scores
        first INTEGER,                  -- year
        last INTEGER,
        choosers BLOB NOT NULL,         -- players, each with the number of games in which they chose it: 4 bytes each
        PRIMARY KEY (player, opponent, move)
    ) WITHOUT ROWID""",
    "CREATE TABLE about (name TEXT PRIMARY KEY, value) WITHOUT ROWID",
)


_REVIEWS = (
    """CREATE TABLE reviewers (           -- engines that reviewed games, with their limits
        number INTEGER PRIMARY KEY,
        engine TEXT NOT NULL,           -- its version and weights
        depth INTEGER NOT NULL,         -- plies
        exact_from INTEGER NOT NULL,    -- empty squares
        seconds REAL NOT NULL,          -- for each position, 0 for no limit
        UNIQUE (engine, depth, exact_from, seconds)
    )""",
    """CREATE TABLE reviews (
        game INTEGER PRIMARY KEY,
        reviewer INTEGER NOT NULL,
        made TEXT NOT NULL,             -- date and time
        judged BLOB NOT NULL            -- a `_PACKED` struct for each move of the game
    )""",
)

_JUDGED = (
    "ALTER TABLE reviews RENAME TO packed",
    """CREATE TABLE reviews (
        game INTEGER PRIMARY KEY,
        reviewer INTEGER NOT NULL,
        made TEXT NOT NULL              -- date and time
    )""",
    "INSERT INTO reviews SELECT game, reviewer, made FROM packed",
    """CREATE TABLE judged (              -- each move of a reviewed game, without passes
        game INTEGER NOT NULL,
        ply INTEGER NOT NULL,           -- moves and passes before it
        side INTEGER NOT NULL,          -- 0 Black, 1 White
        empties INTEGER NOT NULL,       -- before it
        move TEXT NOT NULL,
        value REAL NOT NULL,            -- discs from the mover's view, in hundredths
        best TEXT NOT NULL,
        best_value REAL NOT NULL,
        depth INTEGER NOT NULL,         -- search depth of the best move, in plies
        proven INTEGER NOT NULL,        -- 1 if both values are exact scores
        kinds TEXT NOT NULL,            -- of mistake, separated by commas
        PRIMARY KEY (game, ply)
    ) WITHOUT ROWID""",
)

_PACKED = struct.Struct("<BBBIhh")  # best move, depth, flags, kinds (a bit for each), values of both moves
_PROVEN, _WHITE = 1, 2  # flags


def _unpack(database: sqlite3.Connection) -> None:
    """Migrate to version 3 by unpacking the reviewed moves, which took eleven bytes each, into table rows.

    Reviews that cannot be read are dropped so that their games can be reviewed again.
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
    """Yield the `judged` rows of one game, leaving out the column for the game number."""
    names, ply, turn = NAMES[8], 0, int(start.turn)
    for number, (best, depth, flags, kinds, value, best_value) in enumerate(_PACKED.iter_unpack(judged)):
        side = flags // _WHITE & 1
        ply += side != turn  # a pass
        move = ply, side, start.n_empties - number, names[moves[number]], value / 100
        named = ",".join(kind for place, kind in enumerate(KINDS) if kinds >> place & 1)
        yield *move, names[best], best_value / 100, depth, flags & _PROVEN, named
        ply, turn = ply + 1, 1 - side


_CHECKED = (
    "ALTER TABLE reviewers RENAME TO unchecked",
    """CREATE TABLE reviewers (           -- engines that reviewed games, with their limits
        number INTEGER PRIMARY KEY,
        engine TEXT NOT NULL,           -- its version and weights
        depth INTEGER NOT NULL,         -- plies
        exact_from INTEGER NOT NULL,    -- empty squares
        seconds REAL NOT NULL,          -- for each position, 0 for no limit
        checked INTEGER NOT NULL,       -- 1 if claimed mistakes were searched again
        UNIQUE (engine, depth, exact_from, seconds, checked)
    )""",
    "INSERT INTO reviewers SELECT number, engine, depth, exact_from, seconds, 0 FROM unchecked",
    "DROP TABLE unchecked",
)

# The confidence of the less certain of both values, in percent. Older rows lack it: estimates from searches to the end
# get the lowest confidence of a check.
_CONFIDENCE = (
    "ALTER TABLE judged ADD COLUMN confidence INTEGER NOT NULL DEFAULT 100",
    "UPDATE judged SET confidence = 87 WHERE NOT proven AND depth >= empties",
)

MIGRATIONS: tuple[Migration, ...] = (
    executing(*_VERSION_1),
    executing(*_REVIEWS),
    _unpack,
    executing(*_CHECKED),
    executing(*_CONFIDENCE),
)


class Database(DatabaseFile):
    """A library file, in which threads write one after another."""

    called, holds, option = "library", "the games", "--database"
    otherwise = "move it away and import the games again"
    absent = "there is no library {path}: outflank library import creates one from game files"
    older = "the library {path} is empty or has an older format: outflank library import brings it up to date"
    reads_protected = True
    oldest_read = 1  # readers ignore reviews, and later versions changed nothing else
    application, migrations = APPLICATION, MIGRATIONS

    def _open(self, version: int, patience: float) -> None:
        super()._open(version, patience)
        self.connection.execute(f"PRAGMA cache_size = {-1024 * _CACHE}")
        teach_typed(self.connection)
