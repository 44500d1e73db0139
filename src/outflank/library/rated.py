"""Ratings of the players in a library; see `people.ratings` for the method.

Ratings compare players of all years, so a library with few links between its players rates them only roughly; each
rating comes with its margin of error.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from outflank.library.database import Database
from outflank.library.players import words_in
from outflank.people.ratings import Ratings, rate

FEWEST_GAMES = 20
"""Players with fewer games are not listed, because their ratings mean little."""

WIDE, LATEST = 150.0, 10
"""If a player's last rating has a larger error than `WIDE`, the surest one of this number of last years counts."""


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player's present rating and the highest one, in Elo points.

    The present rating is the last one. If a few games after a long rest leave it unsure, it is the surest of the last
    years with games; see `WIDE`.
    """

    name: str
    rating: float
    error_95: float
    """Half the width of the rating's 95% interval."""

    year: int
    """The year of the present rating, or `UNDATED`."""

    peak: float
    """Highest rating in any year."""

    peak_year: int
    games: int
    """Number of games in the library with a known result."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "player": self.name,
            "rating": round(self.rating),
            "error_95": round(self.error_95),
            "year": self.year or None,
            "peak": round(self.peak),
            "peak_year": self.peak_year or None,
            "games": self.games,
        }


UNDATED = 0
"""Stands for the year of games without a date."""


def rate_games(database: Database) -> Ratings:
    """Rate the library's players by their numbers, from all games with two named players and a known result.

    Raises OutflankError if the library cannot be read.
    """
    rows = database.rows(
        f"SELECT black, white, won, coalesce(year, {UNDATED}) FROM games"
        " WHERE won IS NOT NULL AND black IS NOT NULL AND white IS NOT NULL AND black <> white"
    )
    black, white, won, years = np.array(rows, np.int64).reshape(-1, 4).T
    return rate(black, white, (won + 1) / 2, years)


def rated_players(
    database: Database, text: str = "", most: int = 50, *, least_games: int = FEWEST_GAMES, people: bool = False
) -> list[RatedPlayer]:
    """Return the players whose names contain all words in `text`, highest rating first.

    Players with fewer than `least_games` games are left out and, with `people`, programs. Raises OutflankError if the
    library cannot be read.
    """
    where, words = words_in(database, "p", text, people=people)
    names = dict(database.rows(f"SELECT number, name FROM players p WHERE {where}", *words))
    found = [each for each in ratings_of(database, names).values() if each.games >= least_games]
    return sorted(found, key=lambda each: (-each.rating, each.name))[:most]


def ratings_of(database: Database, names: Mapping[int, str]) -> dict[int, RatedPlayer]:
    """Return the ratings of some players by number; `names` are their names by number.

    Players whom no result rates are left out. All games count, so rate several players in one call. Raises
    OutflankError if the library cannot be read.
    """
    ratings = rate_games(database)
    found = {}
    ends = np.flatnonzero(np.diff(ratings.players, append=-1)) + 1
    for start, end in zip([0, *ends[:-1]], ends, strict=True) if len(ends) else ():
        number = int(ratings.players[start])
        if number not in names:
            continue
        peak = start + int(ratings.points[start:end].argmax())
        last = end - 1
        if ratings.errors[last] > WIDE:
            first = max(start, end - LATEST)
            last = first + int(ratings.errors[first:end].argmin())
        found[number] = RatedPlayer(
            names[number],
            float(ratings.points[last]),
            float(ratings.errors[last]),
            int(ratings.years[last]),
            float(ratings.points[peak]),
            int(ratings.years[peak]),
            int(ratings.games[start:end].sum()),
        )
    return found
