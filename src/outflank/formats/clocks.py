"""Thinking times and clocks in game files.

>>> ClockSetting.parse("05:00//02:00")
ClockSetting(main=300.0, increment=0.0, grace=120.0)

Programs print seconds in many different formats: ``30.958000000000002``, ``1.0E-3``, ``2,5``.
"""

import re
from typing import NamedTuple

from outflank.errors import ParseError, excerpt

NUMBER = r"(?:[0-9]{1,30}(?:[.,][0-9]{0,40})?|[.,][0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?"
"""Regular expression for an unsigned number in the formats that programs print. It may contain a decimal point or
comma, and an exponent.
"""

_TIME = re.compile(
    rf"\+?(?:(?:(?:([0-9]{{1,4}})\.)?([0-9]{{1,4}}):)?([0-9]{{1,4}}):)?({NUMBER})(?:\s*(ms|s|secs?|seconds?))?"
)
_CONTROL = re.compile(r"([0-9]{1,6})(?:\+([0-9]{1,6}))?")
_UNITS = (86_400, 3600, 60, 1)
_DIGITS = 6  # decimal places of the seconds
_LONGEST = 1e9  # seconds: thirty years


class ClockSetting(NamedTuple):
    """Time control of a game: the clock that each side gets, in seconds.

    In files, it is written as ``main/increment/grace``, as in GGF (the generic game format). The increment and the
    grace time may be omitted or left empty.
    """

    main: float
    """Time for the whole game."""

    increment: float = 0.0
    """Time added for each move."""

    grace: float = 0.0
    """Extra time once the main time has run out."""

    @classmethod
    def parse(cls, text: str) -> "ClockSetting":
        """Parse a clock setting such as ``05:00//02:00``. Raises ParseError."""
        parts = text.split("/")
        if len(parts) > 3 or not parts[0].strip() or "," in text:  # a comma would introduce a number of moves
            raise ParseError("expected a clock such as 05:00//02:00, got {text}", text=excerpt(text))
        return cls(*(seconds(part) if part.strip() else 0.0 for part in parts))

    def __str__(self) -> str:
        main, increment, grace = (written(part) if part else "" for part in self)
        return "/".join([main or "00:00", increment, grace]).rstrip("/")


def seconds(text: str) -> float:
    """Convert a time such as ``2.5``, ``1:02.5``, ``1:00:00`` or, with days, ``1.00:00:00`` to seconds.

    Raises ParseError.
    """
    found = _TIME.fullmatch(text.strip())
    if found is not None:
        *units, last, unit = found.groups()
        whole = sum(float(part) * each for part, each in zip(units, _UNITS, strict=False) if part)
        total = whole + number(last) * (0.001 if unit == "ms" else 1)
        if total < _LONGEST:
            return round(total, _DIGITS)
    raise ParseError("expected a time such as 2.5 or 1:02.5, got {text}", text=excerpt(text))


def number(text: str) -> float:
    """Parse a string that matches `NUMBER`."""
    return float(text.replace(",", "."))


def parts_in_seconds(parts: str) -> float:
    """Convert a time such as ``hours:minutes:seconds``, ``minutes:seconds`` or ``seconds`` to seconds.

    The caller must already have checked that the string has one of these forms.
    """
    found = 0.0
    for part in parts.split(":"):
        found = 60 * found + float(part)
    return found


def written(time: float) -> str:
    """Format a time in seconds as minutes and seconds, with hours if needed: ``05:00``, ``00:02.5``, ``01:00:00``."""
    minutes, rest = divmod(round(time, _DIGITS), 60)
    hours, minutes = divmod(int(minutes), 60)
    whole, _, fraction = f"{rest:.{_DIGITS}f}".partition(".")
    fraction = fraction.rstrip("0")
    return f"{f'{hours:02}:' if hours else ''}{minutes:02}:{int(whole):02}{f'.{fraction}' if fraction else ''}"


def of_control(text: str) -> str:
    """Convert a PGN time control such as ``300`` or ``300+5`` to the notation of `ClockSetting`.

    Any other string is returned unchanged.
    """
    found = _CONTROL.fullmatch(text)
    return text if found is None else str(ClockSetting(float(found[1]), float(found[2] or 0)))


def as_control(clock: str) -> str:
    """Convert a clock to a PGN time control if it is in whole seconds and has no grace time.

    Any other string is returned unchanged.
    """
    if ":" not in clock:
        return clock
    try:
        main, increment, grace = ClockSetting.parse(clock)
    except ParseError:
        return clock
    if grace or main % 1 or increment % 1:
        return clock
    return f"{main:.0f}+{increment:.0f}" if increment else f"{main:.0f}"
