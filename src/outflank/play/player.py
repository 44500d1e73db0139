"""Players, and what they say of the moves they choose."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from outflank.errors import OptionError, excerpt
from outflank.play.clock import TimeLeft
from outflank.play.position import Move, Position

Bound = Literal["exact", "lower", "upper"]
Kind = Literal["heuristic", "exact", "wld", "book"]


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a player found out about one move.

    `value` is in the view of the side that makes the move, in the player's own unit; None where the player does not
    put a number on moves. `bound` says whether the value is exact for this search or only a bound. `depth` counts the
    plies looked ahead, this move included. `selectivity` is the confidence of the search in percent. `kind` says what
    the value rests on: an evaluation (``heuristic``), the end of the game (``exact``, ``wld``) or a ``book``. `pv` is
    the principal variation, beginning with the move itself.
    """

    move: Move
    value: float | None = None
    bound: Bound = "exact"
    depth: int = 0
    selectivity: int = 100
    kind: Kind = "heuristic"
    pv: tuple[Move, ...] = ()

    @property
    def verdict(self) -> str:
        """The value in words: ``+6``, ``at most -2``, ``a won game``; empty where there is none."""
        if self.value is None:
            return ""
        if self.kind == "wld" and self.value:
            return "a won game" if self.value > 0 else "a lost game"
        return {"exact": "", "lower": "at least ", "upper": "at most "}[self.bound] + f"{self.value:+g}"

    def to_json(self) -> dict[str, Any]:
        """The fields by name, moves as text."""
        return {
            "move": str(self.move),
            "value": self.value,
            "bound": self.bound,
            "depth": self.depth,
            "selectivity": self.selectivity,
            "kind": self.kind,
            "pv": [str(move) for move in self.pv],
        }


@dataclass(frozen=True, slots=True)
class Decision:
    """A player's answer: the move, and what it knows about this move and others.

    `moves` holds what was found out about each move that was looked at, in the order of looking; `nodes` counts the
    positions visited; `seconds` is the time it took, as measured by whoever asked.
    """

    move: Move
    moves: tuple[MoveValue, ...] = ()
    nodes: int = 0
    seconds: float = 0.0

    @property
    def is_well_formed(self) -> bool:
        """Whether what a stranger's player put here is what belongs here; the move itself is not looked at."""
        return all(isinstance(found, MoveValue) and _is_number_or_none(found.value) for found in self.moves)

    @property
    def chosen(self) -> MoveValue:
        """What is known about the chosen move."""
        return next((found for found in self.moves if found.move == self.move), MoveValue(self.move))

    @property
    def value(self) -> float | None:
        """The value of the chosen move in the mover's view, if the player puts a number on moves."""
        return self.chosen.value

    @property
    def depth(self) -> int:
        """How many plies lie behind the chosen move; 0 for a move chosen without looking."""
        return self.chosen.depth


def _is_number_or_none(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


class Player(Protocol):
    """Whoever chooses moves."""

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Decision:
        """Choose one of `position.legal_moves`, of which there is at least one, within the time left, if limited."""
        ...


class FunctionPlayer:
    """A player made of a function from a position to a move (or to a Decision)."""

    def __init__(self, function: Callable[..., Any]):
        if not callable(function):
            raise OptionError(f"expected a function or an object with a method 'choose', got {excerpt(repr(function))}")
        self._function = function
        self._takes_time = _n_arguments(function) > 1

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Decision:
        """Ask the function; it gets the time left too if it takes a second argument."""
        answer = self._function(position, time_left) if self._takes_time else self._function(position)
        return answer if isinstance(answer, Decision) else Decision(answer)


def as_player(thing: Any) -> Player:
    """A player from whatever a person may write as one: a function of a position, or an object with `choose`.

    Both may take the time left as a second argument or leave it out, and return a bare move instead of a Decision.
    """
    return FunctionPlayer(getattr(thing, "choose", thing))


def _n_arguments(function: Callable[..., Any]) -> int:
    """How many arguments a function takes by position; many if it takes any number."""
    kinds = [parameter.kind for parameter in inspect.signature(function).parameters.values()]
    if inspect.Parameter.VAR_POSITIONAL in kinds:
        return 2
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(kind in positional for kind in kinds)
