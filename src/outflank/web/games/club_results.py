"""Games of the club: their terms, and the ratings of the people who play them.

A rated game changes the ratings of all its players at once, in the transaction that stores its end. Each player counts
a result against every other player, with the ratings from before the game (Glicko-2, see `people.glicko`).

A game that somebody ends before its tenth move, by resigning or by running out of time, counts for nobody. Three such
games within a day bar this person from rated games until the day is over.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from outflank.people.glicko import Encounter, GlickoRating, rested, updated
from outflank.play import Match, TimeControl
from outflank.web.games.statements import SqlConnection, upsert

BEGINNING = GlickoRating(1500.0)
"""The rating of a person before any rated game."""

SHORTEST_RATED = 10
"""Number of moves that a game needs to count if it does not end on the board."""

MOST_SHORT = 3
"""Number of short games that a person may end in a day and still play rated games."""

DAY = 86400.0

_RATING = ("person", "pool", "rating", "deviation", "volatility", "results", "at")  # columns of `ratings`


def is_daily(control: TimeControl | None) -> bool:
    """True for correspondence, which allows at least a day for each move."""
    return control is not None and control.per_move and control.main >= DAY


def pool_of(match: Match[Any]) -> str:
    """The name of the ratings for which a match counts: its game, the size of an unusual board, and its tempo."""
    kind, width = match.kind, match.game.start.width
    size = f" {width}" if kind.sizes and width != kind.sizes[0] else ""
    return f"{kind.name}{size}{' daily' if is_daily(match.control) else ''}"


@dataclass(frozen=True, slots=True)
class ClubTerms:
    """The terms of a game of the club. `tournament` is the id of its tournament, if it belongs to one."""

    rated: bool = False
    tournament: str = ""

    def to_json(self) -> dict[str, Any]:
        """The terms as a JSON object."""
        return {"rated": self.rated, "tournament": self.tournament}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "ClubTerms":
        """Recreate the terms from `to_json` data."""
        return cls(data["rated"] is True, str(data["tournament"]))


@dataclass(frozen=True, slots=True)
class ClubResult:
    """The result of a rated game, in the order of its seats."""

    pool: str
    persons: tuple[str, ...]
    standings: tuple[float, ...]
    """Greater is better; minus infinity for a player who resigned or ran out of time."""

    at: float
    short: str = ""
    """The person who ended the game before its tenth move; empty if the game counts."""

    @classmethod
    def of(cls, match: Match[Any], persons: Sequence[str], at: float) -> "ClubResult":
        """The result of a finished match between these people."""
        result = match.result
        loser = None if result is None else result.loser
        standings = tuple(
            -math.inf if seat == loser else float(score) for seat, score in enumerate(match.position.scores)
        )
        is_short = loser is not None and len(match.played) < SHORTEST_RATED
        return cls(
            pool_of(match), tuple(persons), standings, at, persons[loser] if is_short and loser is not None else ""
        )

    def score(self, seat: int, other: int) -> float:
        """The points of one seat against another: 1 for a win, 0.5 for a draw, 0 for a loss."""
        one, two = self.standings[seat], self.standings[other]
        return 0.5 if one == two else float(one > two)


@dataclass(frozen=True, slots=True)
class ClubRow:
    """The part of a stored game that only games of the club have.

    - `mover`: the person to move; empty if the game is over
    - `due`: when the move of a correspondence game is due, in seconds since 1970
    - `result`: the result of a rated game that has ended
    """

    terms: ClubTerms
    mover: str = ""
    due: float | None = None
    result: ClubResult | None = None


def write_club(database: SqlConnection, number: int, game: str, row: ClubRow) -> None:
    """Store the club's part of a game, and count its result once."""
    database.execute(
        upsert("club_games", ("game", "rated", "tournament", "mover", "due"), ("game",)),
        (number, row.terms.rated, row.terms.tournament, row.mover, row.due),
    )
    if row.result is not None:
        _count(database, game, row.result)


def _count(database: SqlConnection, game: str, result: ClubResult) -> None:
    if result.short:
        database.execute(
            "INSERT INTO short_games VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (game, result.short, result.at)
        )
        return
    if database.execute("SELECT 1 FROM rating_changes WHERE game = ?", (game,)).fetchone():
        return
    before = [_rating(database, person, result.pool) for person in result.persons]
    for seat, (person, (rating, at)) in enumerate(zip(result.persons, before, strict=True)):
        periods = 0.0 if at is None else max(0.0, result.at - at) / DAY
        others = (
            (other, rested(one, 0.0 if since is None else max(0.0, result.at - since) / DAY))
            for other, (one, since) in enumerate(before)
            if other != seat
        )
        games = [Encounter(one.rating, one.deviation, result.score(seat, other)) for other, one in others]
        after = updated(rating, games, periods)
        database.execute(
            upsert("ratings", _RATING, ("person", "pool")),
            (person, result.pool, after.rating, after.deviation, after.volatility, rating.results + 1, result.at),
        )
        score = sum(each.score for each in games) / len(games)
        database.execute(
            "INSERT INTO rating_changes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (game, seat, person, result.pool, result.at, score, rating.rating, after.rating, after.deviation),
        )


def _rating(database: SqlConnection, person: str, pool: str) -> tuple[GlickoRating, float | None]:
    """A person's rating and when it last changed; `BEGINNING` and None before any rated game."""
    row = database.execute(
        "SELECT rating, deviation, volatility, results, at FROM ratings WHERE person = ? AND pool = ?", (person, pool)
    ).fetchone()
    return (BEGINNING, None) if row is None else (GlickoRating(*row[:4]), row[4])
