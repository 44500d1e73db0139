"""The package's own errors. Each message says what was expected, what came, and where.

An error is made as a `text.Text` is, of a template and its values: ``OptionError("no player {name}", name=name)``.
"""

from collections.abc import Iterable
from typing import Any, Self

from outflank.text import Text

_LONGEST_VALUE = 60  # characters of a value in an error message
_LONGEST_PATH = 120
_LONGEST_NAME = 80  # letters of what can be a name with a slip in it
_ALIKE = 0.65  # how alike two names are of which one is a slip, from 0 to 1
_ABOUT_AS_ALIKE = 0.1  # what another name may be less alike than the nearest one
_MOST_MEANT = 3


class OutflankError(Exception):
    """Whatever is wrong with what Outflank was given: the base of every error raised on purpose."""

    def __init__(self, message: object = "", /, **values: object):
        self.message: Text = Text(message, **values)
        """The message, which can be translated."""

        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[Any, ...]:
        """The error as it is, whatever its class is made of: Python would make it of `args`, the message alone."""
        return BaseException.__new__, (type(self), *self.args), vars(self)

    def suggesting(self, word: str, words: Iterable[str]) -> Self:
        """The same error about an unknown name, with those `words` at its end that `word` may be a slip of."""
        self.message = did_you_mean(self.message, word, words)
        self.args = (self.message,)
        return self


class ParseError(OutflankError, ValueError):
    """Text that is not what it should be."""

    so_far: Any = None
    """Record of the game up to the error, if one had begun."""

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
        """Line of the error, from 1, if known."""

        self.column: int | None = column
        """Column of the error, from 1, if known."""

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
        """The same error with the places that were not yet known filled in."""
        placed = ParseError(
            self.message,
            source=source if self.source is None else self.source,
            line=line if self.line is None else self.line,
            column=column if self.column is None else self.column,
        )
        placed.so_far = self.so_far
        return placed


class IllegalMoveError(OutflankError, ValueError):
    """A move that the rules forbid in the position it was played in."""


class OptionError(OutflankError, ValueError):
    """A player, or an option of one, that does not exist or is out of range."""


class SubmissionError(OptionError):
    """A bot whose files cannot be taken: the fault of who handed it in, not of who names it."""


class RequestError(OutflankError):
    """A request of a person that cannot be met as things are; `code` says why, for programs."""

    def __init__(self, code: str, message: object, /, **values: object):
        super().__init__(message, **values)
        self.code = code


class EngineError(OutflankError):
    """A request that the engine cannot meet: another kind of game, or two analyses at the same time."""


class WeightsError(OutflankError):
    """Weights of the evaluation that are missing, damaged, or of another version; names the file."""


class OutflankWarning(UserWarning):
    """Something went otherwise than asked for, without being an error: the base of all warnings."""


class ForfeitWarning(OutflankWarning):
    """Games of a match were lost by a fault, not on the board."""


class GamesWarning(OutflankWarning):
    """Games of a file could not be read, or a file has no room for all that is known of them."""


class ProgramError(OutflankError):
    """What another program did wrong that plays, in words that go on behind its name; `in_time` if it was not late."""

    in_time = True


class LimitError(ProgramError):
    """A program took more of the machine than it may."""


class LateError(ProgramError):
    """A program did not answer in time."""

    in_time = False


class EndedError(ProgramError):
    """A program ended, or cannot be spoken with any more."""


def excerpt(text: str, limit: int = 24) -> str:
    """`text` quoted for an error message: one line, printable, cut after `limit` characters."""
    quoted = repr(text[: limit + 1])
    return quoted if len(quoted) <= limit + 2 else f"{quoted[: limit + 1]}…{quoted[0]}"


def quoted_path(path: object) -> str:
    """The path of a file or folder quoted for an error message: one line, printable, of a long one the end."""
    quoted = repr(str(path))
    return quoted if len(quoted) <= _LONGEST_PATH + 2 else f"{quoted[0]}…{quoted[-_LONGEST_PATH - 1 :]}"


def described(value: object) -> str:
    """Whatever a program gave, for an error message: text as `excerpt` quotes it, other things as Python does."""
    if isinstance(value, str):
        return excerpt(value)
    written = repr(value)
    return written if len(written) <= _LONGEST_VALUE else f"{written[:_LONGEST_VALUE]}…"


def did_you_mean(message: Text, word: str, words: Iterable[str]) -> Text:
    """A message about an unknown name, with ``; did you mean level1?`` at its end if some name is near.

    Capitals, and dashes or underscores for spaces, make no difference.
    """
    meant = near(word, words)
    return Text("{message}; did you mean {names}?", message=message, names=" or ".join(meant)) if meant else message


def near(word: str, words: Iterable[str]) -> tuple[str, ...]:
    """Those of some names that `word` may be a slip of, the nearest first, three at most."""
    from difflib import SequenceMatcher  # needed only where something is wrong

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
