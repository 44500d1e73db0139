"""The package's errors. Each message gives the expected value, the actual value and the place of the error.

An error takes a template and its values, just as a `text.Text` does: ``OptionError("no player {name}", name=name)``.
"""

from collections.abc import Iterable
from typing import Any, Self

from outflank.text import Text

_LONGEST_VALUE = 60  # characters of a value in an error message
_LONGEST_PATH = 120
_LONGEST_NAME = 80  # characters; longer names get no suggestions
_ALIKE = 0.65  # lowest similarity between a name and its typo, from 0 to 1
_ABOUT_AS_ALIKE = 0.1  # how much less similar than the best suggestion another one may be
_MOST_MEANT = 3


class OutflankError(Exception):
    """Base class of all errors that Outflank raises on purpose, because something is wrong with its input."""

    def __init__(self, message: object = "", /, **values: object):
        self.message: Text = Text(message, **values)
        """The message, which user interfaces can translate."""

        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the error with all its attributes; Python's default would rebuild it from the message alone."""
        return BaseException.__new__, (type(self), *self.args), vars(self)

    def suggesting(self, word: str, words: Iterable[str]) -> Self:
        """The same error about an unknown name, with suggestions: those of `words` that `word` may be a typo of."""
        self.message = did_you_mean(self.message, word, words)
        self.args = (self.message,)
        return self


class ParseError(OutflankError, ValueError):
    """Text that is not as expected."""

    so_far: Any = None
    """Record of the game up to the error, if the error occurred inside a game."""

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
        """Line of the error, counted from 1, if known."""

        self.column: int | None = column
        """Column of the error, counted from 1, if known."""

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
        """The same error, with its source, line and column filled in where they were unknown."""
        placed = ParseError(
            self.message,
            source=source if self.source is None else self.source,
            line=line if self.line is None else self.line,
            column=column if self.column is None else self.column,
        )
        placed.so_far = self.so_far
        return placed


class IllegalMoveError(OutflankError, ValueError):
    """A move that the rules do not allow in this position."""


class OptionError(OutflankError, ValueError):
    """A player or option that does not exist or is out of range."""


class SubmissionError(OptionError):
    """A bot whose files are not accepted: its author is at fault, not the user who entered its name."""


class RequestError(OutflankError):
    """A user's request that cannot be met at present; `code` identifies the reason for programs."""

    def __init__(self, code: str, message: object, /, **values: object):
        super().__init__(message, **values)
        self.code = code


class EngineError(OutflankError):
    """A request that the engine cannot meet: an unknown kind of game, or two analyses at the same time."""


class WeightsError(OutflankError):
    """Evaluation weights that are missing, damaged or of a different version. The message names the file."""


class OutflankWarning(UserWarning):
    """Base class of all warnings: something did not go as requested, but it is not an error."""


class ForfeitWarning(OutflankWarning):
    """Games of a match were lost by forfeit, not on the board."""


class GamesWarning(OutflankWarning):
    """Some games in a file could not be read, or the file's format cannot store all of their data."""


class ProgramError(OutflankError):
    """A fault in another program that plays. The message continues a sentence that starts with the program's name."""

    in_time = True
    """False if the program was late."""


class LimitError(ProgramError):
    """A program exceeded its resource limits."""


class LateError(ProgramError):
    """A program did not answer in time."""

    in_time = False


class EndedError(ProgramError):
    """A program has exited or stopped responding."""


def excerpt(text: str, limit: int = 24) -> str:
    """Quote `text` for an error message: on one line, printable, truncated after `limit` characters."""
    quoted = repr(text[: limit + 1])
    return quoted if len(quoted) <= limit + 2 else f"{quoted[: limit + 1]}…{quoted[0]}"


def quoted_path(path: object) -> str:
    """Quote a file or folder path for an error message: on one line, printable, only the end of a long path."""
    quoted = repr(str(path))
    return quoted if len(quoted) <= _LONGEST_PATH + 2 else f"{quoted[0]}…{quoted[-_LONGEST_PATH - 1 :]}"


def described(value: object) -> str:
    """Describe a value for an error message: strings as quoted by `excerpt`, other values by their `repr`."""
    if isinstance(value, str):
        return excerpt(value)
    written = repr(value)
    return written if len(written) <= _LONGEST_VALUE else f"{written[:_LONGEST_VALUE]}…"


def did_you_mean(message: Text, word: str, words: Iterable[str]) -> Text:
    """Add ``; did you mean level1?`` to a message about an unknown name if a known name is similar.

    Case is ignored; dashes and underscores count as spaces.
    """
    meant = near(word, words)
    return Text("{message}; did you mean {names}?", message=message, names=" or ".join(meant)) if meant else message


def near(word: str, words: Iterable[str]) -> tuple[str, ...]:
    """The names that `word` may be a typo of, at most three, with the most similar first."""
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
