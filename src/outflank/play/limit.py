"""The limit of a search: one value for every option that asks for it, from a level of play down to the kernel."""

import math
from dataclasses import dataclass, replace

from outflank.errors import OptionError, described

LEVELS = range(1, 31)
"""All levels of play."""

FIRST_SOUND = 10
"""The first level that plays the best move it finds."""

_DEEPER = 4  # plies that the number of a sound level is more than its depth
_LOSSES = (8.0, 6.0, 4.5, 3.3, 2.4, 1.7, 1.1, 0.7, 0.4)  # discs a move of the levels from 1 up


@dataclass(frozen=True, slots=True)
class Limit:
    """Sets how far to look: until any of these is reached, or until everything is known."""

    depth: int | None = None
    """Plies to look ahead; None for as far as the other limits allow."""

    seconds: float | None = None
    """Time after which the search stops with the result so far; None for no limit."""

    nodes: int | None = None
    """Positions after which the search stops with the result so far; None for no limit."""

    exact: bool = False
    """Asks for the exact score of the game, whatever the depth."""

    wld: bool = False
    """Asks only which side wins: cheaper than the exact score."""

    best: bool = False
    """Asks only for a best move, proven, without the scores of the others."""

    confidence: int | None = None
    """Percent of certainty for moves that selective search leaves out: 100 leaves nothing out, None lets the engine
    choose."""

    exact_from: int = 0
    """Empty squares from which on the exact score is asked for, whatever the depth."""

    loss: float = 0.0
    """Discs that a player of this limit gives away a move, on average and on purpose; an analysis ignores it."""

    def __post_init__(self) -> None:
        """Raise OptionError for a limit that makes no sense."""
        for name in ("depth", "nodes", "confidence"):
            if (number := getattr(self, name)) is not None:
                _check_count(name, number, least=1)
        _check_count("exact_from", self.exact_from, least=0)
        if (self.confidence or 0) > 100:
            raise OptionError(
                "expected confidence to be at most 100 percent, got {confidence}", confidence=self.confidence
            )
        seconds = self.seconds
        if seconds is not None and not (is_number(seconds) and 0 < seconds < math.inf):
            raise OptionError("expected a positive number of seconds, got {seconds}", seconds=described(seconds))

    @classmethod
    def at_level(cls, level: int) -> "Limit":
        """The limit of a level of play, from 1 to 30.

        From level 10 on a level is a depth, and a number of empty squares from which play is perfect. Those below give
        away discs as well. Raises OptionError.
        """
        if level not in LEVELS:
            raise OptionError(
                "expected {name} from 1 to {most}, got {number}",
                name="level",
                most=LEVELS[-1],
                number=described(level),
            )
        if level < FIRST_SOUND:
            return cls(4, exact_from=8 + level // 3, loss=_LOSSES[level - 1])
        exact_from = level if level > 20 else level + 2 if level < 16 else 18 + (level - 16) // 2
        return cls(level - _DEEPER, exact_from=exact_from)

    @classmethod
    def at_depth(cls, depth: int, exact_from: int | None = None) -> "Limit":
        """A depth that solves the end of the game where the level with this depth does, unless `exact_from` says when.

        This is the one rule for all who ask for a depth: players, reviews, books, protocols.
        """
        if exact_from is None:
            level = depth + _DEEPER
            exact_from = depth if level < FIRST_SOUND else cls.at_level(min(level, LEVELS[-1])).exact_from
        return cls(depth, exact_from=exact_from)

    @classmethod
    def of(
        cls,
        level: int | None = None,
        depth: int | None = None,
        exact_from: int | None = None,
        seconds: float | None = None,
    ) -> "Limit":
        """The limit of a level if there is one, else of a depth, else of some seconds; without any of them, no limit.

        `exact_from` goes with a depth. Raises OptionError.
        """
        if level is not None:
            return cls.at_level(level)
        return cls(seconds=seconds) if depth is None else cls.at_depth(depth, exact_from)

    def solves_at(self, n_empties: int) -> bool:
        """Tells whether `exact_from` asks for the exact score with so many empty squares."""
        return n_empties <= self.exact_from

    def at(self, n_empties: int) -> "Limit":
        """The same limit for a position with so many empty squares, with `exact_from` made use of."""
        if self.solves or not self.solves_at(n_empties):
            return self
        return replace(self, depth=None, exact=True, exact_from=0)

    @property
    def solves(self) -> bool:
        """Tells whether the search must solve the end of the game."""
        return self.exact or self.wld or self.best

    @property
    def asks_for_best(self) -> bool:
        """Tells whether a best move is enough."""
        return self.best and not self.exact and not self.wld


def is_number(value: object) -> bool:
    """Tells whether a value that may come from anywhere is a number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _check_count(name: str, number: object, least: int) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or number < least:
        raise OptionError(
            "expected {name} to be a whole number of at least {least}, got {number}",
            name=name,
            least=least,
            number=described(number),
        )
