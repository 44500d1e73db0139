"""Normalised names for searching, so that a search succeeds even if the user types different characters.

>>> plain("Comp’Oth") == plain("comp'oth")
False
>>> typed("Comp’Oth") == typed("comp'oth") == typed("CompOth")
True
>>> typed("Łukasz Żak-Nowak")
'lukasz zaknowak'
>>> nearest("tamenory hidesi", ["Tamenori Hideshi", "Tanida Kunihiko"])
('Tamenori Hideshi',)
"""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

_SIGNS = "`´ʼʹ−"  # apostrophes and a hyphen that Unicode does not count as punctuation
_LETTERS = {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
_AS_TYPED = str.maketrans({**dict.fromkeys(_SIGNS, ""), **_LETTERS})
_ACCENTS = range(0x300, 0x370)  # combining signs; those of Japanese are elsewhere
_ALIKE, _ABOUT_AS_ALIKE = 0.66, 0.08  # least similarity of a name that may be meant, and less than the best
_LONGEST = 100  # characters of a name that is compared
_CACHED = 20_000  # names


def plain(text: str) -> str:
    """Normalise a name's case, Unicode form (NFKC) and spacing."""
    known = text.encode(errors="surrogatepass").decode(errors="replace")  # a lone surrogate is no character
    return " ".join(unicodedata.normalize("NFKC", known).casefold().split())


@lru_cache(maxsize=_CACHED)
def typed(text: str) -> str:
    """Normalise a name as `plain` does, but also drop punctuation and accents.

    A name that consists only of punctuation stays as it is.
    """
    parts = unicodedata.normalize("NFD", plain(text.translate(_AS_TYPED)))
    kept = "".join(each for each in parts if ord(each) not in _ACCENTS and unicodedata.category(each)[0] != "P")
    return plain(kept.translate(_AS_TYPED)) or plain(text)


def teach_typed(connection: "sqlite3.Connection") -> None:
    """Make `typed` available to the SQL statements of a connection; see `typed_in_sql`."""
    connection.create_function("typed", 1, typed, deterministic=True)


def typed_in_sql(column: str) -> str:
    """SQL expression that applies `typed` to a text column, on a connection that `teach_typed` has prepared."""
    return f"typed({column})"


def nearest(name: str, names: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """Return up to `most` names for which `name` may be a misspelling, starting with the most similar one.

    Every word of `name` must be similar to a word of the other name, unless both are similar as a whole. Of equally
    similar names, the first ones in `names` come first.
    """
    from difflib import SequenceMatcher  # imported here because it is needed only after an error

    words = typed(name[:_LONGEST]).split()
    matcher = SequenceMatcher(autojunk=False)

    def ratio(one: str, other: str) -> float:
        matcher.set_seqs(other, one)
        return matcher.ratio() if min(matcher.real_quick_ratio(), matcher.quick_ratio()) >= _ALIKE else 0.0

    @lru_cache(maxsize=_CACHED)
    def of_word(number: int, other: str) -> float:
        return ratio(words[number], other)

    alike: dict[str, float] = {}
    for each in names:
        parts = typed(each[:_LONGEST]).split()
        by_word = [max((of_word(number, part) for part in parts), default=0.0) for number in range(len(words))]
        least = min(by_word, default=0.0)
        whole = ratio("".join(words), "".join(parts))
        alike[each] = max(sum(by_word) / len(by_word) if least else 0.0, whole)
    least = max(_ALIKE, max(alike.values(), default=0.0) - _ABOUT_AS_ALIKE)
    found = sorted((each for each in alike if alike[each] >= least), key=lambda each: -alike[each])
    return tuple(found[:most])
