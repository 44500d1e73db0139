"""Names and texts as a search compares them: what people can type finds what was set with other signs.

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
    """A text regardless of case, width and composition of its letters, with single spaces between words."""
    known = text.encode(errors="surrogatepass").decode(errors="replace")  # half a character of UTF-16 is none
    return " ".join(unicodedata.normalize("NFKC", known).casefold().split())


def typed(text: str) -> str:
    """`plain` regardless of apostrophes too, of which a keyboard has one, and of the length of hyphens."""
    return plain(text.translate(_AS_TYPED)).translate(_AS_TYPED) or plain(text)  # nothing but apostrophes


def typed_in_sql(column: str) -> str:
    """An SQL expression: `typed` of a column that holds texts as `plain` leaves them."""
    for sign, typed_sign in _AS_TYPED.items():
        character = chr(sign)
        if character == plain(character):  # the others became one of these, or a space
            column = f"replace({column}, '{character.replace(chr(39), 2 * chr(39))}', '{typed_sign}')"
    return column
