"""Players, and what may stand for one."""

import inspect
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from outflank.errors import OptionError, OutflankError, excerpt
from outflank.play.analysis import Analysis
from outflank.play.clock import TimeLeft
from outflank.play.position import GamePosition, Move


class Player(Protocol):
    """Chooses moves.

    A player may say in the annotation of `position` which positions it can play, in an attribute `sizes` on boards of
    which sizes, in `story` where it comes from, and may have a method `stop`, which lets `choose` return soon from
    whatever thread it is called. A method ``follow(start, moves)`` hears, where a game is played, from which position
    and by which moves it came about: once before the clock runs, and before each `choose`, in its time. A method
    ``close`` ends what the player has started besides. An attribute `why_late` with text guesses why no answer came.
    """

    def choose(self, position: Any, time_left: TimeLeft | None = None) -> Analysis:
        """Choose one of `position.legal_moves` within the time left, if that is limited.

        Raises OutflankError where the game is over: see `check_not_over`.
        """
        ...


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a publication and where it lives here: ``file.py::name``, and the player, if it is the name of one."""

    word: str
    here: str
    player: str = ""


@dataclass(frozen=True, slots=True)
class Story:
    """Where a published player comes from. Players of one publication share their story."""

    title: str
    """A short heading."""

    source: str
    """Who published it, for people."""

    text: str
    """Its ideas, in a few sentences."""

    number: int = 0
    """Its place in a list of publications."""

    document: str = ""
    """The title of the publication."""

    published: str = ""
    """Where and when."""

    file: str = ""
    """The file here that is the program."""

    command: str = ""
    """Plays against it in a terminal."""

    press: str = ""
    """How to play against it on the page."""

    words: tuple[Word, ...] = ()
    """The words by which a reader knows the program."""

    mends: tuple[str, ...] = ()
    """Differences from the program as published, each with its reason."""

    @property
    def docs(self) -> str:
        """The place in the documentation of the published programs, if it has one."""
        heading = re.sub(r"[^\w -]", "", f"{self.number} {self.title}".lower()).replace(" ", "-")
        return f"docs/the-five-programs.md#{heading}" if self.number else ""


def check_not_over(position: GamePosition) -> None:
    """What every player does first. Raises OutflankError where there is nothing to choose, as the game is over."""
    if position.is_over:
        raise OutflankError("the game is over: there is no move to choose")


def name_of(player: object) -> str:
    """What to call a player in reports: its name, that of a function, or that of its class."""
    return player if isinstance(player, str) else str(getattr(player, "__name__", type(player).__name__))


class FunctionPlayer:
    """A player made of a function from a position to a move (or to an Analysis), and of one that hears of the game."""

    def __init__(self, function: Callable[..., Any], follow: Callable[..., Any] | None = None):
        if not callable(function):
            raise OptionError(f"expected a function or an object with a method 'choose', got {excerpt(repr(function))}")
        self._function = function
        self._takes_time = _takes_time(function)
        self._follow = follow

    @property
    def why_late(self) -> str:
        """The guess of the object whose method the function is."""
        return str(getattr(getattr(self._function, "__self__", None), "why_late", ""))

    def follow(self, start: Any, moves: tuple[Move, ...]) -> None:
        """Tell of the game, if there is somebody to tell."""
        if self._follow is not None:
            self._follow(start, moves)

    def choose(self, position: Any, time_left: TimeLeft | None = None) -> Analysis:
        """Ask the function; it gets the time left too if it takes a second argument."""
        check_not_over(position)
        answer = self._function(position, time_left) if self._takes_time else self._function(position)
        return answer if isinstance(answer, Analysis) else Analysis(answer)


def _takes_time(function: Callable[..., Any]) -> bool:
    """Whether a function takes the time left besides a position. Raises OptionError for one that takes no position."""
    try:
        signature = inspect.signature(function)
    except ValueError:  # written in C, and silent about itself
        return False
    for n_arguments in (2, 1):
        with suppress(TypeError):
            signature.bind(*range(n_arguments))
            return n_arguments == 2
    name = getattr(function, "__name__", "it")
    raise OptionError(f"expected a function of a position, got {name}{signature}")
