"""Values of the moves of a position, and the better-founded one of two."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from outflank.errors import OptionError, ParseError, excerpt
from outflank.play.limit import is_number
from outflank.play.position import Move

Bound = Literal["exact", "lower", "upper"]
Kind = Literal["heuristic", "exact", "wld", "book"]

_CERTAINTY = {"heuristic": 0, "book": 1, "wld": 2, "exact": 3}


@dataclass(frozen=True, slots=True)
class MoveValue:
    """Holds what is known about one move."""

    move: Move
    """The move itself."""

    value: float | None = None
    """Value in the view of the side that makes the move, in the player's own unit; None if it has no number for it."""

    bound: Bound = "exact"
    """Tells whether `value` is exact for this search, a ``lower`` or an ``upper`` bound. The move to play has a lower
    one when time ran out as soon as it was known to be better than expected."""

    depth: int = 0
    """Plies looked ahead, this move included."""

    selectivity: int = 100
    """Confidence of the search in percent; 100 if it left nothing out."""

    kind: Kind = "heuristic"
    """Basis of the value: an evaluation (``heuristic``), the end of the game (``exact``, ``wld``) or a ``book``."""

    pv: tuple[Move, ...] = ()
    """Principal variation, beginning with the move itself."""

    spread: float | None = None
    """Standard deviation of the final score around the value, in discs; None if unknown."""

    def renamed(self, rename: Callable[[Move], Move]) -> "MoveValue":
        """The same finding where squares have other names, as on a board that is turned."""
        return replace(self, move=rename(self.move), pv=tuple(map(rename, self.pv)))

    @property
    def chance(self) -> float | None:
        """Probability of a win, from 0 to 1, a draw as half, if both sides go on equally well; None if unknown."""
        if self.value is None or self.bound != "exact":
            return None
        if self.is_proven or self.spread == 0:
            return 0.5 + math.copysign(0.5, self.value) if self.value else 0.5
        if self.spread is None:
            return None
        return 0.5 + 0.5 * math.erf(self.value / self.spread / math.sqrt(2))

    @property
    def is_proven(self) -> bool:
        """Tells whether the value is the exact score of the game."""
        return self.kind == "exact" and self.bound == "exact" and self.selectivity == 100

    @property
    def verdict(self) -> str:
        """The value in words: ``+6``, ``at most -2``, ``a won game``; empty where there is none."""
        if self.value is None:
            return ""
        if self.kind == "wld" and self.value:
            return "a won game" if self.value > 0 else "a lost game"
        return {"exact": "", "lower": "at least ", "upper": "at most "}[self.bound] + f"{self.value:+g}"

    def to_json(self) -> dict[str, Any]:
        """The fields by name; spread and chance only where they are known."""
        outlook = {"spread": self.spread, "chance": None if self.chance is None else round(self.chance, 3)}
        return {
            "move": str(self.move),
            "value": self.value,
            "bound": self.bound,
            "depth": self.depth,
            "selectivity": self.selectivity,
            "kind": self.kind,
            "pv": [str(move) for move in self.pv],
            **{name: value for name, value in outlook.items() if value is not None},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "MoveValue":
        """Reads what `to_json` wrote. Raises ParseError."""
        try:
            fields = {name: data[name] for name in data if name != "chance"}
            return cls(**{**fields, "pv": tuple(data["pv"])})
        except (KeyError, TypeError):
            raise ParseError("expected the value of a move, got {value}", value=excerpt(str(data), 60)) from None


@dataclass(frozen=True, slots=True)
class Analysis:
    """Holds what is known of a position: the move to play, and findings about this move and others.

    It is what a player answers, and what an engine reports while it looks deeper.
    """

    move: Move | None = None
    """Move to play; None when the game is over."""

    moves: tuple[MoveValue, ...] = ()
    """Findings about moves in the order in which the player looked at them, an engine's best first; none when the game
    is over."""

    nodes: int = 0
    """Positions visited."""

    seconds: float = 0.0
    """Time taken."""

    lower: float | None = None
    """Proven lower bound of the position's score in the mover's view; None if nothing is proven."""

    upper: float | None = None
    """Proven upper bound of the position's score in the mover's view; None if nothing is proven."""

    @property
    def chosen(self) -> MoveValue:
        """Finding about the move to play. Raises OptionError if there is none, as the game is over."""
        if self.move is None:
            raise OptionError("the game is over: no move was chosen")
        return self.of(self.move) or MoveValue(self.move)

    @property
    def value(self) -> float | None:
        """The value of the move to play in the mover's view, if there is a number for it."""
        return None if self.move is None else self.chosen.value

    @property
    def depth(self) -> int:
        """Plies that the move to play rests on; 0 for a move chosen without looking."""
        return 0 if self.move is None else self.chosen.depth

    @property
    def selectivity(self) -> int:
        """The confidence, in percent, of the search behind the move to play."""
        return 100 if self.move is None else self.chosen.selectivity

    @property
    def pv(self) -> tuple[Move, ...]:
        """The principal variation: the move to play, and best play after it."""
        return () if self.move is None else self.chosen.pv

    @property
    def score(self) -> float | None:
        """The position's exact score in the mover's view, None unless it is proven."""
        return self.lower if self.lower is not None and self.lower == self.upper else None

    @property
    def is_exact(self) -> bool:
        """Tells whether the exact score is known."""
        return self.score is not None

    @property
    def is_well_formed(self) -> bool:
        """Checks the types of all fields but the move, as a foreign player may answer anything."""
        return all(
            isinstance(found, MoveValue) and (found.value is None or is_number(found.value)) for found in self.moves
        )

    def of(self, move: Move) -> MoveValue | None:
        """Finding about one move; None if there is none."""
        return next((found for found in self.moves if found.move == move), None)

    def renamed(self, rename: Callable[[Move], Move]) -> "Analysis":
        """The same findings where squares have other names, as on a board that is turned."""
        move = None if self.move is None else rename(self.move)
        return replace(self, move=move, moves=tuple(found.renamed(rename) for found in self.moves))

    def ranked(self) -> tuple[MoveValue, ...]:
        """The moves, the best first; of equal ones the move to play."""
        return tuple(
            sorted(self.moves, key=lambda found: (found.value is None, -(found.value or 0), found.move != self.move))
        )

    def to_json(self) -> dict[str, Any]:
        """The fields by name."""
        return {
            "move": self.move,
            "moves": [found.to_json() for found in self.moves],
            "depth": self.depth,
            "selectivity": self.selectivity,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "lower": self.lower,
            "upper": self.upper,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Analysis":
        """Reads what `to_json` wrote. Raises ParseError."""
        try:
            moves = tuple(MoveValue.from_json(each) for each in data["moves"])
            numbers = (data["nodes"], data["seconds"], data["lower"], data["upper"])
            return cls(data["move"], moves, *numbers)
        except (KeyError, TypeError):
            raise ParseError("expected an analysis, got {value}", value=excerpt(str(data), 60)) from None


# --- never shallower ------------------------------------------------------------------------------------------------


def deeper(old: MoveValue | None, new: MoveValue) -> MoveValue:
    """Of two findings about a move the one that rests on more; the newer of equals."""
    return new if old is None or _weight(new) >= _weight(old) else old


def by_value(found: MoveValue) -> tuple[float, bool]:
    """A key that sorts moves, the best first; of equal values those that are exact before bounds."""
    return -(found.value or 0), found.bound != "exact"


def merged(old: Analysis | None, new: Analysis) -> Analysis:
    """All that two analyses of a position know: of each move the finding that rests on more, the newer of equals.

    The moves stand in the newer order, unless an older finding was kept: then their values decide, and what to play.
    """
    if old is None or not old.moves:
        return new
    known = {found.move: found for found in old.moves}
    kept_old = False
    for found in new.moves:
        rests_on_more = deeper(known.get(found.move), found)
        kept_old |= rests_on_more is not found
        known[found.move] = rests_on_more
    place = {found.move: i for i, found in enumerate(new.moves)}
    moves = sorted(
        known.values(),
        key=by_value if kept_old else lambda found: (place.get(found.move, len(place)), -(found.value or 0)),
    )
    move = moves[0].move if kept_old else new.move
    lower = _tighter(max, old.lower, new.lower)
    upper = _tighter(min, old.upper, new.upper)
    nodes, seconds = new.nodes, new.seconds
    if kept_old:
        nodes, seconds = max(nodes, old.nodes), max(seconds, old.seconds)
    return replace(new, move=move, moves=tuple(moves), nodes=nodes, seconds=seconds, lower=lower, upper=upper)


def _weight(found: MoveValue) -> tuple[int, int, int]:
    certainty = _CERTAINTY[found.kind] if found.selectivity == 100 else min(1, _CERTAINTY[found.kind])
    return certainty, found.depth, found.selectivity


def _tighter(pick: Any, *bounds: float | None) -> float | None:
    known = [bound for bound in bounds if bound is not None]
    return pick(known) if known else None
