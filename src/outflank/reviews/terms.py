"""How far the engine looks when it reviews games, and which engine it is."""

import math
from dataclasses import dataclass
from typing import Any

from outflank import __version__
from outflank.play import Limit
from outflank.rules import DiscPosition

LEVEL = 18
"""Of the engine that reviews many games, unless another is asked for."""

_ALL = 60  # empty squares of a start, and so plies of a game


@dataclass(frozen=True, slots=True)
class Terms:
    """How far to look in each position: so many plies, exactly from so many empty squares on, for so many seconds.

    With None for `seconds` a review takes as long as it takes, and comes to the same on every machine.
    """

    depth: int
    exact_from: int
    seconds: float | None = None

    @classmethod
    def in_time(cls, seconds: float) -> "Terms":
        """As far as it can be looked in a time for each position."""
        return cls(_ALL, _ALL, seconds)

    def limit(self, position: DiscPosition) -> Limit:
        """How far to look in a position."""
        is_near = position.n_empties <= self.exact_from
        return Limit(None if is_near else self.depth, self.seconds, exact=is_near and self.seconds is None)

    def cover(self, other: "Terms") -> bool:
        """Whether a review under these terms says as much as one under `other` would."""
        mine, theirs = (math.inf if terms.seconds is None else terms.seconds for terms in (self, other))
        return self.depth >= other.depth and self.exact_from >= other.exact_from and mine >= theirs

    def __str__(self) -> str:
        if self.seconds is not None:
            return f"{self.seconds:g} s a position"
        return f"{self.depth} plies, exact from {self.exact_from} empty squares"

    def to_json(self) -> dict[str, Any]:
        """The fields by name."""
        return {"depth": self.depth, "exact_from": self.exact_from, "seconds": self.seconds}


def engine_name() -> str:
    """The engine that reviews here: version and weights."""
    from outflank.evaluation.weights import shipped_digest  # here, as whoever looks at reviews needs no engine

    return f"{__version__}/{shipped_digest()}"
