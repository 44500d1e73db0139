"""Names of members. No two names on a server may look alike.

>>> form_of("Anna") == form_of("ＡＮＮＡ") == form_of("Аnnа")
True
>>> form_of("Bill") == form_of("BiIl"), form_of("Bill") == form_of("Bob")
(True, False)
"""

import unicodedata

from outflank.characters import LADDER
from outflank.errors import RequestError
from outflank.play.words import typed
from outflank.sessions.people import clean_name

DELETED = "deleted"
"""The name shown in the games of a person who has left the club."""

_SIGNS = " -_'’."
_RESERVED = ("deleted", "guest", "you", "admin", "administrator", "moderator", "outflank", "server")
_ALIKE = {
    "l": "i1ıіӏι",
    "o": "0οоօ०",
    "a": "αаɑ",
    "b": "ьвβ",
    "c": "сϲ",
    "d": "ԁ",
    "e": "еε",
    "g": "ɡ",
    "h": "һнη",
    "j": "јϳ",
    "k": "κк",
    "m": "мμ",
    "n": "ոп",
    "p": "ρр",
    "q": "ԛ",
    "r": "г",
    "s": "5ѕ",
    "t": "τт",
    "u": "υս",
    "v": "νѵ",
    "w": "ԝω",
    "x": "χх",
    "y": "уγү",
    "z": "ζ",
    "二": "ニ",
    "口": "ロ",
    "力": "カ",
    "夕": "タ",
    "八": "ハ",
    "工": "エ",
    "へ": "ヘ",
    "り": "リ",
    "一": "ー",
}
"""Letters that look alike in some font, after case and accents are removed."""

_TO_FIRST = str.maketrans({each: first for first, alike in _ALIKE.items() for each in alike})
_PAIRS = (("rn", "m"), ("vv", "w"))


def form_of(name: str) -> str:
    """The form in which two names are equal if they look alike.

    It has no case, accents, spaces or punctuation, and one letter for all that look like it.
    """
    form = typed(name).replace(" ", "").translate(_TO_FIRST)
    for pair, one in _PAIRS:
        form = form.replace(pair, one)
    return form


def member_name(text: str) -> str:
    """Clean a name that a person wants to claim.

    Raises RequestError if it is empty, too long, reserved, or has characters that names do not have.
    """
    name = clean_name(text)
    for each in name:
        if unicodedata.category(each)[0] not in "LMN" and each not in _SIGNS:
            raise RequestError(
                "name", "a name has letters, digits, spaces and - _ ' . in it, got {character}", character=repr(each)
            )
    form = form_of(name)
    if not any(unicodedata.category(each)[0] in "LN" for each in form):
        raise RequestError("name", "expected a name with at least one letter")
    _check_free(name)
    return name


def guest_name(text: str) -> str:
    """Clean the name of a guest, which may be empty. Raises RequestError if it is too long or reserved."""
    name = clean_name(text)
    _check_free(name)
    return name


def _check_free(name: str) -> None:
    if form_of(name) in map(form_of, (*_RESERVED, *(character.label for character in LADDER))):
        raise RequestError("name", "the name {name} is reserved: choose another one", name=name)
