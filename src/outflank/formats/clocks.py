"""Times of thinking as files of games write them, in seconds and in clocks.

>>> ClockSetting.parse("05:00//02:00")
ClockSetting(main=300.0, increment=0.0, grace=120.0)

Programs print a number of seconds in whatever way their language does: ``30.958000000000002``, ``1.0E-3``, ``2,5``.
"""

import re
from typing import NamedTuple

from outflank.errors import ParseError, excerpt

NUMBER = r"(?:[0-9]{1,30}(?:[.,][0-9]{0,40})?|[.,][0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?"
"""A number without a sign, as programs print it: with a point or a comma, with an exponent, with any digits."""

_TIME = re.compile(
    rf"\+?(?:(?:(?:([0-9]{{1,4}})\.)?([0-9]{{1,4}}):)?([0-9]{{1,4}}):)?({NUMBER})(?:\s*(ms|s|secs?|seconds?))?"
)
_CONTROL = re.compile(r"([0-9]{1,6})(?:\+([0-9]{1,6}))?")
_UNITS = (86_400, 3600, 60, 1)
_DIGITS = 6  # after the point, of a sum of seconds
_LONGEST = 1e9  # seconds: thirty years


class ClockSetting(NamedTuple):
    """How long each side may think, in seconds: for the whole game, more with each move, and after the time is up.

    Written as in the generic game format: ``main/increment/grace``, where the last two may be missing or empty.
    """

    main: float
    increment: float = 0.0
    grace: float = 0.0

    @classmethod
    def parse(cls, text: str) -> "ClockSetting":
        """The clock of a text. Raises ParseError."""
        parts = text.split("/")
        if len(parts) > 3 or not parts[0].strip() or "," in text:  # behind a comma stands a number of moves
            raise ParseError("expected a clock such as 05:00//02:00, got {text}", text=excerpt(text))
        return cls(*(seconds(part) if part.strip() else 0.0 for part in parts))

    def __str__(self) -> str:
        main, increment, grace = (written(part) if part else "" for part in self)
        return "/".join([main or "00:00", increment, grace]).rstrip("/")


def seconds(text: str) -> float:
    """The seconds of a time, ``2.5``, ``1:02.5``, ``1:00:00`` or with days ``1.00:00:00``. Raises ParseError."""
    found = _TIME.fullmatch(text.strip())
    if found is not None:
        *units, last, unit = found.groups()
        whole = sum(float(part) * each for part, each in zip(units, _UNITS, strict=False) if part)
        total = whole + number(last) * (0.001 if unit == "ms" else 1)
        if total < _LONGEST:
            return round(total, _DIGITS)
    raise ParseError("expected a time such as 2.5 or 1:02.5, got {text}", text=excerpt(text))


def number(text: str) -> float:
    """The number of a text that has the form of `NUMBER`."""
    return float(text.replace(",", "."))


def parts_in_seconds(parts: str) -> float:
    """The seconds of numbers with colons between them, of which a pattern knows that they are hours, minutes, seconds.

    Leading ones may be missing.
    """
    found = 0.0
    for part in parts.split(":"):
        found = 60 * found + float(part)
    return found


def written(time: float) -> str:
    """A time in minutes and seconds, with hours if there are any: ``05:00``, ``00:02.5``, ``01:00:00``."""
    minutes, rest = divmod(round(time, _DIGITS), 60)
    hours, minutes = divmod(int(minutes), 60)
    whole, _, fraction = f"{rest:.{_DIGITS}f}".partition(".")
    fraction = fraction.rstrip("0")
    return f"{f'{hours:02}:' if hours else ''}{minutes:02}:{int(whole):02}{f'.{fraction}' if fraction else ''}"


def of_control(text: str) -> str:
    """The clock of a time control as PGN writes it, in seconds, ``300`` or ``300+5``; any other text as it is."""
    found = _CONTROL.fullmatch(text)
    return text if found is None else str(ClockSetting(float(found[1]), float(found[2] or 0)))


def as_control(clock: str) -> str:
    """The time control of a clock of whole seconds without grace; any other text as it is, as ``40/9000``."""
    if ":" not in clock:
        return clock
    try:
        main, increment, grace = ClockSetting.parse(clock)
    except ParseError:
        return clock
    if grace or main % 1 or increment % 1:
        return clock
    return f"{main:.0f}+{increment:.0f}" if increment else f"{main:.0f}"
