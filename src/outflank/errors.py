"""Define the package's errors. Each message states the expected value, the actual value, and where the error occurred.

Like a `text.Text`, an error takes a template and its values: ``OptionError("no player {name}", name=name)``.
"""

from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import Any, Self

from outflank.text import Text

_LONGEST_VALUE = 60  # characters of a value in an error message
_LONGEST_PATH = 120
_LONGEST_NAME = 80  # characters; longer names get no suggestions
_ALIKE = 0.65  # lowest similarity between a name and its typo, from 0 to 1
_ABOUT_AS_ALIKE = 0.1  # how much less similar than the best suggestion another one may be
_MOST_MEANT = 3


class OutflankError(Exception):
    """Base class of all errors that Outflank raises deliberately, because something is wrong with its input."""

    def __init__(self, message: object = "", /, **values: object):
        self.message: Text = Text(message, **values)
        """The message, in a form that user interfaces can translate."""

        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the error with all its attributes. By default, Python would restore only the message."""
        return BaseException.__new__, (type(self), *self.args), vars(self)

    def suggesting(self, word: str, words: Iterable[str]) -> Self:
        """Add suggestions to an error about an unknown name: those `words` for which `word` may be a typo."""
        return self.offering(near(word, words))

    def offering(self, names: Sequence[str]) -> Self:
        """Add these names to an error about an unknown name, if there are any."""
        self.message = offered(self.message, names)
        self.args = (self.message,)
        return self


class ParseError(OutflankError, ValueError):
    """Raised if a text cannot be parsed."""

    so_far: Any = None
    """Record of the game before the error, if the error occurred in a game."""

    def __init__(
        self,
        message: object,
        /,
        *,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
        **values: object,
    ):
        super().__init__(message, **values)
        self.source: str | None = source
        """Name of the file, if known."""

        self.line: int | None = line
        """Line in which the error occurred, counted from 1, if known."""

        self.column: int | None = column
        """Column in which the error occurred, counted from 1, if known."""

    def __str__(self) -> str:
        place = self._place()
        return Text("{message} ({place})", message=self.message, place=place) if place else self.message

    def _place(self) -> str:
        line, column = self.line, self.column
        if self.source is not None:
            place = self.source if line is None else f"{self.source}:{line}"
            return place if column is None else Text("{place}, column {column}", place=place, column=column)
        if line is None:
            return "" if column is None else Text("column {column}", column=column)
        return (
            Text("line {line}", line=line)
            if column is None
            else Text("line {line}, column {column}", line=line, column=column)
        )

    def at(self, *, source: str | None = None, line: int | None = None, column: int | None = None) -> "ParseError":
        """Return a copy of the error in which an unknown source, line or column has been filled in."""
        placed = ParseError(
            self.message,
            source=source if self.source is None else self.source,
            line=line if self.line is None else self.line,
            column=column if self.column is None else self.column,
        )
        placed.so_far = self.so_far
        return placed


class IllegalMoveError(OutflankError, ValueError):
    """Raised for a move that the rules do not allow in the position."""


class OptionError(OutflankError, ValueError):
    """Raised if a player or an option does not exist, or if its value is out of range."""


class SubmissionError(OptionError):
    """Raised if the files of a bot are not accepted.

    The bot's author is at fault, not the user who entered its name.
    """


class RequestError(OutflankError):
    """Raised if a user's request cannot be granted at present. Programs can identify the reason by its `code`."""

    def __init__(self, code: str, message: object, /, **values: object):
        super().__init__(message, **values)
        self.code = code


class EngineError(OutflankError):
    """Raised if the engine cannot handle a request, such as a second analysis at the same time."""


class WeightsError(OutflankError):
    """Raised if evaluation weights are missing, damaged or from a different version.

    The message contains the file name.
    """


class OutflankWarning(UserWarning):
    """Base class of all warnings about something that was not done as requested but is not an error."""


class ForfeitWarning(OutflankWarning):
    """Warning that games of a match were forfeited."""


class GamesWarning(OutflankWarning):
    """Warning that some games in a file could not be read, or that a file format cannot store all of their data."""


class ProgramError(OutflankError):
    """Raised if another program that plays is at fault.

    The message continues a sentence that starts with the program's name.
    """

    in_time = True
    """False if the program took too long."""


class LimitError(ProgramError):
    """Raised if a program exceeds a resource limit."""


class LateError(ProgramError):
    """Raised if a program does not respond in time."""

    in_time = False


class EndedError(ProgramError):
    """Raised if a program has exited or stopped responding."""


def check_type(value: object, kind: type | tuple[type, ...], noun: str) -> None:
    """Raise OptionError unless a value is of a type. In the message, `noun` describes the type, as in ``a Limit``."""
    if not isinstance(value, kind):
        raise OptionError(f"expected {noun}, got {described(value)}")


def check_path(value: object, noun: str = "a path") -> None:
    """Raise OptionError unless a value is a path as a string or a Path; `noun` describes it in the message."""
    check_type(value, (str, PurePath), noun)


def check_whole(value: object, name: str, least: int | None = None) -> None:
    """Raise OptionError unless a value is an int of at least `least`, and no bool."""
    if not isinstance(value, int) or isinstance(value, bool) or (least is not None and value < least):
        noun = "a whole number" if least is None else f"a whole number of at least {least}"
        raise OptionError(f"expected {name} to be {noun}, got {described(value)}")


def check_callable(value: object, name: str) -> None:
    """Raise OptionError unless a value is a function, or another object that can be called."""
    if not callable(value):
        raise OptionError(f"expected {name} to be a function, got {described(value)}")


def excerpt(text: str, limit: int = 24) -> str:
    """Quote a string for an error message on a single line, and truncate it after `limit` characters."""
    quoted = repr(text[: limit + 1])
    return quoted if len(quoted) <= limit + 2 else f"{quoted[: limit + 1]}…{quoted[0]}"


def quoted_path(path: object) -> str:
    """Quote the path of a file or folder for an error message on a single line.

    Only the end of a long path is shown.
    """
    quoted = repr(str(path))
    return quoted if len(quoted) <= _LONGEST_PATH + 2 else f"{quoted[0]}…{quoted[-_LONGEST_PATH - 1 :]}"


def described(value: object) -> str:
    """Describe a value for an error message: a string as in `excerpt`, any other value by its `repr`."""
    if isinstance(value, str):
        return excerpt(value)
    written = repr(value)
    return written if len(written) <= _LONGEST_VALUE else f"{written[:_LONGEST_VALUE]}…"


def did_you_mean(message: Text, word: str, words: Iterable[str]) -> Text:
    """If an unknown name is similar to a known one, add ``; did you mean level1?`` to a message about it.

    Case is ignored, and dashes and underscores count as spaces.
    """
    return offered(message, near(word, words))


def offered(message: Text, names: Sequence[str]) -> Text:
    """Add ``; did you mean Ann or Ben?`` to a message about an unknown name, unless `names` is empty."""
    return Text("{message}; did you mean {names}?", message=message, names=" or ".join(names)) if names else message


def near(word: str, words: Iterable[str]) -> tuple[str, ...]:
    """Return up to three names for which `word` may be a typo, starting with the most similar one."""
    from difflib import SequenceMatcher  # imported here because it is needed only after an error

    if not 1 < len(word) <= _LONGEST_NAME:
        return ()
    plain = _plain(word)
    spelt: dict[str, str] = {}
    for each in words:
        spelt.setdefault(_plain(each), each)
    if plain in spelt:
        return (spelt[plain],)
    matcher = SequenceMatcher(b=plain)
    alike: dict[str, float] = {}
    for each in spelt:
        matcher.set_seq1(each)
        begins = len(plain) > 2 and each.startswith(plain)
        alike[each] = max(_ALIKE if begins else 0.0, matcher.ratio() if matcher.quick_ratio() >= _ALIKE else 0.0)
    least = max(_ALIKE, max(alike.values(), default=0.0) - _ABOUT_AS_ALIKE)
    found = sorted((each for each in alike if alike[each] >= least), key=lambda each: -alike[each])
    return tuple(spelt[each] for each in found[:_MOST_MEANT])


def _plain(name: str) -> str:
    return name.casefold().replace("_", " ").replace("-", " ").strip()
