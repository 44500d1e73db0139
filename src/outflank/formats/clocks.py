"""Times of thinking as files of games write them, in seconds and in clocks.

>>> Clock.parse("05:00//02:00")
Clock(main=300.0, increment=0.0, grace=120.0)
"""

import re
from typing import NamedTuple

from outflank.errors import ParseError, excerpt

_TIME = re.compile(r"(?:(?:(?:([0-9]{1,4})\.)?([0-9]{1,4}):)?([0-9]{1,4}):)?([0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})")
_CONTROL = re.compile(r"([0-9]{1,6})(?:\+([0-9]{1,6}))?")
_UNITS = (86_400, 3600, 60, 1)
_DIGITS = 6  # after the point, of a sum of seconds


class Clock(NamedTuple):
    """How long each side may think, in seconds: for the whole game, more with each move, and after the time is up.

    Written as in the generic game format: ``main/increment/grace``, where the last two may be missing or empty.
    """

    main: float
    increment: float = 0.0
    grace: float = 0.0

    @classmethod
    def parse(cls, text: str) -> "Clock":
        """The clock of a text. Raises ParseError."""
        parts = text.split("/")
        if len(parts) > 3 or not parts[0].strip():
            raise ParseError(f"expected a clock such as 05:00//02:00, got {excerpt(text)}")
        return cls(*(seconds(part) if part.strip() else 0.0 for part in parts))

    def __str__(self) -> str:
        main, increment, grace = (written(part) if part else "" for part in self)
        return "/".join([main or "00:00", increment, grace]).rstrip("/")


def seconds(text: str) -> float:
    """The seconds of a time, ``2.5``, ``1:02.5``, ``1:00:00`` or with days ``1.00:00:00``. Raises ParseError."""
    found = _TIME.fullmatch(text.strip())
    if found is None:
        raise ParseError(f"expected a time such as 2.5 or 1:02.5, got {excerpt(text)}")
    parts = zip(found.groups(), _UNITS, strict=True)
    return round(sum(float(part) * unit for part, unit in parts if part), _DIGITS)


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
    return text if found is None else str(Clock(float(found[1]), float(found[2] or 0)))


def as_control(clock: str) -> str:
    """The time control of a clock of whole seconds without grace; any other text as it is, as ``40/9000``."""
    if ":" not in clock:
        return clock
    try:
        main, increment, grace = Clock.parse(clock)
    except ParseError:
        return clock
    if grace or main % 1 or increment % 1:
        return clock
    return f"{main:.0f}+{increment:.0f}" if increment else f"{main:.0f}"
