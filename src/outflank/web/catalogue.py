"""The players that the page offers, with plain words for each.

They are those of the registry. Options that are free text, such as the name of a file or a command to run, are never
taken from a page: whoever can connect must not be able to run programs here. For the same reason nothing but
registered names is accepted. The players themselves are made in the workers only: what compiles or takes much memory
is not loaded here.
"""

from functools import cache
from typing import Any

from outflank.engine.levels import LEVELS
from outflank.engine.levels import level as level_of
from outflank.errors import OptionError, excerpt
from outflank.play import registry
from outflank.play.registry import Entry, Option
from outflank.rules import Position

HUMAN, ENGINE = "human", "engine"
_RUN_PROGRAMS = frozenset({"nboard", "gtp", "cassio", "external", "module"})

# What a beginner should know of each: a label, what it guarantees, and in which part of the list it stands.
_WORDS = {
    "engine": ("Outflank", "the engine, at a level of your choice", "Engine"),
    "random": ("Random", "any legal move, for the very first games", "Beginners"),
    "first": ("First", "always the first legal move", "Beginners"),
    "greedy": ("Greedy", "takes what looks best at once", "Beginners"),
    "level1": ("Computer 1", "looks 1 move ahead", "Levels"),
    "level2": ("Computer 2", "looks 2 moves ahead", "Levels"),
    "level3": ("Computer 3", "looks 3 moves ahead", "Levels"),
    "lookahead": ("Lookahead", "looks 6 moves ahead, likes corners", "Classic programs"),
    "budget": ("Budget", "shares 3,000 positions among its moves", "Classic programs"),
    "deepening": ("Deepening", "counts discs as deep as its time allows", "Classic programs"),
    "tribolo": ("Tribolo", "the published player, or the strong ones", "Levels"),
    "max_n": ("Max-n by count", "everyone for themselves, 3 moves ahead", "Levels"),
    "paranoid": ("Paranoid by count", "all against one, 3 moves ahead", "Levels"),
}
_CHOICES = {  # what the choices of an option are called
    ("engine", "level"): {str(number): f"{number}: {level_of(number).label}" for number in LEVELS},
    ("tribolo", "mode"): {
        "published": "as published: 3 moves ahead",
        "max_n": "strong: everyone for themselves",
        "paranoid": "strong: both against one",
    },
}
_SHORT = {  # how the value of an option is written behind the name of a player; "" leaves it out
    ("engine", "level"): "level {}",
    ("engine", "time"): "{} s a move",
    ("tribolo", "mode"): "{}",
    ("tribolo", "person"): "",
    ("tribolo", "time"): "",
    ("deepening", "time"): "{} s a move",
    ("lookahead", "depth"): "{} plies",
}
_FOR_THREE = ("max_n", "paranoid")
_RANGES: dict[tuple[str, str], tuple[float, float]] = {  # so that no move takes for ever
    ("deepening", "time"): (0.05, 30.0),
    ("deepening", "depth"): (1, 12),
    ("engine", "level"): (LEVELS[0], LEVELS[-1]),
    ("engine", "time"): (0.05, 30.0),
    ("lookahead", "depth"): (1, 7),
    ("budget", "nodes"): (1, 200_000),
    ("tribolo", "depth"): (1, 3),
    ("tribolo", "time"): (0.05, 30.0),
    ("max_n", "depth"): (1, 4),
    ("paranoid", "depth"): (1, 4),
}
_DEFAULTS: dict[tuple[str, str], Any] = {
    ("deepening", "time"): 2.0,  # the published ten seconds are long before a screen
    ("engine", "level"): 10,
}
_EITHER = {"engine": ("level", "time")}  # options of which only one can be given
_NOT_ASKED = ("seed", "threads", "megabytes", "memory", "person")
_OFFERED = (int, float, bool)
_ENGINE_OPTIONS = (Option("level", int, 10), Option("time", float, None))


def describe(kind: str = "othello") -> list[dict[str, Any]]:
    """The players of a game for the page: name, label, promise, group, and options as form fields."""
    return [_describe(entry) for entry in _entries(kind)]


def check(text: str, kind: str = "othello") -> str:
    """The name of a player as the registry takes it, checked for use from a page. Raises OptionError."""
    text = text.strip()
    if text == HUMAN:
        return text
    name, _, options = text.partition(":")
    entry = next((entry for entry in _entries(kind) if entry.name == name.strip()), None)
    if entry is None:
        raise OptionError(f"no player {excerpt(text, 40)} is offered here")
    given = _parsed(entry, options)
    either = [key for key in _EITHER.get(entry.name, ()) if key in given]
    if len(either) > 1:
        raise OptionError(f"{entry.name}: expected {' or '.join(either)}, got both")
    if not either:
        given = {**{key: value for (owner, key), value in _DEFAULTS.items() if owner == entry.name}, **given}
    checked = ",".join(f"{key}={_as_text(value)}" for key, value in given.items())
    checked = f"{entry.name}:{checked}" if checked else entry.name
    if entry.name not in _WORDS:
        registry.create(checked)  # whatever may be wrong with the options of a stranger
    return checked


def _parsed(entry: Entry, options: str) -> dict[str, Any]:
    offered = {option.name: option for option in _options(entry)}
    given: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in options.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        option = offered.get(key)
        if option is None:
            raise OptionError(f"{entry.name} has no option {excerpt(key)} here")
        number = given[key] = option.parse(value if equals else "on")
        least, most = _RANGES.get((entry.name, key), (None, None))
        if least is not None and most is not None and not least <= number <= most:
            raise OptionError(f"expected {key} from {least:g} to {most:g} here, got {excerpt(value)}")
    return given


def label(text: str) -> str:
    """What the page calls a player."""
    name, _, options = text.partition(":")
    if name == HUMAN:
        return "You"
    if name not in _WORDS:
        return text
    words = []
    for part in filter(None, options.split(",")):
        key, _, value = part.partition("=")
        words.append(_SHORT.get((name, key), f"{key} {{}}").format(value.removesuffix(".0").replace("_", "-")))
    return ", ".join([_WORDS[name][0], *filter(None, words)])


def informed(text: str, known: dict[str, str], kind: str) -> str:
    """The name of a player with the options that it has and that were not given."""
    name, _, options = text.partition(":")
    given = {part.partition("=")[0].strip() for part in options.split(",")}
    entry = next((entry for entry in _entries(kind) if entry.name == name), None)
    has = {option.name for option in entry.options} if entry else set()
    more = [f"{key}={value}" for key, value in known.items() if key in has - given]
    return f"{name}:{','.join(filter(None, [options, *more]))}" if more else text


def hinter(kind: str) -> str:
    """Who gives hints in a game that the analysis does not know."""
    return "tribolo:mode=max_n,time=1" if kind == "tribolo" else "level3"


@cache
def _entries(kind: str) -> tuple[Entry, ...]:
    found = []
    for name in registry.names():
        if name in _RUN_PROGRAMS:
            continue
        try:
            entry = _engine() if name == ENGINE else registry.entry(name)
        except Exception:  # another package's player that does not even load is not offered
            continue
        if _plays(entry, kind) and not any(_is_required_text(option) for option in entry.options):
            found.append(entry)
    return tuple(found)


def _engine() -> Entry:
    """The engine's entry, without loading it."""
    return Entry(ENGINE, lambda: registry.create(ENGINE), _ENGINE_OPTIONS, _WORDS[ENGINE][1], Position)


def _plays(entry: Entry, kind: str) -> bool:
    """Whether a player plays a game; those for any game look ahead for three, where Othello has better ones."""
    if entry.plays is object or entry.name == "random":
        return kind == "tribolo" or entry.name not in _FOR_THREE
    return (".tribolo" in entry.plays.__module__) == (kind == "tribolo")


def _is_required_text(option: Option) -> bool:
    return (
        option.type is str and not option.choices and option.default is not None and not isinstance(option.default, str)
    )


def _options(entry: Entry) -> list[Option]:
    return [
        option
        for option in entry.options
        if option.name not in _NOT_ASKED and (option.choices or option.type in _OFFERED)
    ]


def _describe(entry: Entry) -> dict[str, Any]:
    label_, promise, group = _WORDS.get(entry.name, (entry.name.capitalize(), entry.description, "Others"))
    return {
        "name": entry.name,
        "label": label_,
        "promise": promise,
        "about": entry.description,
        "group": group,
        "searches": hasattr(entry.make, "search"),
        "options": [_field(entry.name, option) for option in _options(entry)],
        "either": list(_EITHER.get(entry.name, ())),
    }


def _field(name: str, option: Option) -> dict[str, Any]:
    """An option as a field of a form; `choices` are pairs of a value and its words."""
    choices = _CHOICES.get((name, option.name)) or {choice: choice for choice in option.choices}
    least, most = _RANGES.get((name, option.name), (None, None))
    default = _DEFAULTS.get((name, option.name), option.default)
    return {
        "name": option.name,
        "type": "choice" if choices else option.type.__name__,
        "default": str(default) if choices else default,
        "choices": [list(pair) for pair in choices.items()],
        "least": least,
        "most": most,
    }


def _as_text(value: Any) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
