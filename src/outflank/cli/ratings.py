"""The person's own rating in the terminal."""

import time

from outflank.people.glicko import GlickoRating
from outflank.sessions.own_rating import BEGINNING, RatedGame
from outflank.sessions.rated_games import RatedGames, usual_ratings


def rated(game: RatedGame) -> str:
    """Add a game that has just ended to the rating file, and return a sentence about the rating.

    Raises OutflankError if the file cannot be used.
    """
    with RatedGames(usual_ratings()) as file:
        file.add(game)
        *before, after, now = (BEGINNING, *file.ratings(time.time()))
    change = round(after.rating) - round(before[-1].rating)
    games = "1 game" if now.results == 1 else f"{now.results:,} games"
    return f"Your ladder rating: {now.rating:.0f} ± {now.error_95:.0f} ({change:+}), from {games}."


def own_rating() -> GlickoRating | None:
    """The person's rating on the ladder, or None without a rated game; raises OutflankError for an unusable file."""
    path = usual_ratings()
    if not path.exists():
        return None
    with RatedGames(path) as file:
        *games, now = file.ratings(time.time())
    return now if games else None
