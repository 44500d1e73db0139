"""Players by name, such as ``budget``, ``budget:nodes=3000,mode=fair`` or ``module:my_bot.py:MyPlayer``.

Options follow the name (see `play.options`). The class attribute ``rest`` names an option that takes all of the text
after the colon: ``gtp:my-engine --level 3`` means ``gtp:command="my-engine --level 3"``. The class attribute ``first``
names an option that takes the text before the first comma, as in ``bot:my_bot.py,memory=256``. Names that the user has
saved (see `play.saved_players`) work everywhere.

Players are declared as entry points, so other packages can add their own; each player is loaded on first use. A
player's options are the parameters of its constructor, described by their annotations, and the player plays the game
whose positions its `choose` accepts. Nothing is declared twice.
"""

import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

from outflank import plugins
from outflank.errors import OptionError, described, excerpt, near
from outflank.play import saved_players
from outflank.play.analysis import Analysis
from outflank.play.game import PERSON, kind_of
from outflank.play.options import Option, options_of, pairs_of, parsed, quoted, split
from outflank.play.player import Chooser, FunctionPlayer, Player, Story, Word
from outflank.play.position import GamePosition, Move
from outflank.text import Text

PlayerLike = str | Chooser | type[Chooser] | Callable[[Any], Move | Analysis]
"""Anything that can act as a player: a name, an object with `choose` or its class, or a function of a position."""


_DECLARED = ("group", "sizes", "alternatives", "story", "rest", "first", "is_stoppable", "is_lasting", "grows_tree")


@dataclass(frozen=True, slots=True)
class RegisteredPlayer:
    """A registered player, with everything that is known about it."""

    name: str
    """Registered name."""

    make: Callable[..., Player]
    """Class or function that creates the player."""

    options: tuple[Option, ...]
    """Options that it takes."""

    description: str
    """First line of its docstring."""

    plays: type | None
    """Class of the positions that it can play; None for any game."""

    label: str
    """Name shown to users."""

    promise: str
    """Playing style in a few words."""

    group: str
    """Heading under which it appears in lists of players."""

    sizes: tuple[int, ...] | None
    """Widths of the boards that it can play on; None for any."""

    alternatives: tuple[tuple[str, ...], ...]
    """Groups of options that exclude each other."""

    story: Story | None
    """Publication that it comes from, if any."""

    rest: str | None
    """Option that takes all of the text after the colon, unless the text starts with an option's name and ``=``."""

    first: str | None
    """Option that takes the text up to the first comma, with the same exception as `rest`."""

    is_stoppable: bool
    """True if `Player.stop` makes a running search stop."""

    is_lasting: bool
    """True if the object is worth reusing for the next move."""

    grows_tree: bool
    """True if `Player.search` returns the tree that it searched."""

    @property
    def stands_alone(self) -> bool:
        """True if it can be created without options."""
        return not any(option.is_required for option in self.options)

    def can_play(self, position: GamePosition) -> bool:
        """True if it plays this game on a board of this size."""
        return self.why_not(position) is None

    def why_not(self, position: GamePosition) -> str | None:
        """Reason why the player cannot play in positions like this one; None if it can."""
        if self.plays is not None and not isinstance(position, self.plays):
            theirs = getattr(self.plays, "game", Text("another game"))
            return Text("it plays {own}, not {other}", own=_title(theirs), other=_title(position.game))
        if self.sizes is not None and position.width not in self.sizes:
            boards = " and ".join(f"{each}×{each}" for each in self.sizes)
            other = f"{position.width}×{position.height}"
            return Text("it plays on boards of {boards}, not {other}", boards=boards, other=other)
        return None


def _title(game: object) -> str:
    try:
        return kind_of(str(game)).title
    except OptionError:
        return str(game)


def names() -> tuple[str, ...]:
    """Names of all registered players, in the order in which they are declared."""
    return plugins.names(plugins.PLAYERS)


def spelt(text: str) -> str:
    """Correct upper and lower case in a player's name, for example ``Level3`` to ``level3``.

    An exact match with a registered or saved name takes precedence.
    """
    name, mark, more = text.partition(":")
    wanted = name.strip()
    registered = (*names(), PERSON, "module")
    if wanted in registered:
        return text
    saved = saved_players.saved()
    if wanted in saved:
        return text
    for group in registered, saved:
        if len(found := [each for each in group if each.casefold() == wanted.casefold()]) == 1:
            return f"{found[0]}{mark}{more}"
    return text


@cache
def entry(name: str) -> RegisteredPlayer:
    """Look up a registered player by name. Raises OptionError."""
    try:
        make = plugins.load(plugins.PLAYERS, name)
    except KeyError:
        meant = published(name)
        if meant is not None:
            story, word = meant
            here = (
                Text("it is {player} here", player=word.player)
                if word.player
                else Text("in “{title}” it is {element} here", title=story.title, element=word.here)
            )
            raise OptionError(
                "unknown player {name}: {here} (outflank players --published)", name=excerpt(name), here=here
            ) from None
        if name.endswith((".py", ".js")):
            raise OptionError(
                "unknown player {name}: a file of yours plays as module:FILE.py:NAME, or in a sandbox as bot:FILE",
                name=excerpt(name),
            ) from None
        every = (*names(), *saved_players.saved())
        if near(name, every):  # a full list would hide these
            raise OptionError("unknown player {name}", name=excerpt(name)).suggesting(name, every) from None
        raise OptionError(
            "unknown player {name}: expected one of {known}, or module:FILE.py:NAME",
            name=excerpt(name),
            known=", ".join(every),
        ) from None
    description = inspect.cleandoc(make.__doc__ or "").partition("\n")[0]
    return RegisteredPlayer(
        name,
        make,
        options_of(make),
        description,
        _plays(make),
        getattr(make, "label", name.capitalize()),
        getattr(make, "promise", description),
        **{each: getattr(make, each, getattr(Player, each)) for each in _DECLARED},
    )


def entries() -> tuple[RegisteredPlayer, ...]:
    """All registered players that can be loaded, including those in other packages."""
    found = []
    for name in names():
        with suppress(Exception):  # another package's player may fail in any way
            found.append(entry(name))
    return tuple(found)


def stories(players: Iterable[RegisteredPlayer]) -> dict[Story, tuple[str, ...]]:
    """Publications in numerical order, each with the names of its players."""
    told = sorted(dict.fromkeys(player.story for player in players if player.story), key=lambda story: story.number)
    return {story: tuple(player.name for player in players if player.story == story) for story in told}


def published(word: str) -> tuple[Story, Word] | None:
    """Find the publication that uses a name, and the name's counterpart in this package; None if there is none."""
    wanted = word.strip().casefold()
    for story in stories(entries()):
        for each in story.words:
            if each.word.casefold() == wanted:
                return story, each
    return None


def entry_of(text: str) -> RegisteredPlayer:
    """Look up the registered player that `text` names, directly or by a saved name. Raises OptionError."""
    return entry(expanded(text).partition(":")[0].strip())


def expanded(text: str) -> str:
    """Replace a saved name in `text` with the player that it stands for.

    Options after a saved name override the saved ones. Raises OutflankError.
    """
    text = spelt(text)
    name, _, more = text.partition(":")
    if name == "module" or name.strip() in names():
        return text
    stands_for = saved_players.saved().get(name.strip())
    if stands_for is None or not more.strip():
        return stands_for or text
    name, _, options = stands_for.partition(":")
    if name == "module":
        raise OptionError(
            "player {text} stands for {stands_for}, which takes no options",
            text=excerpt(text, 40),
            stands_for=excerpt(stands_for, 60),
        )
    found = entry(name)
    pairs = dict(pairs_of(options, found.options, found.rest, found.first)) | dict(split(more))
    written = (key if value is None else f"{key}={quoted(value)}" for key, value in pairs.items())
    return f"{name}:{','.join(written)}"


def as_player(thing: PlayerLike, *, plays: GamePosition | None = None) -> Player:
    """Make a player from a name, a function of a position, or an object with `choose`.

    A class stands for an instance of itself. The function or the method `choose` may take the time left as a second
    argument, and may return just a move instead of an Analysis. Raises OptionError.
    """
    if isinstance(thing, str):
        return create(thing, plays=plays)
    if isinstance(thing, type):
        thing = _made(thing)
    return _adapted(thing)


def _adapted(thing: Any) -> Player:
    """Wrap a function, or an object with `choose`, as a player."""
    return FunctionPlayer(getattr(thing, "choose", thing), getattr(thing, "follow", None))


def create(text: str, *, plays: GamePosition | None = None, **known: Any) -> Player:
    """Create the player that `text` names. Raises OptionError with the player's name and the problem.

    `known`, such as ``seed=5``, supplies values for options that the player has and the text does not set; None means
    no value. `plays` is a position of the game that the player must be able to play; if the player declares `sizes`,
    the board's size must be among them.
    """
    if not isinstance(text, str):
        raise OptionError(
            "expected a player's name, got {text}; as_player takes objects and functions", text=described(text)
        )
    name, _, options = expanded(text).partition(":")
    if name == "module":
        return _from_module(options, text, known)
    found = entry(name.strip())
    reason = None if plays is None else found.why_not(plays)
    if reason is not None:
        raise OptionError("player {text}: {reason}", text=excerpt(text, 40), reason=reason)
    try:
        made = found.make(**parsed(options, found.options, known, found.rest, found.first))
    except OptionError as error:
        raise type(error)("player {player}: {error}", player=excerpt(text, 40), error=error) from None
    return made if isinstance(made, Player) else _adapted(made)


def is_foreign(text: str) -> bool:
    """True if `text` names a player from outside this package, which may do anything."""
    name = expanded(text).partition(":")[0].strip()
    module = plugins.module_of(plugins.PLAYERS, name)
    return name == "module" or (module is not None and module.partition(".")[0] != "outflank")


def is_harmless(text: str) -> bool:
    """True if `text` names a player of this package that runs no other program, so any file may name it.

    Saved names are always harmless, because the user chose them.
    """
    text = spelt(text)
    if text in saved_players.saved():
        return True
    name = text.partition(":")[0].strip()
    if name not in names() or is_foreign(name):
        return False
    found = entry(name)
    return found.rest is None and found.first is None  # these take a command or the path to a program


def _plays(make: Callable[..., Any]) -> type | None:
    """Class of the positions that a player's `choose` accepts; None if it is not annotated or accepts any position."""
    hint = get_type_hints(make.choose).get("position") if hasattr(make, "choose") else None
    return hint if isinstance(hint, type) and hint is not GamePosition else None


def _from_module(where: str, text: str, known: Mapping[str, Any]) -> Player:
    """Create a player from user code: ``FILE.py:NAME`` or ``package.module:NAME``, with options after another colon."""
    match = re.fullmatch(r"(?P<module>.+\.py|[\w.]+):(?P<name>\w+)(?::(?P<options>.*))?", where)
    if match is None:
        raise OptionError(
            "player {text}: expected module:FILE.py:NAME or module:PACKAGE.MODULE:NAME", text=excerpt(text, 40)
        )
    module = _import(match["module"])
    thing: Any = getattr(module, match["name"], None)
    if thing is None:
        error = OptionError(
            "player {player}: {module} defines no {name}",
            player=excerpt(text, 40),
            module=match["module"],
            name=excerpt(match["name"]),
        )
        raise error.suggesting(match["name"], [each for each in vars(module) if not each.startswith("_")])
    options = match["options"] or ""
    try:
        if inspect.isclass(thing):
            made: Any = thing(**parsed(options, options_of(thing), known))
            return as_player(made)
        parsed(options, (), {})
        return as_player(thing)
    except OptionError as error:
        raise OptionError("player {text}: {error}", text=excerpt(text, 40), error=error) from None
    except (Exception, SystemExit) as error:
        raise _failing(excerpt(text, 40), error) from error


def _made(kind: type) -> Any:
    """Create an instance of a class without arguments. Raises OptionError if the class needs any."""
    try:
        needed = [name for name, each in inspect.signature(kind).parameters.items() if _is_needed(each)]
    except ValueError:  # in C, without a signature
        needed = []
    if needed:
        made = f"{kind.__name__}({', '.join(f'{name}=…' for name in needed)})"
        raise OptionError("expected a player such as {example}, got the class {name}", example=made, name=kind.__name__)
    try:
        return kind()
    except (Exception, SystemExit) as error:
        raise _failing(kind.__name__, error) from error


def _is_needed(parameter: inspect.Parameter) -> bool:
    is_any_number = parameter.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return parameter.default is inspect.Parameter.empty and not is_any_number


def _failing(player: str, error: BaseException) -> OptionError:
    return OptionError(
        "player {player}: it fails to start: {kind}: {error}",
        player=player,
        kind=type(error).__name__,
        error=excerpt(str(error), 120),
    )


@cache
def _import(module: str) -> ModuleType:
    """Import a module, given by its file or its dotted name; repeated calls return the same module."""
    path = Path(module)
    if module.endswith(".py") and not path.is_file():
        raise OptionError("there is no file {path}", path=excerpt(module, 80))
    try:
        if not module.endswith(".py"):
            return importlib.import_module(module)
        spec = importlib.util.spec_from_file_location(f"outflank_player_{path.stem}", path)
        assert spec is not None
        assert spec.loader is not None
        loaded = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = loaded  # dataclasses and pickle look a class's module up here
        spec.loader.exec_module(loaded)
        return loaded
    except (Exception, SystemExit) as error:  # a player's file may fail in any way
        raise OptionError(
            "cannot import {module}: {kind}: {error}",
            module=excerpt(module, 80),
            kind=type(error).__name__,
            error=excerpt(str(error), 120),
        ) from error
