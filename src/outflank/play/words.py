"""Normalised names for searching, so that a search succeeds even if the user types different characters.

>>> plain("Comp’Oth") == plain("comp'oth")
False
>>> typed("Comp’Oth") == typed("comp'oth") == typed("CompOth")
True
"""

import unicodedata

_APOSTROPHES = "'’‘‛ʼʹ`´′＇"
_HYPHENS = "‐‑‒–—−－"
_AS_TYPED = str.maketrans({**dict.fromkeys(_APOSTROPHES, ""), **dict.fromkeys(_HYPHENS, "-")})


def plain(text: str) -> str:
    """Normalise a name's case, Unicode form (NFKC) and spacing."""
    known = text.encode(errors="surrogatepass").decode(errors="replace")  # a lone surrogate is no character
    return " ".join(unicodedata.normalize("NFKC", known).casefold().split())


def typed(text: str) -> str:
    """Normalise a name as `plain` does, but also drop apostrophes and replace every type of hyphen with ``-``."""
    # A name that consists only of apostrophes stays as it is.
    return plain(text.translate(_AS_TYPED)).translate(_AS_TYPED) or plain(text)


def typed_in_sql(column: str) -> str:
    """SQL expression that applies `typed` to a column whose values have been normalised by `plain`."""
    for sign, typed_sign in _AS_TYPED.items():
        character = chr(sign)
        if character == plain(character):  # `plain` turns the others into one of these or a space
            column = f"replace({column}, '{character.replace(chr(39), 2 * chr(39))}', '{typed_sign}')"
    return column
