"""Players, and the functions and objects that can act as one."""

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
    """A name used in a publication, and its counterpart in this package."""

    word: str
    """The name as published."""

    here: str
    """Counterpart in this package, as ``file.py::name``."""

    player: str = ""
    """Registered player that it corresponds to; empty if it is not the name of a player."""


@dataclass(frozen=True, slots=True)
class Story:
    """Origin of a published player; players from one publication share it."""

    title: str
    """Short heading."""

    source: str
    """Author and place of publication, as shown to users."""

    text: str
    """Ideas behind the program, in a few sentences."""

    number: int = 0
    """Position in the list of publications."""

    document: str = ""
    """Title of the publication."""

    published: str = ""
    """Place and date of publication."""

    file: str = ""
    """File in this package that contains the program."""

    command: str = ""
    """Command for playing against it in a terminal."""

    press: str = ""
    """Instructions for playing against it in the web app."""

    words: tuple[Word, ...] = ()
    """Names that a reader of the publication knows."""

    mends: tuple[str, ...] = ()
    """Differences from the program as published, each with its reason."""

    @property
    def docs(self) -> str:
        """Link to the section about it in the documentation; empty if there is none."""
        heading = re.sub(r"[^\w -]", "", f"{self.number} {self.title}".lower()).replace(" ", "-")
        return f"docs/the-five-programs.md#{heading}" if self.number else ""


class Chooser(Protocol):
    """Any object that chooses moves; it need not be a `Player`."""

    def choose(self, position: Any, time_left: TimeLeft | None = None) -> Analysis:
        """Choose one of `position.legal_moves`."""
        ...


class Player:
    """Base class for players, which choose moves. Subclasses override `choose`, and other methods as needed.

    The type annotation of `position` in `choose` determines which positions a player can play.
    """

    label: ClassVar[str]
    """Name shown to users; by default the registered name with a capital letter."""

    promise: ClassVar[str]
    """Playing style in a few words; by default the first line of the class's docstring."""

    group: ClassVar[str] = "Others"
    """Heading under which it appears in lists of players."""

    sizes: ClassVar[tuple[int, ...] | None] = None
    """Widths of the boards that it can play on; None for any."""

    story: ClassVar[Story | None] = None
    """Publication that it comes from; None if it is not a published program."""

    alternatives: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Groups of options that exclude each other."""

    rest: ClassVar[str | None] = None
    """Option that takes all of the text after the colon."""

    first: ClassVar[str | None] = None
    """Option whose value may follow the colon without the option's name."""

    is_stoppable: ClassVar[bool] = False
    """True if `stop` makes a running search stop."""

    grows_tree: ClassVar[bool] = False
    """True if `search` returns the tree that it searched."""

    is_lasting: ClassVar[bool] = False
    """True if the object is worth reusing for the next move, because it fills a table or starts a program."""

    @property
    def why_late(self) -> str:
        """Likely reason for a late answer; empty if unknown."""
        return ""

    def choose(self, position: Any, time_left: TimeLeft | None = None) -> Analysis:
        """Choose one of `position.legal_moves`, within the time left if it is limited.

        Raises OutflankError when the game is over: see `check_not_over`.
        """
        raise NotImplementedError

    def follow(self, start: Any, moves: tuple[Move, ...]) -> None:
        """Receive the starting position and the moves so far, once before the clock starts and before each `choose`."""

    def load(self) -> None:
        """Load everything that `choose` needs, before the clock starts."""

    def search(self, position: Any) -> Any:
        """Search a position and return the game tree, for players with `grows_tree`."""
        raise NotImplementedError

    def stop(self) -> None:
        """Make `choose` return soon; callable from any thread."""

    def close(self) -> None:
        """Stop the processes that the player started, and release its other resources."""


def check_not_over(position: GamePosition) -> None:
    """Raise OutflankError if the game is over. Every player checks this first."""
    if position.is_over:
        raise OutflankError("the game is over: there is no move to choose")


def name_of(player: object) -> str:
    """Name of a player for reports: its own, or else the name of its function or class."""
    return player if isinstance(player, str) else str(getattr(player, "__name__", type(player).__name__))


class FunctionPlayer(Player):
    """A player made from a function that takes a position and returns a move or an Analysis."""

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
        """Likely reason for a late answer, taken from the object that the function belongs to."""
        return str(getattr(getattr(self._function, "__self__", None), "why_late", ""))

    def follow(self, start: Any, moves: tuple[Move, ...]) -> None:
        """Pass the game on to the `follow` function, if there is one."""
        if self._follow is not None:
            self._follow(start, moves)

    def choose(self, position: Any, time_left: TimeLeft | None = None) -> Analysis:
        """Call the function, with the time left if it takes a second argument."""
        check_not_over(position)
        answer = self._function(position, time_left) if self._takes_time else self._function(position)
        return answer if isinstance(answer, Analysis) else Analysis(answer)


def _takes_time(function: Callable[..., Any]) -> bool:
    """True if a function takes the time left as a second argument. Raises OptionError if it takes no position."""
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
