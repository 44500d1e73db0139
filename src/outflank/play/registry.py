"""The registry of players, which creates players by name.

Options may follow a name, as in ``budget:nodes=3000,mode=fair`` (see `play.options`), and ``module:my_bot.py:MyPlayer``
is a class in the user's code. A class of players can name two special options. The class attribute ``rest`` contains
the name of an option that takes all of the text after the colon: ``gtp:my-engine --level 3`` means
``gtp:command="my-engine --level 3"``. The class attribute ``first`` contains the name of an option that takes the text
before the first comma, as in ``bot:my_bot.py,memory=256``. Names that the user has saved (see `play.saved_players`) are
accepted everywhere.

Players are registered as entry points, so other packages can add more. Each player is loaded on first use. Its options
are the annotated parameters of its constructor, and it plays the game whose positions its `choose` method accepts.
Nothing has to be declared twice.
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
"""Anything that can act as a player: a name, a function of a position, or an object or class with a `choose` method."""


_DECLARED = ("group", "sizes", "alternatives", "story", "rest", "first", "is_stoppable", "is_lasting", "grows_tree")


@dataclass(frozen=True, slots=True)
class RegisteredPlayer:
    """A registered player and its declared properties."""

    name: str
    """Name under which the player is registered."""

    make: Callable[..., Player]
    """Class or function that creates the player."""

    options: tuple[Option, ...]
    """Options that the player accepts."""

    description: str
    """First line of the player's docstring."""

    plays: type | None
    """Class of positions that the player supports; None if it can play any game."""

    label: str
    """Name shown to users."""

    promise: str
    """Playing style in a few words."""

    group: str
    """Heading under which lists of players show this player."""

    sizes: tuple[int, ...] | None
    """Board widths that the player supports; None if there is no restriction."""

    alternatives: tuple[tuple[str, ...], ...]
    """Groups of mutually exclusive options."""

    story: Story | None
    """Publication in which the program appeared; None if it was not published."""

    rest: str | None
    """Option whose value is all of the text after the colon, unless that text starts with an option's name and ``=``.
    """

    first: str | None
    """Option whose value is the text up to the first comma, unless that text starts with an option's name and ``=``."""

    is_stoppable: bool
    """True if `Player.stop` interrupts a running search."""

    is_lasting: bool
    """True if the same object should be reused for later moves."""

    grows_tree: bool
    """True if `Player.search` returns the tree that was searched."""

    @property
    def stands_alone(self) -> bool:
        """True if the player can be created without options."""
        return not any(option.is_required for option in self.options)

    def can_play(self, position: GamePosition) -> bool:
        """True if the player supports this kind of game and this board size."""
        return self.why_not(position) is None

    def why_not(self, position: GamePosition) -> str | None:
        """Explain why the player cannot play this kind of game or on this board size. Returns None if it can."""
        if self.plays is not None and not isinstance(position, self.plays):
            theirs = getattr(self.plays, "game", Text("another game"))
            return Text("it plays {own}, not {other}", own=_title(theirs), other=_title(position.game))
        if self.sizes is not None and position.width not in self.sizes:
            boards = ", ".join(f"{each}×{each}" for each in self.sizes)
            other = f"{position.width}×{position.height}"
            return Text("it plays on boards of {boards}, not {other}", boards=boards, other=other)
        return None


def _title(game: object) -> str:
    try:
        return kind_of(str(game)).title
    except OptionError:
        return str(game)


def names() -> tuple[str, ...]:
    """Names of all registered players, in order of declaration."""
    return plugins.names(plugins.PLAYERS)


def spelt(text: str) -> str:
    """Correct the case of a player's name, for example ``Level3`` to ``level3``.

    Text that already starts with a registered or saved name is returned unchanged.
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
    """Look up a registered player by name. Raises OptionError if there is none."""
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
    """Return all registered players that can be loaded, including those from other packages."""
    found = []
    for name in names():
        with suppress(Exception):  # another package's player may fail in any way
            found.append(entry(name))
    return tuple(found)


def stories(players: Iterable[RegisteredPlayer]) -> dict[Story, tuple[str, ...]]:
    """Map each publication, in numerical order, to the names of the players that come from it."""
    told = sorted(dict.fromkeys(player.story for player in players if player.story), key=lambda story: story.number)
    return {story: tuple(player.name for player in players if player.story == story) for story in told}


def published(word: str) -> tuple[Story, Word] | None:
    """Look up a name that a publication uses. Returns None if no publication uses it.

    Otherwise, the result contains the publication and the name's equivalent in this package.
    """
    wanted = word.strip().casefold()
    for story in stories(entries()):
        for each in story.words:
            if each.word.casefold() == wanted:
                return story, each
    return None


def entry_of(text: str) -> RegisteredPlayer:
    """Look up the registered player that `text` refers to, directly or by a saved name.

    Raises OptionError if there is no such player.
    """
    return entry(expanded(text).partition(":")[0].strip())


def expanded(text: str) -> str:
    """Replace a saved name in `text` with the player that was saved under it.

    Options in `text` override the options saved with the player. Raises OutflankError if the options cannot be
    combined.
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
    """Create a player from a name, a function of a position, or an object with a `choose` method.

    A class is instantiated first. The function or method may accept the time left as a second argument. It may return a
    move in place of an Analysis. Raises OptionError if `thing` cannot act as a player.
    """
    if isinstance(thing, str):
        return create(thing, plays=plays)
    if isinstance(thing, type):
        thing = _made(thing)
    return _adapted(thing)


def _adapted(thing: Any) -> Player:
    """Wrap a function, or an object with a `choose` method, as a player."""
    return FunctionPlayer(getattr(thing, "choose", thing), getattr(thing, "follow", None))


def create(text: str, *, plays: GamePosition | None = None, **known: Any) -> Player:
    """Create the player that `text` describes. Raises OptionError with the player's name and the problem.

    `known` contains values such as ``seed=5`` for options that `text` does not set. Values of None, and options that
    the player does not have, are ignored. `plays` is a position whose kind of game and board size the player must
    support.
    """
    if not isinstance(text, str):
        raise OptionError(
            "expected a player's name, got {text}; as_player takes objects and functions", text=described(text)
        )
    if plays is not None and not hasattr(plays, "legal_moves"):
        raise OptionError(f"expected a position, got {described(plays)}")
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
    """True if `text` refers to a player from outside this package, whose code may do anything."""
    name = expanded(text).partition(":")[0].strip()
    module = plugins.module_of(plugins.PLAYERS, name)
    return name == "module" or (module is not None and module.partition(".")[0] != "outflank")


def is_harmless(text: str) -> bool:
    """True if `text` refers to one of this package's players that runs no other program, so a file may safely name it.

    Saved names are always considered harmless, because the user chose them.
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
    """Class of positions that a player's `choose` method accepts; None if it accepts any or is not annotated."""
    hint = get_type_hints(make.choose).get("position") if hasattr(make, "choose") else None
    return hint if isinstance(hint, type) and hint is not GamePosition else None


def _from_module(where: str, text: str, known: Mapping[str, Any]) -> Player:
    """Create a player from the user's code, written as ``FILE.py:NAME`` or ``package.module:NAME``.

    Options follow after another colon.
    """
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
    """Instantiate a class without arguments. Raises OptionError if its constructor requires any."""
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
    """Import a module by file name or dotted name. Repeated calls return the same module."""
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
