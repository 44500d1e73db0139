"""The catalogue of games and players that a page can choose from, and this server's limits on player options.

Players describe themselves (see `play.registry` and `play.options`). This module adds the restrictions that a public
server needs, so that visitors cannot run programs on it. A page may send only

- the names of registered players
- option values within the ranges allowed for pages
- options that are neither private nor free text, such as a file name or a command

A local server also offers the players saved on this machine, but only by name. The players themselves are created in
worker processes, so importing this module compiles nothing and takes little memory.
"""

import hashlib
import math
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cache, lru_cache
from typing import Any

from outflank.characters import LADDER, ratings, strength
from outflank.errors import OptionError, OutflankError, excerpt
from outflank.play import PERSON, GameKind, GamePosition, Setup, kind_of, kinds, registry, saved_players
from outflank.play.options import Option
from outflank.play.player import Story
from outflank.play.registry import RegisteredPlayer
from outflank.rules import DiscPosition, Position
from outflank.text import Text, dumps
from outflank.web import logs

_FIRST = "coco"
"""The default opponent, a character that makes beginners' mistakes."""

_OFFERED = (int, float, bool)
_OWN = Text("Your own")  # the group of players saved on this machine


# --- games ------------------------------------------------------------------------------------------------------------


@cache
def offered_kinds() -> tuple[str, ...]:
    """The names of the available games, with Othello first.

    Games from other packages that fail to load are left out.
    """
    return tuple(name for name in sorted(kinds(), key=lambda name: name != Position.game) if _loads(name))


def kind_named(name: str) -> GameKind[Any]:
    """Look up a game by the name that a page sent.

    Raises OptionError if this server does not offer the game.
    """
    if name not in offered_kinds():
        raise OptionError(
            "expected a game ({kinds}), got {name}", kinds=" or ".join(offered_kinds()), name=excerpt(name)
        )
    return kind_of(name)


def start_of(kind: str, text: str) -> GamePosition:
    """Parse a position that a page sent. An empty string stands for the game's usual start.

    Raises OutflankError if the game is not offered or the position is invalid.
    """
    game = kind_named(kind)
    position: GamePosition = game.read(text) if text else game.start(Setup())
    return position


@cache
def described() -> dict[str, dict[str, Any]]:
    """The descriptions that are sent to pages, one for each game, keyed by the game's name.

    A player of several games is described once: in a later game, it has only its name and the fields that differ.
    """
    kinds = {name: describe(name) for name in offered_kinds()}
    known: dict[str, dict[str, Any]] = {}
    for kind in kinds.values():
        players = {player["name"]: player for player in kind["players"]}
        kind["players"] = [_differences(player, known.get(name, {})) for name, player in players.items()]
        known |= players
    return kinds


def _differences(player: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    return {
        field: value
        for field, value in player.items()
        if field == "name" or field not in known or known[field] != value
    }


@cache
def edition() -> str:
    """A hash of `described()`. Pages use it to avoid downloading descriptions that they already have."""
    return hashlib.sha256(dumps(described()).encode()).hexdigest()[:16]


def describe(name: str) -> dict[str, Any]:
    """Describe a game for the page: its names, board sizes and players, and whether the engine can analyse it."""
    kind, characters = kind_of(name), _characters([entry.name for entry, _ in _offered(name)])
    return {
        "title": Text(kind.title),
        "goal": Text(kind.goal),
        "names": list(map(Text, kind.seats)),
        "sizes": list(kind.sizes),
        "start": kind.write(kind.start(Setup())) if kind.sizes else "",
        "opponents": list(kind.opponents),
        "first": _FIRST if characters else "",
        "analysed": can_analyse(kind.start(Setup())),
        "players": [_described(entry, sizes) for entry, sizes in _offered(name)],
        "characters": characters,
    }


def can_analyse(position: GamePosition) -> bool:
    """True if the engine can analyse this game's positions."""
    return isinstance(position, DiscPosition)


def _loads(name: str) -> bool:
    try:
        kind_of(name).start(Setup())
    except Exception as error:  # another package's game may raise anything
        logs.event(logs.WARNING, "game not offered", kind=name, reason=f"{type(error).__name__}: {error}")
        return False
    return True


# --- players ----------------------------------------------------------------------------------------------------------


def check(text: str, position: GamePosition) -> str:
    """Validate the player that a page has chosen for a position, and return its name and options in normalised form.

    Raises OptionError if the player is unknown, cannot play the position or has invalid options.
    """
    text = text.strip()
    if text == PERSON:
        return PERSON
    name, _, options = text.partition(":")
    entry = _entry(name.strip())
    if entry is None:
        raise OptionError("this server offers no player {player}", player=excerpt(text, 40))
    reason = entry.why_not(position)
    if reason is not None:
        raise OptionError("{player} cannot play this game: {reason}", player=_words_of(entry)["label"], reason=reason)
    given = _parsed(entry, options)
    checked = ",".join(f"{key}={_as_text(value)}" for key, value in given.items())
    return f"{entry.name}:{checked}" if checked else entry.name


def label(text: str) -> str:
    """The name and options of a player, as the page displays them."""
    name, _, options = text.partition(":")
    if name == PERSON:
        return Text("You")
    entry = _entry(name)
    if entry is None:
        return text
    forms = {option.name: option.form for option in entry.options}
    found = _words_of(entry)["label"]
    for part in filter(None, options.split(",")):
        key, _, value = part.partition("=")
        if form := forms.get(key, f"{key} {{value}}"):
            setting = Text(form, value=value.removesuffix(".0").replace("_", "-"))
            found = Text("{player}, {setting}", player=found, setting=setting)
    return found


@lru_cache(4096)
def spoken(label: str) -> str:
    """Convert a stored player label into translatable text. The label of an unknown player is returned unchanged."""
    name, *settings = label.split(", ")
    entry = next((each for each in _all() if each.label == name and each.group is not _OWN), None)
    if entry is None:
        return label
    forms = sorted((option.form for option in entry.options if option.form), key=len, reverse=True)  # longest first
    found = Text(name)
    for setting in settings:
        for form in forms:
            before, _, after = form.partition("{value}")
            if setting.startswith(before) and setting.endswith(after):
                value = setting.removeprefix(before).removesuffix(after)
                found = Text("{player}, {setting}", player=found, setting=Text(form, value=value))
                break
        else:
            return label
    return found


def players_of(labels: Sequence[str], persons: Collection[int], own: int | None = None) -> list[str]:
    """Convert the player labels of a stored game into the names that a page shows.

    Names of people (the seats in `persons`) stay plain strings, and program labels become translatable. For the person
    in the seat `own`, other people without a name are guests.
    """
    guests = () if own is None else [seat for seat in persons if seat != own]
    return [
        (label or (Text("Guest") if seat in guests else "")) if seat in persons else spoken(label)
        for seat, label in enumerate(labels)
    ]


def minds_time(text: str) -> bool:
    """True if a player observes its time limit, which is the case for every player that can be stopped."""
    entry = _entry(text.partition(":")[0])
    return entry is not None and entry.is_stoppable


def _entry(name: str) -> RegisteredPlayer | None:
    return next((entry for entry in _all() if entry.name == name), None)


@cache
def _all() -> tuple[RegisteredPlayer, ...]:
    """All players that can be created without arguments, and the saved players if this server offers them."""
    return (*(entry for entry in registry.entries() if entry.stands_alone), *_own)


_own: list[RegisteredPlayer] = []  # the saved players, if offered


def offer_saved() -> None:
    """Also offer the players saved on this machine. Only a local server does this.

    Pages cannot change the options of these players.
    """
    _own.clear()
    saved: Iterable[str] = ()
    try:
        saved = saved_players.saved()
    except OutflankError as error:
        logs.event(logs.WARNING, "saved players not offered", reason=str(error))
    for name in saved:
        with suppress(OptionError):  # the saved name refers to no registered player
            entry = registry.entry_of(name)
            promise = Text("{player}, as you saved it", player=Text(entry.label))
            own = replace(entry, name=name, label=name, group=_OWN, promise=promise)
            _own.append(replace(own, options=(), alternatives=(), story=None))
    for known in (_all, _offered, described, edition):
        known.cache_clear()


@cache
def _offered(kind: str) -> tuple[tuple[RegisteredPlayer, tuple[int, ...]], ...]:
    """The players available for a game, each with the board sizes that it supports.

    The tuple of sizes is empty for a game with only one board. The characters come last, in ladder order.
    """
    game = kind_of(kind)
    starts = {size: game.start(Setup(size=size)) for size in game.sizes}
    found = []
    for entry in _all():
        sizes = tuple(size for size, start in starts.items() if entry.can_play(start))
        if sizes or (not starts and entry.can_play(game.start(Setup()))):
            found.append((entry, sizes))
    ladder = [character.name for character in LADDER]
    return tuple(sorted(found, key=lambda each: ladder.index(each[0].name) if each[0].name in ladder else -1))


def _described(entry: RegisteredPlayer, sizes: tuple[int, ...]) -> dict[str, Any]:
    """Describe a player for the page: its name, promise, group and board sizes, and its options as form fields."""
    options = _options(entry)
    names = {option.name for option in options}
    return {
        "name": entry.name,
        **_words_of(entry),
        "sizes": list(sizes),
        "searches": entry.grows_tree,
        "options": [_field(option) for option in options],
        "either": [name for group in entry.alternatives for name in group if name in names],
    }


def _words_of(entry: RegisteredPlayer) -> dict[str, str]:
    """A player's label, promise and group. A saved player's label was chosen by the user, so it is not translated."""
    label = entry.label if entry.group is _OWN else Text(entry.label)
    return {"label": label, "promise": Text(entry.promise), "group": Text(entry.group)}


def _characters(offered: Sequence[str]) -> list[dict[str, Any]]:
    """The ladder of characters available for a game, weakest first, with their ratings."""
    measured = ratings()
    found = []
    for character in LADDER:
        if character.name in offered:
            rating = measured.get(character.name)
            known = None
            if rating:
                word = Text(strength(rating.rating))
                known = {"rating": rating.rating, "error_95": rating.error_95, "strength": word}
            about = {"name": character.name, "plays": character.plays, "animal": character.animal}
            found.append({**about, "rating": known})
    return found


def approaches() -> dict[str, str]:
    """Describe the moves that each character prefers."""
    return {character.name: Text(character.approach) for character in LADDER}


@cache
def stories() -> list[dict[str, Any]]:
    """The publications behind the players, each with the first game that has players from it, and their names."""
    found: dict[str, dict[str, Any]] = {}
    for kind in offered_kinds():
        for story, members in registry.stories([entry for entry, _ in _offered(kind)]).items():
            found.setdefault(story.title, _story(story) | {"kind": kind, "members": list(members)})
    return sorted(found.values(), key=lambda story: story["number"] or math.inf)


def _story(story: Story) -> dict[str, Any]:
    texts = {name: Text(getattr(story, name)) for name in ("title", "source", "published", "text", "press")}
    return asdict(story) | texts | {"mends": list(map(Text, story.mends))}


# --- their options ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PageRange:
    """The range and default of an option on a page. This range is narrower than the player's own."""

    least: float | None = None
    most: float | None = None
    default: Any = None


_SECONDS = PageRange(0.05, 30)
_PAGE_RANGES = {
    ("lookahead", "depth"): PageRange(most=7),
    ("budget", "nodes"): PageRange(most=200_000),
    ("deepening", "time"): PageRange(0.05, 30, 2.0),
    ("deepening", "depth"): PageRange(most=12),
    ("engine", "level"): PageRange(default=10),
    ("engine", "time"): _SECONDS,
    ("max_n", "depth"): PageRange(most=4),
    ("paranoid", "depth"): PageRange(most=4),
    ("tribolo", "depth"): PageRange(most=3),
    ("tribolo", "time"): _SECONDS,
}
"""The ranges for pages, keyed by player and option."""


def _options(entry: RegisteredPlayer) -> list[Option]:
    """The player options that a page may set, limited to the ranges for pages."""
    return [
        _narrowed(option, _PAGE_RANGES.get((entry.name, option.name), PageRange()))
        for option in entry.options
        if not option.about.private and (option.choices or option.type in _OFFERED)
    ]


def _narrowed(option: Option, page: PageRange) -> Option:
    about = option.about
    if page.least is not None:
        about = replace(about, least=page.least, above=False)
    if page.most is not None:
        about = replace(about, most=page.most)
    return replace(option, about=about, default=option.default if page.default is None else page.default)


def _parsed(entry: RegisteredPlayer, text: str) -> dict[str, Any]:
    """Parse and validate a string of options, and fill in this server's defaults."""
    offered = {option.name: option for option in _options(entry)}
    given: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        option = offered.get(key)
        if option is None:
            raise OptionError("{player} has no option {option} here", player=entry.name, option=excerpt(key))
        given[key] = option.check(option.parse(value if equals else "on"))
    ruled_out = set()
    for group in entry.alternatives:
        chosen = [key for key in group if key in given]
        if len(chosen) > 1:
            raise OptionError("{player}: expected {options}, got both", player=entry.name, options=" or ".join(chosen))
        ruled_out |= set(group) if chosen else set()
    first = {name: _PAGE_RANGES.get((entry.name, name), PageRange()).default for name in offered}
    return {name: value for name, value in first.items() if value is not None and name not in ruled_out} | given


def _field(option: Option) -> dict[str, Any]:
    """Describe an option as a form field. Its `choices` are pairs of a value and a label."""
    about = option.about
    values = option.choices or tuple(about.words)
    return {
        "name": option.name,
        "type": "choice" if values else option.type.__name__,
        "default": str(option.default) if values else option.default,
        "choices": [[str(value), Text(about.words.get(value, str(value)))] for value in values],
        "least": about.least,
        "most": about.most,
    }


def _as_text(value: Any) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
