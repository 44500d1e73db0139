"""The players that the page offers, with plain words for each.

They are those of the registry. Options that are free text, such as the name of a file or a command to run, are never
taken from a page: whoever can connect must not be able to run programs here. For the same reason nothing but
registered names is accepted.
"""

from typing import Any

from outflank.errors import OptionError, excerpt
from outflank.play import registry
from outflank.play.registry import Entry, Option

HUMAN = "human"
_RUN_PROGRAMS = frozenset({"nboard", "gtp", "cassio", "external", "module"})

# What a beginner should know of each: a label, what it guarantees, and in which part of the list it stands.
_WORDS = {
    "random": ("Random", "any legal move, for the very first games", "Beginners"),
    "first": ("First", "always the first legal move", "Beginners"),
    "greedy": ("Greedy", "takes what looks best at once", "Beginners"),
    "level1": ("Computer 1", "looks 1 move ahead", "Levels"),
    "level2": ("Computer 2", "looks 2 moves ahead", "Levels"),
    "level3": ("Computer 3", "looks 3 moves ahead", "Levels"),
    "lookahead": ("Lookahead", "looks 6 moves ahead, likes corners", "Classic programs"),
    "budget": ("Budget", "shares 3,000 positions among its moves", "Classic programs"),
    "deepening": ("Deepening", "counts discs as deep as its time allows", "Classic programs"),
    "tribolo": ("Tribolo", "the published player: looks 3 moves ahead", "Levels"),
    "max_n": ("Max-n", "everyone for themselves, 3 moves ahead", "Levels"),
    "paranoid": ("Paranoid", "all against one, 3 moves ahead", "Levels"),
    "engine": ("Outflank", "the engine: depth and exact endings by level", "Engine"),
}
_FOR_THREE = ("max_n", "paranoid")
_LIMITS = {  # what an option may be at most here, so that no move takes for ever
    ("deepening", "time"): 30.0,
    ("deepening", "depth"): 12,
    ("engine", "time"): 30.0,
    ("engine", "depth"): 24,
    ("lookahead", "depth"): 7,
    ("budget", "nodes"): 200_000,
    ("tribolo", "depth"): 3,
    ("tribolo", "time"): 30.0,
    ("max_n", "depth"): 4,
    ("paranoid", "depth"): 4,
}
_DEFAULTS = {("deepening", "time"): 2.0}  # the published ten seconds are long before a screen
_NOT_ASKED = ("seed", "threads", "megabytes", "memory", "person")
_OFFERED = (int, float, bool)


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
    offered = {option.name: option for option in _options(entry)}
    given = {}
    for part in filter(None, (part.strip() for part in options.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        option = offered.get(key)
        if option is None:
            raise OptionError(f"{entry.name} has no option {excerpt(key)} here")
        number = given[key] = option.parse(value if equals else "on")
        most = _LIMITS.get((entry.name, key))
        if most is not None and number > most:
            raise OptionError(f"expected {key} of at most {most:g} here, got {excerpt(value)}")
    given = {**{key: value for (name_, key), value in _DEFAULTS.items() if name_ == entry.name}, **given}
    checked = ",".join(f"{key}={_as_text(value)}" for key, value in given.items())
    checked = f"{entry.name}:{checked}" if checked else entry.name
    registry.create(checked)  # whatever else may be wrong with it
    return checked


def label(text: str) -> str:
    """What the page calls a player."""
    name, _, options = text.partition(":")
    if name == HUMAN:
        return "You"
    return _WORDS[name][0] + (f" ({options})" if options else "") if name in _WORDS else text


def informed(text: str, known: dict[str, str], kind: str) -> str:
    """The name of a player with the options that it has and that were not given."""
    name, _, options = text.partition(":")
    given = {part.partition("=")[0].strip() for part in options.split(",")}
    entry = next((entry for entry in _entries(kind) if entry.name == name), None)
    has = {option.name for option in entry.options} if entry else set()
    more = [f"{key}={value}" for key, value in known.items() if key in has - given]
    return f"{name}:{','.join(filter(None, [options, *more]))}" if more else text


def hinter(kind: str) -> str:
    """Who gives hints in a game that the analysis does not know: its first player that is not random."""
    return next(entry.name for entry in _entries(kind) if entry.name != "random")


def _entries(kind: str) -> list[Entry]:
    found = []
    for name in registry.names():
        if name in _RUN_PROGRAMS:
            continue
        try:
            entry = registry.entry(name)
        except Exception:  # another package's player that does not even load is not offered
            continue
        if _plays(entry, kind) and not any(_is_required_text(option) for option in entry.options):
            found.append(entry)
    return found


def _plays(entry: Entry, kind: str) -> bool:
    """Whether a player plays a game; those for any game look ahead for three, where Othello has better ones."""
    position = getattr(entry, "plays", None)
    if position is object or entry.name == "random":
        return kind == "tribolo" or entry.name not in _FOR_THREE
    where = getattr(position or entry.make, "__module__", "")
    return (".tribolo" in where) == (kind == "tribolo")


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
        "options": [
            {
                "name": option.name,
                "type": "choice" if option.choices else option.type.__name__,
                "default": _DEFAULTS.get((entry.name, option.name), option.default),
                "choices": list(option.choices),
                "most": _LIMITS.get((entry.name, option.name)),
            }
            for option in _options(entry)
        ],
    }


def _as_text(value: Any) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
