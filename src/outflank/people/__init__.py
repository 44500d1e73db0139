"""A model of human play: the probability of each move for a player of a given strength, and uses of it."""

from outflank.people.model import RATINGS, PeopleModel, chance_within, expected_loss, within_ratings

__all__ = ["RATINGS", "PeopleModel", "chance_within", "expected_loss", "within_ratings"]
