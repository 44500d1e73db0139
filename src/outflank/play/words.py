"""Normal forms of names for searches, so that typed text finds names set with other characters.

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
    """Fold case, width and composition of letters, and use single spaces between words."""
    known = text.encode(errors="surrogatepass").decode(errors="replace")  # half a character of UTF-16 is none
    return " ".join(unicodedata.normalize("NFKC", known).casefold().split())


def typed(text: str) -> str:
    """`plain` without apostrophes, and with one kind of hyphen, as on a keyboard."""
    return plain(text.translate(_AS_TYPED)).translate(_AS_TYPED) or plain(text)  # a text of apostrophes stays


def typed_in_sql(column: str) -> str:
    """SQL expression for `typed` of a column that holds `plain` texts."""
    for sign, typed_sign in _AS_TYPED.items():
        character = chr(sign)
        if character == plain(character):  # `plain` turns the others into one of these or a space
            column = f"replace({column}, '{character.replace(chr(39), 2 * chr(39))}', '{typed_sign}')"
    return column
