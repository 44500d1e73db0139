"""Options behind a name as text: ``depth=12,fair,command="./edax -nboard, x"``.

A value may be quoted, to hold commas or to begin or end with spaces: in single quotes everything stands for itself, in
double quotes ``\\"`` is a quote and ``\\\\`` a backslash. A quote inside a value that does not begin with one is a
character like others.
"""

import re

from outflank.errors import OptionError, excerpt

_KEY = re.compile(r"[^=,]*")
_PLAIN = re.compile(r"[^,]*")
_QUOTED = {"'": re.compile(r"'([^']*)'"), '"': re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)}
_ESCAPED = re.compile(r'\\(["\\])')
_END = re.compile(r"\s*(?:,|$)")


def split(text: str) -> list[tuple[str, str | None]]:
    """The names in a text with their values, None for a name that stands alone. Raises OptionError for a bad quote."""
    found: list[tuple[str, str | None]] = []
    at = 0
    while at < len(text):
        key = _KEY.match(text, at)
        assert key is not None
        at, value = key.end(), None
        if text.startswith("=", at):
            at, value = _value(text, at + 1)
        if key[0].strip() or value is not None:
            found.append((key[0].strip(), value))
        at += 1  # the comma
    return found


def quoted(value: str) -> str:
    """A value so that `split` gives it back, in quotes if need be."""
    if value == value.strip() and "," not in value and not value.startswith(tuple(_QUOTED)):
        return value
    return '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'


def _value(text: str, at: int) -> tuple[int, str]:
    """The value that begins somewhere, and where it ends: at a comma or the end of the text."""
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
