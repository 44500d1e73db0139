"""The person's own rating in the terminal."""

import time

from outflank.people.glicko import FEWEST_RESULTS, GlickoRating
from outflank.people.scale import Scale, shown_rating
from outflank.sessions.own_rating import BEGINNING, RatedGame
from outflank.sessions.rated_games import RatedGames, usual_ratings


def rated(game: RatedGame) -> str:
    """Add a game that has just ended to the rating file, and return a sentence about the rating.

    Raises OutflankError if the file cannot be used.
    """
    with RatedGames(usual_ratings()) as file:
        file.add(game)
        *before, _, now = (BEGINNING, *file.ratings(time.time()))
    games = "1 game" if now.results == 1 else f"{now.results:,} games"
    return f"Your ladder rating: {rating_in_words(now, 'ladder', before[-1])}, from {games}."


def rating_in_words(rating: GlickoRating, scale: Scale, before: GlickoRating | None = None) -> str:
    """Format a rating for people: ``1280 ± 90 (+12)``, or ``about 900, still finding out`` while it is provisional.

    With fewer than three results there is no number.
    """
    if not rating.is_shown:
        return f"shown after {FEWEST_RESULTS} results"
    shown = shown_rating(rating.rating, scale)
    if rating.is_provisional:
        return f"about {50 * round(shown / 50)}, still finding out"
    change = "" if before is None else f" ({round(rating.rating) - round(before.rating):+d})"
    return f"{shown} ± {rating.error_95:.0f}{change}"


def own_rating() -> GlickoRating | None:
    """The person's rating on the ladder, or None without a rated game; raises OutflankError for an unusable file."""
    path = usual_ratings()
    if not path.exists():
        return None
    with RatedGames(path) as file:
        *games, now = file.ratings(time.time())
    return now if games else None
