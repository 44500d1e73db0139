"""Reviews stored in a library, and statistics about a player's reviewed games."""

from outflank.reviews.reviews import GameReview, Mistake, Reviews

__all__ = ["GameReview", "Mistake", "Reviews"]
