"""The ratings of members: the leaderboard, and a member's own."""

import time
from typing import Any

from outflank.people.glicko import GlickoRating, rested
from outflank.web.games.club_results import BEGINNING, DAY, MOST_SHORT
from outflank.web.games.store import GameStore
from outflank.web.wire import MessageError

SURE_ENOUGH = 110.0
"""The largest deviation with which a member is on the leaderboard."""

_COLUMNS = "r.rating, r.deviation, r.volatility, r.results, r.at"


class ClubRatings:
    """The ratings that the games of the club have led to. The uncertainty of a rating grows with time."""

    def __init__(self, store: GameStore):
        self._store = store

    def of(self, person: str, pool: str, now: float | None = None) -> GlickoRating:
        """A person's rating in one kind of game; `BEGINNING` before any result."""
        query = f"SELECT {_COLUMNS} FROM ratings r WHERE r.person = ? AND r.pool = ?"
        rows = self._store.rows(query, person, pool)
        return _rested(*rows[0], now=now) if rows else BEGINNING

    def all_of(self, person: str, now: float | None = None) -> dict[str, GlickoRating]:
        """A person's ratings by kind of game, the kind with the most results first."""
        query = f"SELECT r.pool, {_COLUMNS} FROM ratings r WHERE r.person = ? ORDER BY r.results DESC, r.pool"
        return {pool: _rested(*row, now=now) for pool, *row in self._store.rows(query, person)}

    def pools(self) -> list[str]:
        """The kinds of game that have been played for ratings, the most played first."""
        return [row[0] for row in self._store.rows("SELECT pool FROM ratings GROUP BY 1 ORDER BY count(*) DESC, 1")]

    def best(self, pool: str, most: int = 100, now: float | None = None) -> list[tuple[str, GlickoRating]]:
        """The names of the best members with their ratings, best first. Uncertain ratings are left out."""
        query = (
            f"SELECT m.name, {_COLUMNS} FROM ratings r JOIN members m ON m.person = r.person"
            " WHERE r.pool = ? AND m.deleted IS NULL ORDER BY r.rating DESC, m.number LIMIT ?"
        )
        found = [(name, _rested(*row, now=now)) for name, *row in self._store.rows(query, pool, 10 * most)]
        return [(name, rating) for name, rating in found if rating.deviation <= SURE_ENOUGH][:most]

    def changes(self, person: str, pool: str, most: int = 200) -> list[dict[str, Any]]:
        """A person's rating after each of the latest games, oldest first."""
        query = (
            "SELECT game, at, score, before, rating, deviation FROM rating_changes WHERE person = ? AND pool = ?"
            " ORDER BY at DESC LIMIT ?"
        )
        names = ("game", "at", "score", "before", "rating", "deviation")
        return [dict(zip(names, row, strict=True)) for row in self._store.rows(query, person, pool, most)][::-1]

    def change(self, game: str) -> list[tuple[GlickoRating, GlickoRating]]:
        """The ratings before and after a game, in the order of its seats; empty if it did not count.

        Both have the deviation after the game.
        """
        query = (
            "SELECT c.before, c.rating, c.deviation, (SELECT count(*) FROM rating_changes e"
            " WHERE e.person = c.person AND e.pool = c.pool AND e.at < c.at) FROM rating_changes c"
            " WHERE c.game = ? ORDER BY c.seat"
        )
        return [
            (GlickoRating(before, deviation, results=n_before), GlickoRating(after, deviation, results=n_before + 1))
            for before, after, deviation, n_before in self._store.rows(query, game)
        ]

    def check_fair(self, person: str, now: float | None = None) -> None:
        """Raise MessageError if a person has ended too many games before their tenth move."""
        now = time.time() if now is None else now
        query = "SELECT count(*) FROM short_games WHERE person = ? AND at > ?"
        if self._store.value(query, person, now - DAY) >= MOST_SHORT:
            raise MessageError(
                "short games",
                "you have ended {most} rated games before their tenth move: play casual games until tomorrow",
                most=MOST_SHORT,
            )


def _rested(
    rating: float, deviation: float, volatility: float, results: int, at: float, *, now: float | None
) -> GlickoRating:
    now = time.time() if now is None else now
    return rested(GlickoRating(rating, deviation, volatility, results), max(0.0, now - at) / DAY)
