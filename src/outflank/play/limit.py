"""Search limits, shared by every layer from the playing levels down to the search kernel."""

import math
from dataclasses import dataclass, replace

from outflank.errors import OptionError, described

LEVELS = range(1, 31)
"""All playing levels."""

FIRST_SOUND = 10
"""First level that always plays the best move it finds."""

_DEEPER = 4  # a sound level minus its search depth in plies
_LOSSES = (8.0, 6.0, 4.5, 3.3, 2.4, 1.7, 1.1, 0.7, 0.4)  # discs given away per move at levels 1, 2, …


@dataclass(frozen=True, slots=True)
class Limit:
    """Limits on a search. The search stops when it reaches one of them, or when it has solved the position."""

    depth: int | None = None
    """Search depth in plies; None if depth is restricted only by the other limits."""

    seconds: float | None = None
    """Time in seconds after which the search stops and returns its result so far; None for no limit."""

    nodes: int | None = None
    """Number of positions after which the search stops and returns its result so far; None for no limit."""

    exact: bool = False
    """True to search for the exact final score, regardless of `depth`."""

    wld: bool = False
    """True to determine only which side wins, which is faster than computing the exact score."""

    best: bool = False
    """True to prove only which move is best, without computing the scores of the other moves."""

    confidence: int | None = None
    """Confidence level for selective search, in percent: 100 turns selectivity off; None lets the engine choose."""

    exact_from: int = 0
    """Number of empties at or below which the search computes the exact score, regardless of `depth`."""

    loss: float = 0.0
    """Average number of discs that a player deliberately gives away with each move; analyses ignore this."""

    def __post_init__(self) -> None:
        """Raise OptionError if a value is out of range."""
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
        if not (is_number(self.loss) and 0 <= self.loss < math.inf):
            raise OptionError(f"expected a loss of at least 0 discs, got {described(self.loss)}")

    @classmethod
    def at_level(cls, level: int) -> "Limit":
        """Return the limit for a playing level, from 1 to 30.

        From level 10 up, a level sets a search depth and a number of empties from which play is perfect. Lower levels
        also give away discs. Raises OptionError if there is no such level.
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
        """Return a limit with a search depth.

        If `exact_from` is omitted, it is taken from the playing level that searches to this depth. Players, reviews,
        books and protocols all use this rule.
        """
        _check_count("depth", depth, least=1)
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
        """Return the limit for `level` if it is set, otherwise for `depth`, otherwise for `seconds`.

        If all three are None, the search is unlimited. `exact_from` is used only together with `depth`. Raises
        OptionError if a value is out of range.
        """
        if level is not None:
            return cls.at_level(level)
        return cls(seconds=seconds) if depth is None else cls.at_depth(depth, exact_from)

    def solves_at(self, n_empties: int) -> bool:
        """True if the search computes the exact score of a position with `n_empties` empty squares."""
        return n_empties <= self.exact_from

    def at(self, n_empties: int) -> "Limit":
        """Return the limit for a position with `n_empties` empty squares, with `exact_from` already applied."""
        if self.solves or not self.solves_at(n_empties):
            return self
        return replace(self, depth=None, exact=True, exact_from=0)

    @property
    def solves(self) -> bool:
        """True if the search must solve the rest of the game."""
        return self.exact or self.wld or self.best

    @property
    def asks_for_best(self) -> bool:
        """True if it is enough to prove which move is best."""
        return self.best and not self.exact and not self.wld


def is_number(value: object) -> bool:
    """True if `value` is an int or float, but not a bool."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _check_count(name: str, number: object, least: int) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or number < least:
        raise OptionError(
            "expected {name} to be a whole number of at least {least}, got {number}",
            name=name,
            least=least,
            number=described(number),
        )
