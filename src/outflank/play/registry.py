"""Players by name: ``budget``, ``budget:nodes=3000,mode=fair``, ``module:my_bot.py:MyPlayer``.

Behind the name stand its options (see `play.options`), or, for a player whose class has an attribute ``rest``, all of
that option: ``gtp:my-engine --level 3`` says the same as ``gtp:command="my-engine --level 3"``; or, for one with an
attribute ``first``, what comes before the first comma is that option: ``bot:my_bot.py,memory=256``. Names that a person
has given to players (see `play.saved_players`) stand for them everywhere.

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
"""Whatever may stand for a player: a name, an object with `choose` or its class, a function of a position."""


_DECLARED = ("group", "sizes", "alternatives", "story", "rest", "first", "is_stoppable", "is_lasting", "grows_tree")


@dataclass(frozen=True, slots=True)
class RegisteredPlayer:
    """A registered player: its name, what makes one, its options, a sentence about it, and what it plays.

    `plays` is the class of the positions that it can choose a move in, None for those of any game. `label` is what
    people call it, `promise` what it does in a few words, `group` where it stands in a list, `story` where it was
    published, if it was. Of the options in one of `alternatives` only one can be given. `rest` is the option that all
    of the text behind the name is, unless it begins with the name of an option and ``=``; `first` the option that its
    beginning up to a comma is, in the same way.
    """

    name: str
    make: Callable[..., Player]
    options: tuple[Option, ...]
    description: str
    plays: type | None
    label: str
    promise: str
    group: str
    sizes: tuple[int, ...] | None
    alternatives: tuple[tuple[str, ...], ...]
    story: Story | None
    rest: str | None
    first: str | None
    is_stoppable: bool
    is_lasting: bool
    grows_tree: bool

    @property
    def stands_alone(self) -> bool:
        """Whether it can be made without being told anything."""
        return not any(option.is_required for option in self.options)

    def can_play(self, position: GamePosition) -> bool:
        """Whether it can choose a move in positions like this one, on a board of this size."""
        return self.why_not(position) is None

    def why_not(self, position: GamePosition) -> str | None:
        """Why it cannot play in positions like this one; None if it can."""
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
    """The names of all registered players, in the order of their packages' declarations."""
    return plugins.names(plugins.PLAYERS)


def spelt(text: str) -> str:
    """A player as people may write it, ``Level3``, with the name in the capitals that it has, ``level3``.

    A name that is spelt as a registered or saved one is that one.
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
    """The registered player of a name. Raises OptionError."""
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
        every = (*names(), *saved_players.saved())
        if near(name, every):  # which a list of all would hide
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
    """All registered players that load, whoever wrote them."""
    found = []
    for name in names():
        with suppress(Exception):  # whatever is wrong with another package's player
            found.append(entry(name))
    return tuple(found)


def stories(players: Iterable[RegisteredPlayer]) -> dict[Story, tuple[str, ...]]:
    """The publications that players come from, in the order of their numbers, and the names of these players."""
    told = sorted(dict.fromkeys(player.story for player in players if player.story), key=lambda story: story.number)
    return {story: tuple(player.name for player in players if player.story == story) for story in told}


def published(word: str) -> tuple[Story, Word] | None:
    """The publication that a word is one of, and where it lives here; None if it is a word of none."""
    wanted = word.strip().casefold()
    for story in stories(entries()):
        for each in story.words:
            if each.word.casefold() == wanted:
                return story, each
    return None


def entry_of(text: str) -> RegisteredPlayer:
    """The registered player that `text` names, by a name of its own or a saved one. Raises OptionError."""
    return entry(expanded(text).partition(":")[0].strip())


def expanded(text: str) -> str:
    """A player as `text` names it, with what a saved name stands for in its place.

    Options behind a saved name are added, and take the place of those that it has. Raises OutflankError.
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
            "player {text}: it takes no options, as it stands for {stands_for}",
            text=excerpt(text, 40),
            stands_for=excerpt(stands_for, 60),
        )
    found = entry(name)
    pairs = dict(pairs_of(options, found.options, found.rest, found.first)) | dict(split(more))
    written = (key if value is None else f"{key}={quoted(value)}" for key, value in pairs.items())
    return f"{name}:{','.join(written)}"


def as_player(thing: PlayerLike, *, plays: GamePosition | None = None) -> Player:
    """A player from whatever a person may write as one: a name, a function of a position, an object with `choose`.

    A class stands for an object of it. A function, and a method `choose`, may take the time left as a second argument
    or leave it out, and return a bare move instead of an Analysis. Raises OptionError.
    """
    if isinstance(thing, str):
        return create(thing, plays=plays)
    if isinstance(thing, type):
        thing = _made(thing)
    return _adapted(thing)


def _adapted(thing: Any) -> Player:
    """A player made of an object of somebody's, which need not know of `Player`, or of a function."""
    return FunctionPlayer(getattr(thing, "choose", thing), getattr(thing, "follow", None))


def create(text: str, *, plays: GamePosition | None = None, **known: Any) -> Player:
    """The player that `text` names. Raises OptionError, which names the player and what is wrong.

    `known`, such as ``seed=5``, is passed on to players that have options of these names, unless the text sets them;
    None is no value. With `plays`, a position of some game, the player must be one that plays this game, on a board of
    this size if it has an attribute `sizes`.
    """
    if not isinstance(text, str):
        raise OptionError(
            "expected the name of a player, got {text}; as_player takes objects and functions", text=described(text)
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
    """Whether the player that `text` names is not one of this package's own, so that it may do anything at all."""
    name = expanded(text).partition(":")[0].strip()
    module = plugins.module_of(plugins.PLAYERS, name)
    return name == "module" or (module is not None and module.partition(".")[0] != "outflank")


def is_harmless(text: str) -> bool:
    """True if `text` names a player of this package that runs nothing else, so that anybody's file may name it.

    A name that the user saved is the user's own choice, whatever it stands for.
    """
    text = spelt(text)
    if text in saved_players.saved():
        return True
    name = text.partition(":")[0].strip()
    if name not in names() or is_foreign(name):
        return False
    found = entry(name)
    return found.rest is None and found.first is None  # these take a command, or the path of a program


def _plays(make: Callable[..., Any]) -> type | None:
    """The class of positions that a player's `choose` says it takes; None if it says nothing, or takes any."""
    hint = get_type_hints(make.choose).get("position") if hasattr(make, "choose") else None
    return hint if isinstance(hint, type) and hint is not GamePosition else None


def _from_module(where: str, text: str, known: Mapping[str, Any]) -> Player:
    """A player from a person's own code: ``FILE.py:NAME`` or ``package.module:NAME``, options after another colon."""
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
    """An object of a class. Raises OptionError for one that cannot be made of nothing."""
    try:
        needed = [name for name, each in inspect.signature(kind).parameters.items() if _is_needed(each)]
    except ValueError:  # written in C, and silent about itself
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
    """Import a module by its file or its dotted name, once."""
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
    except (Exception, SystemExit) as error:  # whatever a foreign player's file does while it is read
        raise OptionError(
            "cannot import {module}: {kind}: {error}",
            module=excerpt(module, 80),
            kind=type(error).__name__,
            error=excerpt(str(error), 120),
        ) from error
