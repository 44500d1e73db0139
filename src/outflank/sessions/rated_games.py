"""A person's results against rated characters, in one SQLite file of the data folder.

The terminal adds its games as they end, and the web app of a local server adds its own: both show the same rating.
"""

import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from outflank.databases import DatabaseFile, executing
from outflank.files import data_folder
from outflank.people.glicko import GlickoRating
from outflank.sessions.own_rating import RatedGame, ratings_after

_MOST = 10_000.0  # largest rating
_APPLICATION = 0x4F465241  # "OFRA"

_TABLES = (
    f"PRAGMA application_id = {_APPLICATION}",
    """CREATE TABLE rated (
        id TEXT NOT NULL,               -- of the game
        ended REAL NOT NULL,            -- seconds since 1970
        opponent TEXT NOT NULL,         -- a character
        rating REAL NOT NULL,           -- of the opponent, at that time
        error REAL NOT NULL,            -- half the width of its 95% interval
        score REAL NOT NULL,            -- the person's points
        PRIMARY KEY (id, ended)
    ) WITHOUT ROWID""",
)


def usual_ratings() -> Path:
    """The path of the rating file in the data folder."""
    return data_folder() / "ratings.sqlite"


class RatedGames(DatabaseFile):
    """One person's rated games in an open file, or in memory; only one thread may use it at a time.

    Every method raises OutflankError with a one-line message if the file cannot be read or written.
    """

    called, holds, option = "rating file", "the results", ""
    otherwise = "move it away to start afresh"
    reads_protected = True
    application, migrations = _APPLICATION, (executing(*_TABLES),)

    def add(self, game: RatedGame) -> None:
        """Add a game that has just ended."""
        self.add_all([(secrets.token_urlsafe(16), game)])

    def add_all(self, games: Iterable[tuple[str, RatedGame]]) -> None:
        """Add games with their ids, except those that the file already contains."""
        rows = [(key, each.at, each.opponent, each.rating, each.error_95, each.score) for key, each in games]
        with self.writing() as database:
            database.executemany("INSERT OR IGNORE INTO rated VALUES (?, ?, ?, ?, ?, ?)", rows)

    def games(self) -> list[tuple[str, RatedGame]]:
        """Return all rated games with their ids, oldest first."""
        query = "SELECT id, opponent, rating, error, score, ended FROM rated ORDER BY ended, id"
        with self.reading():
            return [_read(*row) for row in self.rows(query)]

    def ratings(self, now: float) -> list[GlickoRating]:
        """The rating after each game, oldest game first, and then the rating `now`."""
        with self.reading():
            return ratings_after((game for _, game in self.games()), now)


def _read(key: Any, opponent: Any, *numbers: Any) -> tuple[str, RatedGame]:
    """Convert a row to a game with its id; raises ValueError or TypeError if the row is damaged."""
    game = RatedGame(str(opponent), *map(float, numbers))
    if game.score not in (0, 0.5, 1) or abs(game.rating) > _MOST or not (0 <= game.error_95 <= _MOST and game.at >= 0):
        raise ValueError("not a result")
    return str(key), game
