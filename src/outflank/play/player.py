"""Players, and what may stand for one."""

import inspect
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from outflank.errors import OptionError, OutflankError, excerpt
from outflank.play.analysis import Analysis
from outflank.play.clock import TimeLeft
from outflank.play.position import GamePosition, Move


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
    """The author and the place of publication, for people."""

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
    """The way to play against it on the page."""

    words: tuple[Word, ...] = ()
    """The words by which a reader knows the program."""

    mends: tuple[str, ...] = ()
    """Differences from the program as published, each with its reason."""

    @property
    def docs(self) -> str:
        """The place in the documentation of the published programs, if it has one."""
        heading = re.sub(r"[^\w -]", "", f"{self.number} {self.title}".lower()).replace(" ", "-")
        return f"docs/the-five-programs.md#{heading}" if self.number else ""


class Chooser(Protocol):
    """Anything that chooses moves: an object of somebody's, which need not know of `Player`."""

    def choose(self, position: Any, time_left: TimeLeft | None = None) -> Analysis:
        """Choose one of `position.legal_moves`."""
        ...


class Player:
    """Chooses moves. Subclasses write `choose`, and what else they are able to do.

    The annotation of the `position` of `choose` says which positions a player can play.
    """

    label: ClassVar[str]
    """Its name for people; that in the registry, with a capital, if it has none."""

    promise: ClassVar[str]
    """Its way of playing in a few words; the first line of its docstring, if nothing is said."""

    group: ClassVar[str] = "Others"
    """Where it stands in a list."""

    sizes: ClassVar[tuple[int, ...] | None] = None
    """Widths of the boards that it plays on; None for any."""

    story: ClassVar[Story | None] = None
    """Where it was published."""

    alternatives: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Options of which at most one of each group may be given."""

    rest: ClassVar[str | None] = None
    """The option that takes all that stands behind the colon."""

    first: ClassVar[str | None] = None
    """The option whose value may stand behind the colon alone."""

    is_stoppable: ClassVar[bool] = False
    """True if `stop` ends a search."""

    grows_tree: ClassVar[bool] = False
    """True if `search` gives the tree that it searched."""

    is_lasting: ClassVar[bool] = False
    """True if it is worth keeping for the next move, as it has a table to fill or a program to start."""

    @property
    def why_late(self) -> str:
        """A guess why no answer came in time; empty for none."""
        return ""

    def choose(self, position: Any, time_left: TimeLeft | None = None) -> Analysis:
        """Choose one of `position.legal_moves` within the time left, if that is limited.

        Raises OutflankError where the game is over: see `check_not_over`.
        """
        raise NotImplementedError

    def follow(self, start: Any, moves: tuple[Move, ...]) -> None:
        """Hear how a position came about: once before the clock of a game runs, and before each `choose`."""

    def load(self) -> None:
        """Load what `choose` needs, before its time counts."""

    def search(self, position: Any) -> Any:
        """The game tree that it searches, if it `grows_tree`."""
        raise NotImplementedError

    def stop(self) -> None:
        """Let `choose` return soon, from whatever thread this is called."""

    def close(self) -> None:
        """End what it has started besides."""


def check_not_over(position: GamePosition) -> None:
    """Raise OutflankError if the game is over, so that there is nothing to choose. Every player checks this first."""
    if position.is_over:
        raise OutflankError("the game is over: there is no move to choose")


def name_of(player: object) -> str:
    """The name of a player in reports: its own, that of a function, or that of its class."""
    return player if isinstance(player, str) else str(getattr(player, "__name__", type(player).__name__))


class FunctionPlayer(Player):
    """A player made of a function from a position to a move (or to an Analysis), and of one that hears of the game."""

    def __init__(self, function: Callable[..., Any], follow: Callable[..., Any] | None = None):
        if not callable(function):
            raise OptionError(
                "expected a function or an object with a method 'choose', got {function}",
                function=excerpt(repr(function)),
            )
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
    """True if a function takes the time left besides a position. Raises OptionError for one that takes no position."""
    try:
        signature = inspect.signature(function)
    except ValueError:  # written in C, and silent about itself
        return False
    for n_arguments in (2, 1):
        with suppress(TypeError):
            signature.bind(*range(n_arguments))
            return n_arguments == 2
    name = getattr(function, "__name__", "it")
    raise OptionError("expected a function of a position, got {name}{signature}", name=name, signature=signature)
