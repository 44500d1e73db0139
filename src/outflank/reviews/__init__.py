"""The reviews of a library, and what they tell of a player."""

from outflank.reviews.reviews import GameReview, Mistake, Reviews

__all__ = ["GameReview", "Mistake", "Reviews"]
