"""Reviews by the hundred: the games of a library reviewed, kept, and what they tell of a player."""

from typing import TYPE_CHECKING, Any

from outflank.reviews.reviews import GameReview, Mistake, Reviews
from outflank.reviews.terms import Terms

if TYPE_CHECKING:
    from outflank.reviews.running import ReviewCounts, review_all

__all__ = ["GameReview", "Mistake", "ReviewCounts", "Reviews", "Terms", "review_all"]


def __getattr__(name: str) -> Any:
    """What reviews games, and loads the engine for it, is imported when it is first asked for."""
    if name in ("ReviewCounts", "review_all"):
        from outflank.reviews import running

        return getattr(running, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
