"""Players by name: ``budget``, ``budget:nodes=3000,mode=fair``, ``module:my_bot.py:MyPlayer``.

Players are entry points of the group `GROUP`, so that another package can add its own by declaring one; each is loaded
when it is first asked for. The options of a player are the parameters of its constructor, and their types the
annotations there; the game it plays is that of the positions that its `choose` takes: nothing about a player is
written twice.
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
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from outflank.errors import OptionError, excerpt
from outflank.play.player import Player, as_player
from outflank.play.position import Position

GROUP = "outflank.players"

_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a player: its name, type and default; `choices` are the words it may be, if it is one of a few."""

    name: str
    type: type
    default: Any
    choices: tuple[str, ...] = ()

    def parse(self, text: str) -> Any:
        """The value that `text` stands for. Raises OptionError."""
        if self.choices:
            if text in self.choices:
                return text
            raise OptionError(f"expected {self.name} to be {' or '.join(self.choices)}, got {excerpt(text)}")
        if self.type is bool:
            if text.lower() in _WORDS:
                return _WORDS[text.lower()]
            raise OptionError(f"expected {self.name} to be on or off, got {excerpt(text)}")
        try:
            return self.type(text)
        except ValueError:
            kind = {int: "a whole number", float: "a number"}[self.type]
            raise OptionError(f"expected {self.name} to be {kind}, got {excerpt(text)}") from None

    def __str__(self) -> str:
        if self.choices:
            rest = [choice for choice in self.choices if choice != self.default]
            return f"{self.name}={'|'.join([self.default, *rest])}"
        if self.default is None:
            return f"{self.name}=…"
        return f"{self.name}={'on' if self.default is True else 'off' if self.default is False else self.default}"


@dataclass(frozen=True, slots=True)
class Entry:
    """A registered player: its name, what makes one, its options, a sentence about it, and what it plays.

    `plays` is the class of the positions that it can choose a move in, `object` for those of any game.
    """

    name: str
    make: Callable[..., Player]
    options: tuple[Option, ...]
    description: str
    plays: type


@cache
def names(group: str = GROUP) -> tuple[str, ...]:
    """The names of all registered players, in the order of their packages' declarations."""
    from importlib.metadata import entry_points  # here, because it would make up a third of `import outflank`

    return tuple(dict.fromkeys(point.name for point in entry_points(group=group)))


@cache
def entry(name: str, group: str = GROUP) -> Entry:
    """The registered player of a name. Raises OptionError."""
    from importlib.metadata import entry_points

    points = tuple(entry_points(group=group, name=name))
    if not points:
        known = ", ".join(names(group))
        raise OptionError(f"unknown player {excerpt(name)}: expected one of {known}, or module:FILE.py:NAME")
    make = points[0].load()
    description = inspect.cleandoc(make.__doc__ or "").partition("\n")[0]
    return Entry(name, make, _options(make), description, _plays(make))


def create(text: str, *, group: str = GROUP, plays: Position | None = None, **known: Any) -> Player:
    """The player that `text` names. Raises OptionError, which names the player and what is wrong.

    `known`, such as ``seed=5``, is passed on to players that have options of these names, unless the text sets them;
    None is no value. With `plays`, a position of some game, the player must be one that plays this game, on a board of
    this size if it has an attribute `sizes`.
    """
    name, _, options = text.partition(":")
    if name == "module":
        return _from_module(options, text, known)
    found = entry(name.strip(), group)
    if plays is not None and not isinstance(plays, found.plays):
        theirs, ours = (getattr(kind, "game", kind.__name__) for kind in (found.plays, type(plays)))
        raise OptionError(f"player {excerpt(text, 40)}: it plays {theirs}, not {ours}")
    sizes, size = getattr(found.make, "sizes", None), getattr(plays, "size", None)
    if sizes is not None and size is not None and size not in sizes:
        boards = " and ".join(f"{each}×{each}" for each in sizes)
        raise OptionError(f"player {excerpt(text, 40)}: it plays on boards of {boards}, not {size}×{size}")
    try:
        return found.make(**_parse_options(options, found.options, known))
    except OptionError as error:
        raise OptionError(f"player {excerpt(text, 40)}: {error}") from None


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


def _options(make: Callable[..., Any]) -> tuple[Option, ...]:
    """The options that the parameters of a constructor describe."""
    hints = get_type_hints(make.__init__ if inspect.isclass(make) else make)
    options = []
    for parameter in inspect.signature(make).parameters.values():
        hint = hints.get(parameter.name, str)
        choices = get_args(hint) if get_origin(hint) is Literal else ()
        if isinstance(hint, UnionType):  # `int | None`: the option may be left out
            hint = next(part for part in get_args(hint) if part is not NoneType)
        options.append(Option(parameter.name, str if choices else hint, parameter.default, choices))
    return tuple(options)


def _plays(make: Callable[..., Any]) -> type:
    """The class of positions that a player's `choose` says it takes."""
    hint = get_type_hints(make.choose).get("position") if hasattr(make, "choose") else None
    return hint if isinstance(hint, type) and hint is not Position else object


def _from_module(where: str, text: str, known: Mapping[str, Any]) -> Player:
    """A player from a person's own code: ``FILE.py:NAME`` or ``package.module:NAME``, options after another colon."""
    match = re.fullmatch(r"(?P<module>.+\.py|[\w.]+):(?P<name>\w+)(?::(?P<options>.*))?", where)
    if match is None:
        raise OptionError(f"player {excerpt(text, 40)}: expected module:FILE.py:NAME or module:PACKAGE.MODULE:NAME")
    module = _import(match["module"])
    thing = getattr(module, match["name"], None)
    if thing is None:
        raise OptionError(f"player {excerpt(text, 40)}: {match['module']} defines no {excerpt(match['name'])}")
    options = match["options"] or ""
    try:
        if inspect.isclass(thing):
            return as_player(thing(**_parse_options(options, _options(thing), known)))
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
    except (Exception, SystemExit) as error:  # whatever a stranger's file does while it is read
        raise OptionError(
            f"cannot import {excerpt(module, 80)}: {type(error).__name__}: {excerpt(str(error), 120)}"
        ) from error
