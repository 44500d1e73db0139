"""The tables of a library, and how a file of an older version becomes one of this version."""

from outflank.databases import Migration, executing

APPLICATION = 0x4F464C49
"""What tells a library from other databases, books among them: ``OFLI``."""

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
        judged BLOB NOT NULL            -- a record for each move of the game, as `reviews.judged` packs it
    )""",
)


MIGRATIONS: tuple[Migration, ...] = (executing(*_VERSION_1), executing(*_REVIEWS))
