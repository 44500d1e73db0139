"""Players, and what may stand for one."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from outflank.errors import OptionError, OutflankError, excerpt
from outflank.play.analysis import Analysis
from outflank.play.clock import TimeLeft
from outflank.play.position import GamePosition, Move


class Player(Protocol):
    """Whoever chooses moves.

    A player may say in the annotation of `position` which positions it can play, in an attribute `sizes` on boards of
    which sizes, in `story` where it comes from, and may have a method `stop`, which lets `choose` return soon from
    whatever thread it is called. A method ``follow(start, moves)`` hears, where a game is played, from which position
    and by which moves it came about: once before the clock runs, and before each `choose`, in its time. A method
    ``close`` ends what the player has started besides.
    """

    def choose(self, position: Any, time_left: TimeLeft | None = None) -> Analysis:
        """Choose one of `position.legal_moves` within the time left, if that is limited.

        Raises OutflankError where the game is over: see `check_not_over`.
        """
        ...


@dataclass(frozen=True, slots=True)
class Story:
    """Where a published player comes from: what it is part of, who published that, and what is particular about it.

    Players of one publication share their story.
    """

    title: str
    source: str
    text: str


def check_not_over(position: GamePosition) -> None:
    """What every player does first. Raises OutflankError where there is nothing to choose, as the game is over."""
    if position.is_over:
        raise OutflankError("the game is over: there is no move to choose")


class FunctionPlayer:
    """A player made of a function from a position to a move (or to an Analysis), and of one that hears of the game."""

    def __init__(self, function: Callable[..., Any], follow: Callable[..., Any] | None = None):
        if not callable(function):
            raise OptionError(f"expected a function or an object with a method 'choose', got {excerpt(repr(function))}")
        self._function = function
        self._takes_time = _n_arguments(function) > 1
        self._follow = follow

    def follow(self, start: Any, moves: tuple[Move, ...]) -> None:
        """Tell of the game, if there is somebody to tell."""
        if self._follow is not None:
            self._follow(start, moves)

    def choose(self, position: Any, time_left: TimeLeft | None = None) -> Analysis:
        """Ask the function; it gets the time left too if it takes a second argument."""
        check_not_over(position)
        answer = self._function(position, time_left) if self._takes_time else self._function(position)
        return answer if isinstance(answer, Analysis) else Analysis(answer)


def _n_arguments(function: Callable[..., Any]) -> int:
    """How many arguments a function takes by position; many if it takes any number."""
    kinds = [parameter.kind for parameter in inspect.signature(function).parameters.values()]
    if inspect.Parameter.VAR_POSITIONAL in kinds:
        return 2
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(kind in positional for kind in kinds)
