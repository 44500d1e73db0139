"""The base class of players, and adapters for other objects that can act as one."""

import inspect
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from outflank.errors import OptionError, OutflankError, described, excerpt
from outflank.play.analysis import Analysis
from outflank.play.clock import TimeLeft
from outflank.play.position import GamePosition, Move


@dataclass(frozen=True, slots=True)
class Word:
    """A name that a publication uses, and its equivalent in this package."""

    word: str
    """Name used in the publication."""

    here: str
    """Equivalent in this package, as ``file.py::name``."""

    player: str = ""
    """Registered player that corresponds to the name; empty if the name does not denote a player."""


@dataclass(frozen=True, slots=True)
class Story:
    """Background of a published program; players from the same publication share one story."""

    title: str
    """Short heading."""

    source: str
    """Author and place of publication, shown to users."""

    text: str
    """Summary of the ideas behind the program."""

    number: int = 0
    """Position in the list of publications."""

    document: str = ""
    """Title of the publication."""

    published: str = ""
    """Place and date of publication."""

    file: str = ""
    """File in this package with the program's code."""

    command: str = ""
    """Command that starts a game against the program in a terminal."""

    press: str = ""
    """Instructions for starting a game against the program in the web app."""

    words: tuple[Word, ...] = ()
    """Names that readers of the publication will recognise."""

    mends: tuple[str, ...] = ()
    """Differences from the published program, each with the reason for it."""

    @property
    def docs(self) -> str:
        """Link to the program's section in the documentation; empty if there is none."""
        heading = re.sub(r"[^\w -]", "", f"{self.number} {self.title}".lower()).replace(" ", "-")
        return f"docs/the-five-programs.md#{heading}" if self.number else ""


class Chooser(Protocol):
    """Interface of any object that chooses moves, whether or not it is a `Player`."""

    def choose(self, position: Any, time_left: TimeLeft | None = None) -> Analysis:
        """Return an analysis that names one of `position.legal_moves` as the move to play."""
        ...


class Player:
    """Base class for players, which choose moves. Subclasses override `choose`, and other methods as required.

    A player can play any position that matches the type annotation of `position` in its `choose` method.
    """

    label: ClassVar[str]
    """Name shown to users; defaults to the capitalised registered name."""

    promise: ClassVar[str]
    """Playing style in a few words; defaults to the first line of the class's docstring."""

    group: ClassVar[str] = "Others"
    """Heading under which lists of players show this player."""

    sizes: ClassVar[tuple[int, ...] | None] = None
    """Board widths that the player supports; None if there is no restriction."""

    story: ClassVar[Story | None] = None
    """Publication in which the program appeared; None if it was not published."""

    alternatives: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Groups of mutually exclusive options."""

    rest: ClassVar[str | None] = None
    """Option whose value is all of the text after the colon; None if there is no such option."""

    first: ClassVar[str | None] = None
    """Option whose value may follow the colon directly, without its name; None if there is no such option."""

    is_stoppable: ClassVar[bool] = False
    """True if `stop` interrupts a running search."""

    grows_tree: ClassVar[bool] = False
    """True if `search` returns the tree that was searched."""

    is_lasting: ClassVar[bool] = False
    """True if the same object should be reused for later moves, because it fills a table or runs a program."""

    @property
    def why_late(self) -> str:
        """Likely explanation for a late answer; empty if unknown."""
        return ""

    def choose(self, position: Any, time_left: TimeLeft | None = None) -> Analysis:
        """Choose one of `position.legal_moves`, within `time_left` if it is set.

        Raises OutflankError when the game is over (see `check_not_over`).
        """
        raise NotImplementedError

    def follow(self, start: Any, moves: tuple[Move, ...]) -> None:
        """Receive the starting position and the moves played so far.

        This is called once before the clock starts, and then before each call of `choose`.
        """

    def load(self) -> None:
        """Load everything that `choose` needs. This is called before the clock starts."""

    def search(self, position: Any) -> Any:
        """Search a position and return the game tree. Only players with `grows_tree` implement this."""
        raise NotImplementedError

    def stop(self) -> None:
        """Make a running `choose` return soon. Can be called from any thread."""

    def close(self) -> None:
        """Release the player's resources, and stop any processes that it started."""


def check_not_over(position: GamePosition) -> None:
    """Raise OutflankError if the game is over, or if this is no position. Every player calls this first."""
    if not hasattr(position, "legal_moves"):
        raise OptionError(f"expected a position, got {described(position)}")
    if position.is_over:
        raise OutflankError("the game is over: there is no move to choose")


def name_of(player: object) -> str:
    """Name of a player in reports: the string itself, the name of the function, or the name of the object's class."""
    return player if isinstance(player, str) else str(getattr(player, "__name__", type(player).__name__))


class FunctionPlayer(Player):
    """Player that calls a function, which takes a position and returns a move or an Analysis."""

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
        """Likely explanation for a late answer, provided by the object whose method this player calls."""
        return str(getattr(getattr(self._function, "__self__", None), "why_late", ""))

    def follow(self, start: Any, moves: tuple[Move, ...]) -> None:
        """Pass the start and the moves to the player's `follow` function, if it has one."""
        if self._follow is not None:
            self._follow(start, moves)

    def choose(self, position: Any, time_left: TimeLeft | None = None) -> Analysis:
        """Call the function, and pass it the time left if it accepts a second argument."""
        check_not_over(position)
        answer = self._function(position, time_left) if self._takes_time else self._function(position)
        return answer if isinstance(answer, Analysis) else Analysis(answer)


def _takes_time(function: Callable[..., Any]) -> bool:
    """True if a function accepts the time left as a second argument.

    Raises OptionError if the function does not even accept a position.
    """
    try:
        signature = inspect.signature(function)
    except ValueError:  # a C function without a signature
        return False
    for n_arguments in (2, 1):
        with suppress(TypeError):
            signature.bind(*range(n_arguments))
            return n_arguments == 2
    name = getattr(function, "__name__", "it")
    raise OptionError("expected a function of a position, got {name}{signature}", name=name, signature=signature)
