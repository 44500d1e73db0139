"""Move values and position analyses, and functions that merge two analyses of one position."""

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
    """The value of one move, with details of the search that produced it."""

    move: Move
    """The move."""

    value: float | None = None
    """Value from the mover's point of view, in the unit that the player uses; None if the move has no value."""

    bound: Bound = "exact"
    """``exact``, or ``lower`` or ``upper`` if the value is only a bound. The chosen move has a lower bound if the
    search ran out of time just after discovering that the move was better than expected.
    """

    depth: int = 0
    """Search depth in plies, counting this move."""

    selectivity: int = 100
    """Confidence level of a selective search, in percent; 100 if the search was not selective."""

    kind: Kind = "heuristic"
    """Source of the value: an evaluation (``heuristic``), a search to the end of the game (``exact`` if it determined
    the score, ``wld`` if it determined only a win, loss or draw) or an opening ``book``.
    """

    pv: tuple[Move, ...] = ()
    """Principal variation, starting with the move itself."""

    spread: float | None = None
    """Standard deviation of the final score around the value, in discs; None if unknown."""

    def renamed(self, rename: Callable[[Move], Move]) -> "MoveValue":
        """Return a copy in which `rename` has been applied to every move, for example to rotate the board."""
        return replace(self, move=rename(self.move), pv=tuple(map(rename, self.pv)))

    @property
    def chance(self) -> float | None:
        """Probability that the mover wins if both sides play equally well, from 0 to 1; None if unknown.

        A draw counts as half a win.
        """
        if self.value is None or self.bound != "exact":
            return None
        if self.is_proven or self.spread == 0:
            return 0.5 + math.copysign(0.5, self.value) if self.value else 0.5
        if self.spread is None:
            return None
        return 0.5 + 0.5 * math.erf(self.value / self.spread / math.sqrt(2))

    @property
    def is_proven(self) -> bool:
        """True if the value is the exact score of the game."""
        return self.kind == "exact" and self.bound == "exact" and self.selectivity == 100

    @property
    def verdict(self) -> str:
        """Value as shown to users, such as ``+6``, ``at most -2`` or ``a won game``; empty if there is no value."""
        if self.value is None:
            return ""
        if self.kind == "wld" and self.value:
            return "a won game" if self.value > 0 else "a lost game"
        return {"exact": "", "lower": "at least ", "upper": "at most "}[self.bound] + f"{self.value:+g}"

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a dictionary, which includes `spread` and `chance` only if they are known."""
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
        """Create a move value from the data that `to_json` returns. Raises ParseError if the data is not valid."""
        try:
            fields = {name: data[name] for name in data if name != "chance"}
            return cls(**{**fields, "pv": tuple(data["pv"])})
        except (KeyError, TypeError):
            raise ParseError("expected the value of a move, got {value}", value=excerpt(str(data), 60)) from None


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of analysing a position: the move to play, its value and the values of other moves.

    Players return an analysis with each move. Engines also report intermediate analyses while they search.
    """

    move: Move | None = None
    """Move to play; None when the game is over."""

    moves: tuple[MoveValue, ...] = ()
    """Move values in the player's order, which is best first for engines; empty when the game is over."""

    nodes: int = 0
    """Number of positions visited."""

    seconds: float = 0.0
    """Time taken, in seconds."""

    lower: float | None = None
    """Proven lower bound on the position's score, from the mover's point of view; None if nothing is proven."""

    upper: float | None = None
    """Proven upper bound on the position's score, from the mover's point of view; None if nothing is proven."""

    @property
    def chosen(self) -> MoveValue:
        """Value of the move to play. Raises OptionError when the game is over."""
        if self.move is None:
            raise OptionError("the game is over: no move was chosen")
        return self.of(self.move) or MoveValue(self.move)

    @property
    def value(self) -> float | None:
        """Value of the move to play, from the mover's point of view; None if there is no such move or value."""
        return None if self.move is None else self.chosen.value

    @property
    def depth(self) -> int:
        """Depth, in plies, of the search that chose the move to play; 0 if the move was chosen without a search."""
        return 0 if self.move is None else self.chosen.depth

    @property
    def selectivity(self) -> int:
        """Confidence level, in percent, of the search that chose the move to play."""
        return 100 if self.move is None else self.chosen.selectivity

    @property
    def pv(self) -> tuple[Move, ...]:
        """Principal variation: the move to play and best play after it."""
        return () if self.move is None else self.chosen.pv

    @property
    def score(self) -> float | None:
        """Exact score from the mover's point of view; None unless it is proven."""
        return self.lower if self.lower is not None and self.lower == self.upper else None

    @property
    def is_exact(self) -> bool:
        """True if the exact score is known."""
        return self.score is not None

    @property
    def is_well_formed(self) -> bool:
        """True if every entry in `moves` is a valid move value. Third-party players may return anything."""
        return all(
            isinstance(found, MoveValue) and (found.value is None or is_number(found.value)) for found in self.moves
        )

    def of(self, move: Move) -> MoveValue | None:
        """Look up the value of a move. Returns None if the move was not analysed."""
        return next((found for found in self.moves if found.move == move), None)

    def renamed(self, rename: Callable[[Move], Move]) -> "Analysis":
        """Return a copy in which `rename` has been applied to every move, for example to rotate the board."""
        move = None if self.move is None else rename(self.move)
        return replace(self, move=move, moves=tuple(found.renamed(rename) for found in self.moves))

    def ranked(self) -> tuple[MoveValue, ...]:
        """Return the move values from best to worst; in a tie, the move to play comes first."""
        return tuple(
            sorted(self.moves, key=lambda found: (found.value is None, -(found.value or 0), found.move != self.move))
        )

    def to_json(self) -> dict[str, Any]:
        """Return the analysis as a dictionary that can be written as JSON."""
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
        """Create an analysis from the data that `to_json` returns. Raises ParseError if the data is not valid."""
        try:
            moves = tuple(MoveValue.from_json(each) for each in data["moves"])
            numbers = (data["nodes"], data["seconds"], data["lower"], data["upper"])
            return cls(data["move"], moves, *numbers)
        except (KeyError, TypeError):
            raise ParseError("expected an analysis, got {value}", value=excerpt(str(data), 60)) from None


# --- never shallower ------------------------------------------------------------------------------------------------


def deeper(old: MoveValue | None, new: MoveValue) -> MoveValue:
    """Return the more reliable of two values for the same move; if they are equally reliable, return the newer one."""
    return new if old is None or _weight(new) >= _weight(old) else old


def by_value(found: MoveValue) -> tuple[float, bool]:
    """Sort key that orders moves from best to worst, and puts exact values before bounds."""
    return -(found.value or 0), found.bound != "exact"


def merged(old: Analysis | None, new: Analysis) -> Analysis:
    """Merge two analyses of one position, taking the more reliable value for each move (see `deeper`).

    If every value in the newer analysis is used, its move order and its move to play are kept. Otherwise, the moves are
    sorted by value, and the best one becomes the move to play.
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
