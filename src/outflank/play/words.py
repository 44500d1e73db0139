"""Normalised forms of names for searching, so that names are found even if the user types other characters.

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
    """Normalise upper and lower case, character width and accents, and use single spaces between words."""
    known = text.encode(errors="surrogatepass").decode(errors="replace")  # a lone surrogate is no character
    return " ".join(unicodedata.normalize("NFKC", known).casefold().split())


def typed(text: str) -> str:
    """Apply `plain`, drop apostrophes and use only the keyboard's hyphen."""
    # A name that consists only of apostrophes stays as it is.
    return plain(text.translate(_AS_TYPED)).translate(_AS_TYPED) or plain(text)


def typed_in_sql(column: str) -> str:
    """SQL expression that applies `typed` to a column of `plain` strings."""
    for sign, typed_sign in _AS_TYPED.items():
        character = chr(sign)
        if character == plain(character):  # `plain` turns the others into one of these or a space
            column = f"replace({column}, '{character.replace(chr(39), 2 * chr(39))}', '{typed_sign}')"
    return column
