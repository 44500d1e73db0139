"""Players by name: ``budget``, ``budget:nodes=3000,mode=fair``, ``module:my_bot.py:MyPlayer``.

Players are entry points, so that another package can add its own by declaring one; each is loaded when it is first
asked for. The options of a player are the parameters of its constructor, described by their annotations (see
`play.options`); the game it plays is that of the positions that its `choose` takes: nothing about a player is written
twice.
"""

import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

from outflank import plugins
from outflank.errors import OptionError, excerpt
from outflank.play.analysis import Analysis
from outflank.play.game import kind_of
from outflank.play.options import Option, options_of
from outflank.play.player import FunctionPlayer, Player, Story
from outflank.play.position import GamePosition, Move

PlayerLike = str | Player | Callable[[Any], Move | Analysis]
"""Whatever may stand for a player: a name, an object with `choose`, a function of a position."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A registered player: its name, what makes one, its options, a sentence about it, and what it plays.

    `plays` is the class of the positions that it can choose a move in, None for those of any game. `label` is what
    people call it, `promise` what it does in a few words, `group` where it stands in a list, `story` where it was
    published, if it was. Of the options in one of `alternatives` only one can be given.
    """

    name: str
    make: Callable[..., Player]
    options: tuple[Option, ...]
    description: str
    plays: type | None
    sizes: tuple[int, ...] | None
    label: str
    promise: str
    group: str
    alternatives: tuple[tuple[str, ...], ...]
    story: Story | None

    def can_play(self, position: GamePosition) -> bool:
        """Whether it can choose a move in positions like this one, on a board of this size."""
        return self.why_not(position) is None

    def why_not(self, position: GamePosition) -> str | None:
        """Why it cannot play in positions like this one; None if it can."""
        if self.plays is not None and not isinstance(position, self.plays):
            theirs = getattr(self.plays, "game", "another game")
            return f"it plays {_title(theirs)}, not {_title(position.game)}"
        if self.sizes is not None and position.width not in self.sizes:
            boards = " and ".join(f"{each}×{each}" for each in self.sizes)
            return f"it plays on boards of {boards}, not {position.width}×{position.height}"
        return None


def _title(game: object) -> str:
    try:
        return kind_of(str(game)).title
    except OptionError:
        return str(game)


def names() -> tuple[str, ...]:
    """The names of all registered players, in the order of their packages' declarations."""
    return plugins.names(plugins.PLAYERS)


@cache
def entry(name: str) -> Entry:
    """The registered player of a name. Raises OptionError."""
    try:
        make = plugins.load(plugins.PLAYERS, name)
    except KeyError:
        known = ", ".join(names())
        raise OptionError(f"unknown player {excerpt(name)}: expected one of {known}, or module:FILE.py:NAME") from None
    description = inspect.cleandoc(make.__doc__ or "").partition("\n")[0]
    return Entry(
        name,
        make,
        options_of(make),
        description,
        _plays(make),
        getattr(make, "sizes", None),
        getattr(make, "label", name.capitalize()),
        getattr(make, "promise", description),
        getattr(make, "group", "Others"),
        getattr(make, "alternatives", ()),
        getattr(make, "story", None),
    )


def as_player(thing: PlayerLike, *, plays: GamePosition | None = None) -> Player:
    """A player from whatever a person may write as one: a name, a function of a position, or an object with `choose`.

    A function, and a method `choose`, may take the time left as a second argument or leave it out, and return a bare
    move instead of an Analysis. Raises OptionError.
    """
    if isinstance(thing, str):
        return create(thing, plays=plays)
    choose: Any = getattr(thing, "choose", thing)
    return FunctionPlayer(choose)


def create(text: str, *, plays: GamePosition | None = None, **known: Any) -> Player:
    """The player that `text` names. Raises OptionError, which names the player and what is wrong.

    `known`, such as ``seed=5``, is passed on to players that have options of these names, unless the text sets them;
    None is no value. With `plays`, a position of some game, the player must be one that plays this game, on a board of
    this size if it has an attribute `sizes`.
    """
    name, _, options = text.partition(":")
    if name == "module":
        return _from_module(options, text, known)
    found = entry(name.strip())
    reason = None if plays is None else found.why_not(plays)
    if reason is not None:
        raise OptionError(f"player {excerpt(text, 40)}: {reason}")
    try:
        return found.make(**_parse_options(options, found.options, known))
    except OptionError as error:
        raise OptionError(f"player {excerpt(text, 40)}: {error}") from None


def is_foreign(text: str) -> bool:
    """Whether the player that `text` names is not one of this package's own, so that it may do anything at all."""
    name = text.partition(":")[0].strip()
    module = plugins.module_of(plugins.PLAYERS, name)
    return name == "module" or (module is not None and module.partition(".")[0] != "outflank")


def _parse_options(text: str, options: tuple[Option, ...], known: Mapping[str, Any]) -> dict[str, Any]:
    """``"nodes=3000,mode=fair"`` as keyword arguments.

    A bare word switches the on/off option of that name on, or is one of the words that some option may be. What is
    `known` goes to the options of these names that the text does not set.
    """
    by_name = {option.name: option for option in options}
    values: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals and key not in by_name:
            key, equals, value = next((o.name for o in options if key in o.choices), key), "=", key
        option = by_name.get(key)
        if option is None:
            names = ", ".join(by_name) or "none"
            raise OptionError(f"unknown option {excerpt(key)}, expected one of: {names}")
        if key in values:
            raise OptionError(f"option {key} is given twice")
        values[key] = option.parse(value if equals else "on")
    return {name: known[name] for name in known.keys() & by_name.keys() if known[name] is not None} | values


def _plays(make: Callable[..., Any]) -> type | None:
    """The class of positions that a player's `choose` says it takes; None if it says nothing, or takes any."""
    hint = get_type_hints(make.choose).get("position") if hasattr(make, "choose") else None
    return hint if isinstance(hint, type) and hint is not GamePosition else None


def _from_module(where: str, text: str, known: Mapping[str, Any]) -> Player:
    """A player from a person's own code: ``FILE.py:NAME`` or ``package.module:NAME``, options after another colon."""
    match = re.fullmatch(r"(?P<module>.+\.py|[\w.]+):(?P<name>\w+)(?::(?P<options>.*))?", where)
    if match is None:
        raise OptionError(f"player {excerpt(text, 40)}: expected module:FILE.py:NAME or module:PACKAGE.MODULE:NAME")
    module = _import(match["module"])
    thing: Any = getattr(module, match["name"], None)
    if thing is None:
        raise OptionError(f"player {excerpt(text, 40)}: {match['module']} defines no {excerpt(match['name'])}")
    options = match["options"] or ""
    try:
        if inspect.isclass(thing):
            made: Any = thing(**_parse_options(options, options_of(thing), known))
            return as_player(made)
        _parse_options(options, (), {})
        return as_player(thing)
    except OptionError as error:
        raise OptionError(f"player {excerpt(text, 40)}: {error}") from None
    except (Exception, SystemExit) as error:
        raise OptionError(
            f"player {excerpt(text, 40)}: it fails to start: {type(error).__name__}: {excerpt(str(error), 120)}"
        ) from error


@cache
def _import(module: str) -> ModuleType:
    """Import a module by its file or its dotted name, once."""
    path = Path(module)
    if module.endswith(".py") and not path.is_file():
        raise OptionError(f"there is no file {excerpt(module, 80)}")
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
    except (Exception, SystemExit) as error:  # whatever a foreign player's file does while it is read
        raise OptionError(
            f"cannot import {excerpt(module, 80)}: {type(error).__name__}: {excerpt(str(error), 120)}"
        ) from error
