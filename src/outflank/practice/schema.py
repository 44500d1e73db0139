"""The tables of what a person practised, and how a file of an older version becomes one of this version."""

from outflank.databases import DatabaseFile, executing

APPLICATION = 0x4F465052
"""What tells this file from other databases: ``OFPR``."""

_VERSION_1 = (
    f"PRAGMA application_id = {APPLICATION}",
    # Whoever practises: "" at the terminal, on the page what a browser's key becomes.
    """CREATE TABLE cards (
        person TEXT NOT NULL,
        kind TEXT NOT NULL,             -- puzzle or opening
        card TEXT NOT NULL,             -- the position that stands for all that are symmetric to it
        state INTEGER NOT NULL,         -- these five as the scheduler has them
        step INTEGER,
        stability REAL,
        difficulty REAL,
        last INTEGER NOT NULL,          -- seconds since 1970, as all times here
        due INTEGER NOT NULL,
        PRIMARY KEY (person, kind, card)
    ) WITHOUT ROWID""",
    "CREATE INDEX cards_by_due ON cards (person, kind, due)",
    """CREATE TABLE history (
        number INTEGER PRIMARY KEY,
        person TEXT NOT NULL,
        kind TEXT NOT NULL,             -- puzzle, opening or endgame
        card TEXT NOT NULL,
        at INTEGER NOT NULL,
        answer TEXT NOT NULL,           -- right, hinted or wrong
        lost INTEGER                    -- discs, where that is known
    )""",
    "CREATE INDEX history_by_person ON history (person, at)",
    """CREATE TABLE puzzles (              -- those that were made; others come with the package
        person TEXT NOT NULL,
        key TEXT NOT NULL,
        line TEXT NOT NULL,             -- as Puzzle.to_line wrote it
        source TEXT NOT NULL,
        PRIMARY KEY (person, key)
    ) WITHOUT ROWID""",
    """CREATE TABLE searched (             -- the games that puzzles were looked for in
        person TEXT NOT NULL,
        game TEXT NOT NULL,
        PRIMARY KEY (person, game)
    ) WITHOUT ROWID""",
    """CREATE TABLE lines (                -- of repertoires
        number INTEGER PRIMARY KEY,
        person TEXT NOT NULL,
        side INTEGER NOT NULL,          -- 0 Black, 1 White
        moves TEXT NOT NULL,            -- a transcript from the usual start
        name TEXT NOT NULL,
        added INTEGER NOT NULL,
        UNIQUE (person, side, moves)
    )""",
)


class PracticeFile(DatabaseFile):
    """The open file of what people practised."""

    called, holds, option = "practice file", "the results", "--deck"
    otherwise = "move it away and begin anew"
    application, migrations = APPLICATION, (executing(*_VERSION_1),)
