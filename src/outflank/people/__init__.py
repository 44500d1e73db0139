"""A model of human play: the probability of each move for a player of a given strength, and uses of it."""

from typing import TYPE_CHECKING, Any

from outflank.people.scale import RATINGS

if TYPE_CHECKING:
    from outflank.people.model import PeopleModel, chance_within, expected_loss, within_ratings

__all__ = ["RATINGS", "PeopleModel", "chance_within", "expected_loss", "within_ratings"]


def __getattr__(name: str) -> Any:
    """Load the model on first use: ratings and curves need no compiler."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from outflank.people import model

    found = globals()[name] = getattr(model, name)
    return found
