"""The reviews in a library, and a player's statistics from them."""

from outflank.reviews.reviews import GameReview, Mistake, Reviews

__all__ = ["GameReview", "Mistake", "Reviews"]
