"""Player options, described by the annotations of the players' constructors.

    class Patient:
        @checked
        def __init__(self, depth: Annotated[int, About(1, 20, "plies")] = 6): ...

The list of players, the form fields in the web app and the messages about out-of-range values all use these
annotations.

Options follow the player's name, as in ``depth=12,fair,command="./edax -nboard, x"``. A value in quotes may contain
commas, and may start or end with spaces. Single quotes preserve every character; within double quotes, ``\\"`` stands
for a quote and ``\\\\`` for a backslash. A quote in the middle of a value is an ordinary character.
"""

import functools
import inspect
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from outflank.errors import OptionError, described, excerpt
from outflank.text import Text

_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_LONG_NUMBER = 1_000_000
_NOUNS = {int: Text("a whole number"), float: Text("a number"), str: Text("text"), bool: Text("on or off")}
_KEY = re.compile(r"[^=,]*")
_PLAIN = re.compile(r"[^,]*")
_QUOTED = {"'": re.compile(r"'([^']*)'"), '"': re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)}
_ESCAPED = re.compile(r'\\(["\\])')
_END = re.compile(r"\s*(?:,|$)")

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class About:
    """Details of an option that its type and default value do not express."""

    least: float | None = None
    """Minimum of a numeric option; None for no minimum. The minimum itself is allowed unless `above` is true."""

    most: float | None = None
    """Maximum of a numeric option, which is itself allowed; None for no maximum."""

    unit: str = ""
    """Unit of a numeric option."""

    words: Mapping[Any, str] = field(default_factory=dict, hash=False)
    """Labels for the choices, or for particular values of a numeric option."""

    short: str | None = None
    """Short form of the option for the player's name, with a ``{value}`` placeholder; empty to omit the option."""

    above: bool = False
    """True if a number must be strictly greater than `least`."""

    private: bool = False
    """True if only the user who runs the program may set the option, as for the amount of memory."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a player."""

    name: str
    """Name of the option."""

    type: type
    """Type of the option's values."""

    default: Any
    """Default value; `inspect.Parameter.empty` if the option is required."""

    choices: tuple[str, ...] = ()
    """Possible values; empty if any value is allowed."""

    about: About = About()
    """Range, unit and other details of the option."""

    is_optional: bool = False
    """True if the value may be None."""

    @property
    def form(self) -> str:
        """Short form of the option for the player's name, with a ``{value}`` placeholder; empty to omit the option."""
        return f"{self.name} {{value}}" if self.about.short is None else self.about.short

    @property
    def is_required(self) -> bool:
        """True if the player cannot be created without this option."""
        return self.default is inspect.Parameter.empty

    def parse(self, text: str) -> Any:
        """Parse a value and check it. Raises OptionError if it is not valid."""
        if self.choices:
            return self.check(text)
        if self.type is bool:
            if text.lower() in _WORDS:
                return _WORDS[text.lower()]
            raise OptionError("expected {option} to be on or off, got {value}", option=self.name, value=excerpt(text))
        try:
            value = self.type(text)
        except ValueError:
            raise OptionError(
                "expected {option} to be {noun}, got {value}",
                option=self.name,
                noun=_NOUNS[self.type],
                value=excerpt(text),
            ) from None
        return self.check(value)

    def check(self, value: Any) -> Any:
        """Check a value and return it, converted if necessary. Raises OptionError if it is not valid."""
        if value is None and (self.is_optional or self.default is None):
            return None
        if self.choices:
            if value not in self.choices:
                choices, got = " or ".join(self.choices), str(value)
                error = OptionError(
                    "expected {option} to be {choices}, got {value}",
                    option=self.name,
                    choices=choices,
                    value=excerpt(got),
                )
                raise error.suggesting(got, self.choices)
            return value
        if not _is_a(value, self.type):
            raise OptionError(
                "expected {option} to be {noun}, got {value}",
                option=self.name,
                noun=_noun(self.type),
                value=described(value),
            )
        if self.type in (int, float) and not self._is_in_range(value):
            raise OptionError(
                "expected {option} {span}, got {value}",
                option=self.name,
                span=self.span,
                value=f"{value:g}",
            )
        return float(value) if self.type is float else value

    @property
    def span(self) -> str:
        """Range of a numeric option as shown in messages, such as ``from 1 to 20 (plies)`` or ``to be at least 1``."""
        span = self._span
        return Text("{span} ({unit})", span=span, unit=Text(self.about.unit)) if self.about.unit else span

    @property
    def _span(self) -> Text:
        least, most = self.about.least, self.about.most
        if least is None:
            return Text("to be a finite number") if most is None else Text("to be at most {most}", most=_written(most))
        if most is None:
            above = Text("above {least}", least=_written(least))
            return above if self.about.above else Text("to be at least {least}", least=_written(least))
        ends = {"least": _written(least), "most": _written(most)}
        return (
            Text("above {least} and at most {most}", **ends)
            if self.about.above
            else Text("from {least} to {most}", **ends)
        )

    def _is_in_range(self, value: float) -> bool:
        least, most = self.about.least, self.about.most
        if math.isnan(value) or math.isinf(value):
            return False
        if least is not None and (value < least or (value == least and self.about.above)):
            return False
        return most is None or value <= most

    def __str__(self) -> str:
        if self.choices:
            rest = [choice for choice in self.choices if choice != self.default]
            return f"{self.name}={'|'.join([str(self.default), *rest])}"
        if self.default is None or self.is_required:
            return f"{self.name}=…"
        return f"{self.name}={'on' if self.default is True else 'off' if self.default is False else self.default}"


def options_of(make: Callable[..., Any]) -> tuple[Option, ...]:
    """Return the options that a constructor's parameters describe."""
    hints = get_type_hints(make.__init__ if inspect.isclass(make) else make, include_extras=True)
    return tuple(
        _option(parameter, hints.get(parameter.name, str)) for parameter in inspect.signature(make).parameters.values()
    )


def _option(parameter: inspect.Parameter, hint: Any) -> Option:
    about, optional = About(), False
    if get_origin(hint) is Annotated:
        hint, *extras = get_args(hint)
        about = next((extra for extra in extras if isinstance(extra, About)), about)
    if isinstance(hint, UnionType) or get_origin(hint) is Union:  # `int | None`: the option may be left out
        optional = True
        hint = next(part for part in get_args(hint) if part is not NoneType)
    choices = get_args(hint) if get_origin(hint) is Literal else ()
    return Option(parameter.name, str if choices else hint, parameter.default, choices, about, optional)


def checked(function: F) -> F:
    """Decorate a constructor so that it raises OptionError if an argument is out of range or has the wrong type."""

    @functools.wraps(function)
    def construct(self: Any, *arguments: Any, **named: Any) -> None:
        given = signature.bind(self, *arguments, **named)
        for option in _options_of_function(function):
            if option.name in given.arguments:
                given.arguments[option.name] = option.check(given.arguments[option.name])
        function(*given.args, **given.kwargs)

    signature = inspect.signature(function)
    return cast(F, construct)


@functools.cache
def _options_of_function(function: Callable[..., Any]) -> tuple[Option, ...]:
    hints = get_type_hints(function, include_extras=True)
    parameters = list(inspect.signature(function).parameters.values())[1:]  # without self
    return tuple(_option(parameter, hints.get(parameter.name, object)) for parameter in parameters)


def _is_a(value: Any, kind: type) -> bool:
    if kind in (int, float) and isinstance(value, bool):
        return False
    return isinstance(value, int | float) if kind is float else isinstance(value, kind)


def _written(number: float) -> str:
    """Format a number in full, with commas as thousands separators if it is long."""
    return f"{number:,.0f}" if abs(number) >= _LONG_NUMBER else f"{number:g}"


def _noun(kind: type) -> str:
    return _NOUNS.get(kind, kind.__name__)


# --- as text ---------------------------------------------------------------------------------------------------------


def parsed(
    text: str,
    options: tuple[Option, ...],
    known: Mapping[str, Any],
    rest: str | None = None,
    first: str | None = None,
) -> dict[str, Any]:
    """Parse options such as ``"nodes=3000,mode=fair"`` into keyword arguments.

    A bare word turns on the option with that name, or selects one of an option's choices. `known` supplies values for
    options that do not appear in the text. If the text does not start with an option's name and ``=``, either all of it
    is the value of the option `rest`, or the part before the first comma is the value of the option `first`.
    """
    by_name = {option.name: option for option in options}
    values: dict[str, Any] = {}
    for key, value in pairs_of(text, options, rest, first):
        if value is None and key not in by_name:
            key, value = next((o.name for o in options if key in o.choices), key), key
        option = by_name.get(key)
        if option is None:
            error = OptionError(
                "unknown option {name}, expected one of: {known}",
                name=excerpt(key),
                known=", ".join(by_name) or "none",
            )
            raise error.suggesting(key, [*by_name, *(word for each in options for word in each.choices)])
        if key in values:
            raise OptionError("option {key} is given twice", key=key)
        values[key] = option.parse("on" if value is None else value)
    values = {name: known[name] for name in known.keys() & by_name.keys() if known[name] is not None} | values
    for option in options:
        if option.is_required and option.name not in values:
            if option.name in (rest, first):
                raise OptionError("expected {option}=…, or its value alone after the colon", option=option.name)
            raise OptionError("expected {option}=…", option=option.name)
    return values


def pairs_of(
    text: str, options: tuple[Option, ...], rest: str | None, first: str | None
) -> list[tuple[str, str | None]]:
    """Split the text after a player's name into option names and unparsed values, allowing for `rest` and `first`."""
    key, equals, _ = text.partition("=")
    is_option = bool(equals) and any(key.strip() == option.name for option in options)
    if is_option or not text.strip():
        return split(text)
    if rest is not None:
        return [(rest, text.strip())]
    if first is not None:
        value, _, more = text.partition(",")
        return [(first, value.strip()), *split(more)]
    return split(text)


def split(text: str) -> list[tuple[str, str | None]]:
    """Split a string into names and values; a bare name has the value None. Raises OptionError for an open quote."""
    found: list[tuple[str, str | None]] = []
    at = 0
    while at < len(text):
        key = _KEY.match(text, at)
        assert key is not None
        at, value = key.end(), None
        if text.startswith("=", at):
            at, value = _quoted_value(text, at + 1)
        if key[0].strip() or value is not None:
            found.append((key[0].strip(), value))
        at += 1  # the comma
    return found


def quoted(value: str) -> str:
    """Quote a value if necessary, so that `split` returns the original."""
    if value == value.strip() and "," not in value and not value.startswith(tuple(_QUOTED)):
        return value
    return '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'


def _quoted_value(text: str, at: int) -> tuple[int, str]:
    """Read the value at offset `at`.

    Returns the offset of the comma after the value, or of the end of the text, and the value.
    """
    plain = _PLAIN.match(text, at)
    assert plain is not None
    mark = plain[0].lstrip()[:1]
    if mark not in _QUOTED:
        return plain.end(), plain[0].strip()
    at = text.index(mark, at)
    inside = _QUOTED[mark].match(text, at)
    if inside is None:
        raise OptionError("expected a closing {mark} after {text}", mark=mark, text=excerpt(text[at:], 40))
    end = _END.match(text, inside.end())
    if end is None:
        raise OptionError(
            "expected a comma after the quotes, got {text}", text=excerpt(text[inside.end() :].strip(), 40)
        )
    value = inside[1] if mark == "'" else _ESCAPED.sub(r"\1", inside[1])
    return end.end() - end[0].endswith(","), value
