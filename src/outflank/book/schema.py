"""The tables of a book, and how a file of an older version becomes one of this version."""

from outflank.databases import Migration, executing

APPLICATION = 0x4F464C42
"""By which a file says that it is a book of Outflank: "OFLB"."""

WANTED, STALE, SEARCHED = range(3)
"""Of a position: known from games alone; to be searched anew, as its leaf is in the book by now; searched."""


_VERSION_1 = (  # positions, what they lead to, and which games were learned
    f"PRAGMA application_id = {APPLICATION}",
    """CREATE TABLE positions (
        number INTEGER PRIMARY KEY,
        player INTEGER NOT NULL,        -- bitboards, as signed numbers of 64 bits, the least of 8 symmetric ones
        opponent INTEGER NOT NULL,
        n_empties INTEGER NOT NULL,
        state INTEGER NOT NULL,         -- 0 wanted, 1 stale, 2 searched
        leaf INTEGER,                   -- a square, 64 a pass, NULL if there is none
        leaf_value INTEGER NOT NULL DEFAULT 0,
        depth INTEGER NOT NULL DEFAULT 0,
        confidence INTEGER NOT NULL DEFAULT 100,
        is_exact INTEGER NOT NULL DEFAULT 0,
        value INTEGER,                  -- NULL of one that is wanted
        lower INTEGER,
        upper INTEGER,
        cost REAL,                      -- to the nearest position to be searched, NULL if there is none
        wins INTEGER NOT NULL DEFAULT 0,
        draws INTEGER NOT NULL DEFAULT 0,
        losses INTEGER NOT NULL DEFAULT 0,
        lines INTEGER NOT NULL DEFAULT 0,
        UNIQUE (player, opponent)
    )""",
    "CREATE INDEX stale ON positions (n_empties) WHERE state = 1",
    "CREATE INDEX wanted ON positions (wins + draws + losses + lines, n_empties) WHERE state = 0",
    """CREATE TABLE children (             -- where the positions of the book lead to, in the book or not
        child INTEGER NOT NULL,         -- a hash
        parent INTEGER NOT NULL,
        PRIMARY KEY (child, parent)
    ) WITHOUT ROWID""",
    "CREATE TABLE learned (game INTEGER PRIMARY KEY)",  # digests
)

MIGRATIONS: tuple[Migration, ...] = (executing(*_VERSION_1),)
